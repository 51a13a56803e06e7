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
  const skills = textsAt(getAt(row, 'prerequisites.skills'))
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
          <Paragraph text={textAt(row.description)} />
          <ProtocolPhases phases={objectsAt(row.phases)} missions={missions} />
          {fieldIds.length > 0 ? (
            <Labelled label={translate('Career Fields')}>
              <RecordChips to="career-fields" ids={fieldIds} names={fields} />
            </Labelled>
          ) : null}
          {skills.length > 0 ? (
            <Labelled label={translate('Prerequisite Skills')}>
              <WordChips words={skills} />
            </Labelled>
          ) : null}
        </Flex>
      ) : null}
    </li>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex vertical gap={4}>
      <h3 style={{ color: 'var(--muted)', fontSize: 12, fontWeight: 500 }}>{label}</h3>
      {children}
    </Flex>
  )
}

/** A long text with the lines it was written in; nothing without one. */
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

type Known = Record<string, unknown>

/** The phases of an open card with their milestones, and by name the missions that reach them. */
function ProtocolPhases({ phases, missions }: { phases: readonly Known[]; missions: Names }) {
  if (phases.length === 0)
    return <Paragraph isQuiet text={translate('No phases or milestones defined.')} />
  return (
    <Flex component="ol" vertical gap={16}>
      {withKeys(phases).map(({ key, entry }, index) => (
        <li
          key={key}
          style={{ paddingInlineStart: 16, borderInlineStart: '2px solid var(--edge)' }}
        >
          <h3 style={{ overflowWrap: 'anywhere' }}>
            {translate('Phase {number}', { number: index + 1 })}: <bdi>{textAt(entry.title)}</bdi>
          </h3>
          <Paragraph isQuiet text={textAt(entry.description)} />
          <Milestones milestones={objectsAt(entry.milestones)} missions={missions} />
        </li>
      ))}
    </Flex>
  )
}

function Milestones({ milestones, missions }: { milestones: readonly Known[]; missions: Names }) {
  if (milestones.length === 0) return <Paragraph isQuiet text={translate('No milestones yet.')} />
  return (
    <Flex
      component="ol"
      vertical
      gap={8}
      style={{ marginBlockStart: 8, paddingInlineStart: 24, listStyle: 'decimal' }}
    >
      {withKeys(milestones).map(({ key, entry }) => (
        <li key={key} style={{ overflowWrap: 'anywhere' }}>
          <span dir="auto">{textAt(entry.title)}</span>
          <RecordChips
            to="missions/templates"
            ids={idsAt(entry.missions)}
            names={missions}
            label={translate('Missions')}
          />
        </li>
      ))}
    </Flex>
  )
}

/** Entries with their ids for keys; their places where they have none, for nothing in here keeps a state. */
function withKeys(entries: readonly Known[]) {
  return entries.map((entry, index) => ({ key: textAt(entry._id) || `at-${index}`, entry }))
}
