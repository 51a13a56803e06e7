import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { Bone } from '#admin/ui/Bone.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { Cell } from '../cells/Cell.tsx'
import { NameLink } from '../cells/NameLink.tsx'
import { nameColumn } from '../cells/name-column.ts'
import { RowCell } from '../cells/RowCell.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { RowCheck } from '../selection/Checks.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import { type ListRow, toggleDetail } from './list-columns.tsx'
import { useListScreen } from './list-screen.ts'
import { shownCells } from './list-table.tsx'
import css from './ResourceCards.module.css'
import type { ListBodyProps } from './ResourceTable.tsx'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import { SinceMark } from './SinceMark.tsx'

/** The list on a phone: a card for each record, with all that the table shows. */
export function ResourceCards({ table, notice }: ListBodyProps) {
  const { resource, list, fresh, selection } = useListScreen()
  if (list.isPending) return <SkeletonCards />
  const { rows } = table.getRowModel()
  return (
    <>
      {notice}
      {rows.length > 0 ? (
        <ul
          className={css.cards}
          data-old={list.isOld}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
        >
          {rows.map((row) => (
            <li
              key={row.id}
              className={css.card}
              data-row={row.id}
              data-chosen={selection?.has(row.id)}
            >
              <SinceMark row={row.original} />
              <RowCheck row={row.original} />
              <CardLines resource={resource} row={row} isNew={row.id === fresh.row?.id} />
              {resource.detail ? (
                <ExpandButton
                  id={row.id}
                  name={nameOf(resource, row.original)}
                  isOpen={row.getIsExpanded()}
                  toggle={() => toggleDetail(table, row)}
                />
              ) : null}
              <RowActions row={row.original} />
              {list.deleted ? (
                <div className={css.further}>
                  <Deletion row={row.original} hasWord={true} />
                </div>
              ) : null}
              {row.getIsExpanded() ? <RowDetail row={row.original} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/**
 * Beside a card's buttons, what the record is called and its status; below, over the card's whole width, a text
 * in a line of its own, badges and dates in the next.
 */
function CardLines({ resource, row, isNew }: { resource: Resource; row: ListRow; isNew: boolean }) {
  const { first, text, status, day, rest } = placesOf(resource, row)
  const shared = { resource, row: row.original }
  const dated = day ? (
    <span className={css.day}>
      <Cell {...shared} column={day.column} />
    </span>
  ) : null
  return (
    <>
      <div className={css.first}>
        {first ? <Named {...shared} column={first.column} /> : null}
        {isNew ? <NewMark /> : null}
        {status ? <RowCell {...shared} column={status.column} /> : null}
      </div>
      {text ? (
        <div className={css.further}>
          <Quiet {...shared} column={text.column} />
          {dated}
        </div>
      ) : null}
      {rest.length > 0 || (day && !text) ? (
        <div className={css.further} data-wraps={true}>
          {rest.map(({ id, column }) => (
            <Quiet key={id} {...shared} column={column} />
          ))}
          {!text && dated}
        </div>
      ) : null}
    </>
  )
}

/** What says nothing without its label. */
const LABELLED: ReadonlySet<Column['kind']> = new Set([
  'date',
  'number',
  'money',
  'duration',
  'boolean',
  'colour',
  'json',
  'reference',
  'part',
])

/** A value; the one that names the record leads to it. */
function Named(props: { resource: Resource; column: Column; row: Row }) {
  const cell = <Cell {...props} />
  return props.column === nameColumn(props.resource) ? <NameLink {...props}>{cell}</NameLink> : cell
}

/** One of the further values: texts in grey, dates and numbers with their label, badges as they are. */
function Quiet({ resource, column, row }: { resource: Resource; column: Column; row: Row }) {
  const cell = <Named resource={resource} column={column} row={row} />
  if (LABELLED.has(column.kind))
    return (
      <span className={css.dated}>
        {translate(column.label)} {cell}
      </span>
    )
  if (column.kind !== 'text' && column.kind !== 'of') return cell
  return <span className={css.grey}>{cell}</span>
}

/** Where on a card each value stands. What a record does not say has no place among the further ones. */
function placesOf(resource: Resource, row: ListRow) {
  const [first, ...others] = shownCells(row).flatMap(({ id, column: { columnDef } }) =>
    columnDef.meta?.column ? [{ id, column: columnDef.meta.column }] : [],
  )
  const ofKind = (wanted: Column['kind']) => others.find(({ column }) => column.kind === wanted)
  const text = ofKind('text')
  // Beside a text, the first badge stands for a status where there is none.
  const status = ofKind('status') ?? (text && ofKind('badge'))
  const day = resource.isFromPublic ? ofKind('date') : undefined
  const rest = others.filter(
    (one) =>
      ![text, status, day].includes(one) &&
      (one.column.kind === 'date' || textOf(resource, one.column, row.original) !== ''),
  )
  return { first, text, status, day, rest }
}

export function SkeletonCards() {
  return (
    <div className={css.cards} aria-hidden="true">
      {repeat(PAGE_SIZE, (key) => (
        <div key={key} className={css.card}>
          <span className={css.bones}>
            <Bone />
            <Bone />
          </span>
        </div>
      ))}
    </div>
  )
}
