import { Flex, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Cell } from '#admin/crud/cells/Cell.tsx'
import { NameLink } from '#admin/crud/cells/RowCell.tsx'
import { ExpandButton } from '#admin/crud/list/ExpandButton.tsx'
import { FoundIn } from '#admin/crud/list/FoundIn.tsx'
import { useListScreen } from '#admin/crud/list/list-screen.ts'
import { RowLine } from '#admin/crud/list/RowLine.tsx'
import type { ListBodyProps } from '#admin/crud/parts/props.ts'
import { RecordChips } from '#admin/crud/references/RecordChips.tsx'
import { type Names, useNames } from '#admin/crud/references/use-names.ts'
import { formatAmount } from '#admin/format/amounts.ts'
import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, objectsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { WordChips } from '#admin/ui/Chips.tsx'
import { isOnControl } from '#admin/ui/focus.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { findAt, getAt } from '#model/paths.ts'
import css from './ProtocolCards.module.css'

/** The list of protocols: cards that open, several at once. The names they show are asked for once a page. */
export function ProtocolCards({ rows, check, actions }: ListBodyProps) {
  const [open, setOpen] = useState<readonly string[]>([])
  const ids = (pattern: string) => findAt(rows, pattern).flatMap(({ value }) => idsAt(value))
  const missions = useNames('missions/templates', ids('*.phases.*.milestones.*.missions'))
  const fields = useNames('career-fields', ids('*.careerFields'))
  const toggle = (id: string) =>
    setOpen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
    )
  return (
    <ul aria-label={translate('Protocols')}>
      {rows.map((row) => (
        <ProtocolCard
          key={row.id}
          row={row}
          missions={missions}
          fields={fields}
          isOpen={open.includes(row.id)}
          toggle={() => toggle(row.id)}
          check={check(row)}
          actions={actions(row)}
        />
      ))}
    </ul>
  )
}

const STATUS: Column = { kind: 'status', path: 'isActive', label: 'Status' }

/** One protocol. A click anywhere on its head opens it; what it holds is read as any backend may send it. */
function ProtocolCard({
  row,
  missions,
  fields,
  isOpen,
  toggle,
  check,
  actions,
}: {
  row: Row
  missions: Names
  fields: Names
  isOpen: boolean
  toggle: () => void
  check: ReactNode
  actions: ReactNode
}) {
  const title = textAt(row.title) || translate('Protocol')
  const { resource } = useListScreen()
  const fieldIds = idsAt(row.careerFields)
  return (
    <li style={{ borderBlockStart: '1px solid var(--edge)' }} data-row={row.id}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it says it to keyboard and screen reader */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={css.head} onClick={(event) => isOnControl(event.target) || toggle()}>
        {check}
        <ExpandButton id={row.id} name={title} isOpen={isOpen} toggle={toggle} />
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <h2 style={{ fontSize: 14, lineHeight: 'inherit', overflowWrap: 'anywhere' }} dir="auto">
            <NameLink resource={resource} row={row}>
              <Marked text={title} />
            </NameLink>
          </h2>
          <p className={css.facts}>
            <span>
              {translate('Level: {targetLevel}', {
                targetLevel: translate(textAt(row.targetLevel) || 'N/A'),
              })}
            </span>
            {factsOf(row).map((fact) => (
              <span key={fact}>
                <bdi>{fact}</bdi>
              </span>
            ))}
            {fieldIds.length > 0 && (
              <span>
                <bdi>{listInRow(fieldIds.map(fields.nameOf))}</bdi>
              </span>
            )}
            <RowLine resource={resource} row={row} />
          </p>
          <FoundIn resource={resource} row={row} texts={[title]} />
        </div>
        <Flex component="span" align="center" gap={12} style={{ marginInlineStart: 'auto' }}>
          <Cell resource={resource} column={STATUS} row={row} />
          {actions}
        </Flex>
      </div>
      {isOpen ? (
        <Flex
          vertical
          gap={16}
          style={{
            maxWidth: 960,
            paddingBlock: '12px 20px',
            paddingInline: 'clamp(16px, 5vw, 60px) 16px',
          }}
          id={`detail-${row.id}`}
        >
          {textAt(row.description) ? (
            <p
              style={{ maxWidth: '75ch', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
              dir="auto"
            >
              {textAt(row.description)}
            </p>
          ) : null}
          <ProtocolPhases phases={objectsAt(row.phases)} missions={missions} />
          {fieldIds.length > 0 ? (
            <div className={css.words}>
              <h3>{translate('Career Fields')}</h3>
              <RecordChips to="career-fields" ids={fieldIds} names={fields} />
            </div>
          ) : null}
          <Words
            label={translate('Prerequisite Skills')}
            words={textsAt(getAt(row, 'prerequisites.skills'))}
          />
        </Flex>
      ) : null}
    </li>
  )
}

function Words({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div className={css.words}>
      <h3>{label}</h3>
      <WordChips words={words} />
    </div>
  )
}

/** '3 phases', '7 milestones', '6 months': what there is of it. */
function factsOf(row: Row): string[] {
  const phases = objectsAt(row.phases)
  const milestones = phases.flatMap((phase) => objectsAt(phase.milestones))
  return [
    phases.length > 0 && counted(phases.length, '{count} phase', '{count} phases'),
    milestones.length > 0 && counted(milestones.length, '{count} milestone', '{count} milestones'),
    formatAmount(getAt(row, 'estimatedDuration.value'), getAt(row, 'estimatedDuration.unit')),
  ].filter((fact) => typeof fact === 'string')
}

type Known = Record<string, unknown>

/** The phases of an open card with their milestones, and by name the missions that reach them. */
function ProtocolPhases({ phases, missions }: { phases: readonly Known[]; missions: Names }) {
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
