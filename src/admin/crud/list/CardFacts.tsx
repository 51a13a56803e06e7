import { Fragment } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { capital, humanise } from '#model/words.ts'
import { Cell } from '../cells/Cell.tsx'
import { NameLink } from '../cells/NameLink.tsx'
import { nameColumn } from '../cells/name-column.ts'
import css from './CardFacts.module.css'
import { useListScreen } from './list-screen.ts'
import { RowLine } from './RowLine.tsx'

interface Props {
  resource: Resource
  row: Row
}

/** A value; the one that names the record leads to it. */
export function Named(props: Props & { column: Column }) {
  const cell = <Cell {...props} />
  return props.column === nameColumn(props.resource) ? <NameLink {...props}>{cell}</NameLink> : cell
}

/** What else is known of a record in one grey line, with dots between; what a record does not say is left out. */
export function CardFacts({ resource, row, columns }: Props & { columns: readonly Column[] }) {
  const { counts } = useListScreen()
  const said = columns.filter((column) => {
    if (column.kind === 'uses') return counts?.get(row.id)?.uses[column.by] !== undefined
    return column.kind === 'part' || textOf(resource, column, row) !== ''
  })
  return (
    <span className={css.facts}>
      {said.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may be alike, and never change their places
        <Fragment key={index}>
          {index > 0 ? ' · ' : ''}
          <Fact resource={resource} row={row} column={column} />
        </Fragment>
      ))}
      {said.length > 0 && resource.line.length > 0 ? ' · ' : ''}
      <RowLine resource={resource} row={row} />
    </span>
  )
}

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
    case 'text':
    case 'of':
    case 'person':
    case 'email':
    case 'list':
      return <bdi>{text}</bdi>
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
