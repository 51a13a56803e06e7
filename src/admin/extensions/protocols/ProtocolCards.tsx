import { Flex, Typography } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { Cell, NameLink } from '#admin/crud/cells/Cell.tsx'
import { ExpandButton } from '#admin/crud/list/ExpandButton.tsx'
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

/** The list of protocols as collapsible cards. One request fetches the names that they show. */
export function ProtocolCards({ rows, check, actions }: ListBodyProps) {
  const ids = (pattern: string) => findAt(rows, pattern).flatMap(({ value }) => idsAt(value))
  const missions = useNames('missions/templates', ids('*.phases.*.milestones.*.missions'))
  const fields = useNames('career-fields', ids('*.careerFields'))
  return (
    <ul aria-label={translate('Protocols')}>
      {rows.map((row) => (
        <ProtocolCard
          key={row.id}
          {...{ row, missions, fields }}
          check={check(row)}
          actions={actions(row)}
        />
      ))}
    </ul>
  )
}

const STATUS: Column = { kind: 'status', path: 'isActive', label: 'Status' }

interface CardProps {
  row: Row
  missions: Names
  fields: Names
  check: ReactNode
  actions: ReactNode
}

/** A card of one protocol. A click on its header opens it. */
function ProtocolCard({ row, missions, fields, check, actions }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  const { resource } = useListScreen()
  const title = textAt(row.title) || translate('Protocol')
  const toggle = () => setOpen(!isOpen)
  return (
    <li style={{ borderBlockStart: '1px solid var(--edge)' }} data-row={row.id}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside serves keyboard and screen reader */}
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
          <Typography.Text type="secondary" style={{ fontSize: 12, overflowWrap: 'anywhere' }}>
            {factsOf(row, fields).map((fact, at) => (
              <Fragment key={fact}>
                {at > 0 ? ' · ' : ''}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
            <RowLine resource={resource} row={row} />
          </Typography.Text>
        </div>
        <Flex component="span" align="center" gap={12} style={{ marginInlineStart: 'auto' }}>
          <Cell resource={resource} column={STATUS} row={row} />
          {actions}
        </Flex>
      </div>
      {isOpen ? <ProtocolDetail {...{ row, missions, fields }} /> : null}
    </li>
  )
}

/** 'Level: advanced', '3 phases', '7 milestones', '6 months', and its career fields. */
function factsOf(row: Row, fields: Names): string[] {
  const phases = objectsAt(row.phases)
  const milestones = phases.flatMap((phase) => objectsAt(phase.milestones))
  return [
    translate('Level: {targetLevel}', {
      targetLevel: translate(textAt(row.targetLevel) || 'N/A'),
    }),
    phases.length > 0 && counted(phases.length, '{count} phase', '{count} phases'),
    milestones.length > 0 && counted(milestones.length, '{count} milestone', '{count} milestones'),
    formatAmount(getAt(row, 'estimatedDuration.value'), getAt(row, 'estimatedDuration.unit')),
    listInRow(idsAt(row.careerFields).map(fields.nameOf)),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
}

/** Description, phases with their milestones, career fields and skills, in any backend's format. */
function ProtocolDetail({ row, missions, fields }: Pick<CardProps, 'row' | 'missions' | 'fields'>) {
  const phases = objectsAt(row.phases)
  const fieldIds = idsAt(row.careerFields)
  const skills = textsAt(getAt(row, 'prerequisites.skills'))
  return (
    <Flex vertical gap={16} className={css.detail ?? ''} id={`detail-${row.id}`}>
      <Paragraph text={textAt(row.description)} />
      {phases.length === 0 ? (
        <Paragraph isQuiet text={translate('No phases or milestones defined.')} />
      ) : (
        <Flex component="ol" vertical gap={16}>
          {phases.map((phase, index) => (
            <li
              key={textAt(phase._id) || `at-${index}`}
              style={{ paddingInlineStart: 16, borderInlineStart: '2px solid var(--edge)' }}
            >
              <h3 style={{ overflowWrap: 'anywhere' }}>
                {translate('Phase {number}', { number: index + 1 })}:{' '}
                <bdi>{textAt(phase.title)}</bdi>
              </h3>
              <Paragraph isQuiet text={textAt(phase.description)} />
              <Milestones milestones={objectsAt(phase.milestones)} missions={missions} />
            </li>
          ))}
        </Flex>
      )}
      {fieldIds.length > 0 ? (
        <div>
          <h3 className={css.label}>{translate('Career Fields')}</h3>
          <RecordChips to="career-fields" ids={fieldIds} names={fields} />
        </div>
      ) : null}
      {skills.length > 0 ? (
        <div>
          <h3 className={css.label}>{translate('Prerequisite Skills')}</h3>
          <WordChips words={skills} />
        </div>
      ) : null}
    </Flex>
  )
}

/** A long text with its line breaks; nothing for an empty one. */
function Paragraph({ text, isQuiet = false }: { text: string; isQuiet?: boolean }) {
  if (!text) return null
  return (
    <Typography.Paragraph
      {...(isQuiet && { type: 'secondary' })}
      style={{ maxWidth: '75ch', margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      dir="auto"
    >
      {text}
    </Typography.Paragraph>
  )
}

function Milestones({
  milestones,
  missions,
}: {
  milestones: readonly Record<string, unknown>[]
  missions: Names
}) {
  if (milestones.length === 0) return <Paragraph isQuiet text={translate('No milestones yet.')} />
  return (
    <ol className={css.milestones}>
      {milestones.map((milestone, index) => (
        <li key={textAt(milestone._id) || `at-${index}`}>
          <span dir="auto">{textAt(milestone.title)}</span>
          <RecordChips
            to="missions/templates"
            ids={idsAt(milestone.missions)}
            names={missions}
            label={translate('Missions')}
          />
        </li>
      ))}
    </ol>
  )
}
