import { Typography } from 'antd'
import { RecordChips } from '#admin/crud/references/RecordChips.tsx'
import type { Names } from '#admin/crud/references/use-names.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import css from './ProtocolPhases.module.css'

type Known = Record<string, unknown>

/** The phases of an open card with their milestones, and by name the missions that reach them. */
export function ProtocolPhases({
  phases,
  missions,
}: {
  phases: readonly Known[]
  missions: Names
}) {
  if (phases.length === 0)
    return (
      <Typography.Text
        type="secondary"
        style={{
          display: 'block',
          maxWidth: '75ch',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
        }}
      >
        {translate('No phases or milestones defined.')}
      </Typography.Text>
    )
  return (
    <ol className={css.phases}>
      {withKeys(phases).map(({ key, entry }, index) => (
        <li key={key}>
          <h3>
            {translate('Phase {number}', { number: index + 1 })}: <bdi>{textAt(entry.title)}</bdi>
          </h3>
          {textAt(entry.description) ? (
            <Typography.Text
              type="secondary"
              style={{
                display: 'block',
                maxWidth: '75ch',
                overflowWrap: 'anywhere',
                whiteSpace: 'pre-line',
              }}
              dir="auto"
            >
              {textAt(entry.description)}
            </Typography.Text>
          ) : null}
          <Milestones milestones={objectsAt(entry.milestones)} missions={missions} />
        </li>
      ))}
    </ol>
  )
}

function Milestones({ milestones, missions }: { milestones: readonly Known[]; missions: Names }) {
  if (milestones.length === 0)
    return (
      <Typography.Text
        type="secondary"
        style={{
          display: 'block',
          maxWidth: '75ch',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
        }}
      >
        {translate('No milestones yet.')}
      </Typography.Text>
    )
  return (
    <ol className={css.milestones}>
      {withKeys(milestones).map(({ key, entry }) => (
        <li key={key}>
          <span dir="auto">{textAt(entry.title)}</span>
          <Missions ids={idsAt(entry.missions)} missions={missions} />
        </li>
      ))}
    </ol>
  )
}

function Missions({ ids, missions }: { ids: readonly string[]; missions: Names }) {
  if (ids.length === 0) return null
  return (
    <RecordChips to="missions/templates" ids={ids} names={missions} label={translate('Missions')} />
  )
}

/** Entries with their ids for keys; their places where they have none, for nothing in here keeps a state. */
function withKeys(entries: readonly Known[]) {
  return entries.map((entry, index) => ({ key: textAt(entry._id) || `at-${index}`, entry }))
}
