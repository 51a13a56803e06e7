import { translate } from '#admin/translate.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { Column, Row } from '#model/spec.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { Cell } from './cells/Cell.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import type { ListBodyState } from './ResourceTable.tsx'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import './cards.css'

/** The list on a phone: two lines a record, its name strong with its status beside, the second column grey. */
export function ResourceCards({
  resource,
  list,
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
      {list.rows.length > 0 ? (
        <ul
          className={list.isOld ? 'crud-cards crud-old' : 'crud-cards'}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
        >
          {list.rows.map((row) => (
            <li key={row.id} className="crud-card">
              <Lines resource={resource} row={row} />
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

function Lines({ resource, row }: { resource: Resource; row: Row }) {
  const [first, ...rest] = resource.columns
  const isBadge = ({ kind }: Column) => kind === 'badge'
  const isText = ({ kind }: Column) => kind === 'text'
  // Where a text has the second line to itself, the first badge stands for a status.
  const status =
    rest.find(({ kind }) => kind === 'status') ??
    (rest.slice(0, 1).some(isText) ? rest.find(isBadge) : undefined)
  const [next, ...more] = rest.filter((column) => column !== status)
  // Badges are short and say little alone: all of them stand together.
  const badges = [...(next ? [next] : []), ...more].filter(isBadge)
  const second =
    next && !isBadge(next) ? [next] : badges.filter((one) => textOf(resource, one, row))
  // Letters and entries are read by their day.
  const day = resource.isFromPublic ? more.find(({ kind }) => kind === 'date') : undefined
  return (
    <div className="crud-lines">
      <div className="crud-line crud-strong">
        {first ? <Cell resource={resource} column={first} row={row} /> : null}
        {status ? <Cell resource={resource} column={status} row={row} /> : null}
      </div>
      <div className="crud-line">
        {second.map((column) => (
          <Second key={column.label} resource={resource} column={column} row={row} />
        ))}
        {day ? (
          <span className="crud-grey crud-day">
            <Cell resource={resource} column={day} row={row} />
          </span>
        ) : null}
      </div>
    </div>
  )
}

function Second({ resource, column, row }: { resource: Resource; column: Column; row: Row }) {
  const isText = column.kind === 'text' || column.kind === 'of'
  if (!isText) return <Cell resource={resource} column={column} row={row} />
  return (
    <span className="crud-grey crud-clip" dir="auto">
      {textOf(resource, column, row) || translate(column.absent)}
    </span>
  )
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
