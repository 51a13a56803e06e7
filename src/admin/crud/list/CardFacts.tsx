import { Fragment } from 'react'
import { amountSaid } from '#admin/format/amounts.ts'
import { translate } from '#admin/format/translate.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { capital, humanise } from '#model/words.ts'
import { Cell } from '../cells/Cell.tsx'
import css from './CardFacts.module.css'
import { useListScreen } from './list-screen.ts'
import { RowLine } from './RowLine.tsx'

interface Props {
  resource: Resource
  row: Row
}

/** What else is known of a record in one grey line, with dots between; what a record does not say is left out. */
export function CardFacts({ resource, row, columns }: Props & { columns: readonly Column[] }) {
  const { counts } = useListScreen()
  const said = columns.filter((column) => {
    if (column.kind === 'uses') return counts?.get(row.id)?.uses[column.by] !== undefined
    return column.kind === 'part' || textOf(resource, column, row) !== ''
  })
  const lead = said.findIndex(({ kind }) => !LONG.has(kind))
  const first = lead < 0 ? said : said.slice(0, lead)
  const others = lead < 0 ? [] : said.slice(lead)
  const hasLine = resource.line.length > 0
  const drawn = (those: readonly Column[]) =>
    those.map((column, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns may be alike, and never change their places
      <Fragment key={index}>
        {index > 0 ? ' · ' : ''}
        <Fact resource={resource} row={row} column={column} />
      </Fragment>
    ))
  // The line may be long as well: it goes on where the others end.
  const line = (
    <>
      {said.length > 0 && hasLine ? ' · ' : ''}
      <RowLine resource={resource} row={row} />
    </>
  )
  return (
    <span className={css.facts}>
      {first.length > 0 ? (
        <span className={css.first} dir="auto">
          {drawn(first)}
          {others.length === 0 ? line : null}
        </span>
      ) : null}
      {first.length === 0 || others.length > 0 ? (
        <span className={css.others}>
          {first.length > 0 ? ' · ' : ''}
          {drawn(others)}
          {line}
        </span>
      ) : null}
    </span>
  )
}

/** Kinds that give up their ends, where they come first, before what stands behind them. */
const LONG: ReadonlySet<Column['kind']> = new Set(['text', 'of', 'person', 'email', 'list'])

/** Kinds that say nothing without their label. */
const LABELLED: ReadonlySet<Column['kind']> = new Set([
  'number',
  'money',
  'duration',
  'boolean',
  'uses',
])

function Fact({ resource, row, column }: Props & { column: Column }) {
  const text = textOf(resource, column, row)
  switch (column.kind) {
    case 'of':
      return <bdi>{amountSaid(text)}</bdi>
    case 'text':
    case 'person':
    case 'email':
    case 'list':
      return (
        <bdi>
          <Marked text={text} />
        </bdi>
      )
    case 'badge':
      return <bdi>{capital(translate(humanise(text)))}</bdi>
    default:
      return (
        <span className={css.drawn}>
          {LABELLED.has(column.kind) ? `${translate(column.label)} ` : ''}
          <Cell resource={resource} row={row} column={column} />
        </span>
      )
  }
}
