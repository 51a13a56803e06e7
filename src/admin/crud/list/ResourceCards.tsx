import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { Column, Row } from '#model/spec.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { Cell } from '../cells/Cell.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import type { ListBodyState } from './ResourceTable.tsx'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import './cards.css'

interface Shown {
  resource: Resource
  row: Row
}

/** The list on a phone: a card for each record, with all that the table shows. */
export function ResourceCards({
  resource,
  list,
  rows,
  newId,
  notice,
  expanded,
  toggle,
  edit,
  remove,
}: ListBodyState) {
  if (list.isPending) return <SkeletonCards />
  return (
    <>
      {notice}
      {rows.length > 0 ? (
        <ul
          className={list.isOld ? 'crud-cards crud-old' : 'crud-cards'}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
        >
          {rows.map((row) => (
            <li key={row.id} className="crud-card" data-row={row.id}>
              <First resource={resource} row={row} isNew={row.id === newId} />
              <Further resource={resource} row={row} />
              {resource.detail ? (
                <ExpandButton
                  id={row.id}
                  name={nameOf(resource, row)}
                  isOpen={expanded === row.id}
                  toggle={() => toggle(row.id)}
                />
              ) : null}
              <RowActions resource={resource} row={row} edit={edit} remove={remove} />
              {resource.detail && expanded === row.id ? (
                <RowDetail resource={resource} detail={resource.detail} row={row} />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** What stands beside a card's buttons: what the record is called, and its status. */
function First({ resource, row, isNew }: Shown & { isNew: boolean }) {
  const { first, status } = placesOf(resource)
  return (
    <div className="crud-line crud-strong">
      {first ? <Cell resource={resource} column={first} row={row} /> : null}
      {isNew ? <NewMark /> : null}
      {status ? <Cell resource={resource} column={status} row={row} /> : null}
    </div>
  )
}

/** All else, over the card's whole width: a text in a line of its own, badges and dates in the next. */
function Further({ resource, row }: Shown) {
  const { text, day, rest } = placesOf(resource)
  const others = rest.filter(
    (column) => column.kind === 'date' || textOf(resource, column, row) !== '',
  )
  return (
    <>
      {text ? (
        <div className="crud-line crud-further">
          <Grey resource={resource} column={text} row={row} />
          {day ? <Dated resource={resource} column={day} row={row} /> : null}
        </div>
      ) : null}
      {others.length > 0 || (day && !text) ? (
        <div className="crud-line crud-further crud-wrap">
          {others.map((column) => (
            <Other key={column.label} resource={resource} column={column} row={row} />
          ))}
          {day && !text ? <Dated resource={resource} column={day} row={row} /> : null}
        </div>
      ) : null}
    </>
  )
}

function Other(props: Shown & { column: Column }) {
  const { kind, label } = props.column
  if (kind === 'text' || kind === 'of') return <Grey {...props} />
  if (kind !== 'date') return <Cell {...props} />
  return (
    <span className="crud-grey crud-small">
      {translate(label)} <Cell {...props} />
    </span>
  )
}

/** The day by which letters and entries are read. */
function Dated(props: Shown & { column: Column }) {
  return (
    <span className="crud-grey crud-day">
      <Cell {...props} />
    </span>
  )
}

function Grey({ resource, column, row }: Shown & { column: Column }) {
  const absent = 'absent' in column ? translate(column.absent) : ''
  return (
    <span className="crud-grey crud-clip" dir="auto">
      {textOf(resource, column, row) || absent}
    </span>
  )
}

/** Where on a card each column stands. */
function placesOf(resource: Resource) {
  const [first, ...others] = resource.columns
  const isText = ({ kind }: Column) => kind === 'text'
  const text = others.find(isText)
  // Beside a text, the first badge stands for a status where there is none.
  const status =
    others.find(({ kind }) => kind === 'status') ??
    (text && others.find(({ kind }) => kind === 'badge'))
  const day = resource.isFromPublic ? others.find(({ kind }) => kind === 'date') : undefined
  const placed = [text, status, day]
  return { first, text, status, day, rest: others.filter((column) => !placed.includes(column)) }
}

export function SkeletonCards() {
  return (
    <div className="crud-cards" aria-hidden="true">
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={index} className="crud-card">
          <span className="crud-lines">
            <span className="crud-bone" />
            <span className="crud-bone" />
          </span>
        </div>
      ))}
    </div>
  )
}
