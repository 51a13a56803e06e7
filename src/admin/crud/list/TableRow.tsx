import { NewMark } from '#admin/ui/Badge.tsx'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'
import { Cell } from '../cells/Cell.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import { hasRowActions } from './has-row-actions.ts'
import { RowActions, type RowHandlers } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'

interface Props extends RowHandlers {
  resource: Resource
  row: Row
  /** How many columns a detail spans. */
  width: number
  isNew: boolean
  isOpen: boolean
  toggle: () => void
}

/** One record of the table, with its detail below while it is open. A click anywhere on the row opens it. */
export function TableRow({ resource, row, width, isNew, isOpen, toggle, edit, remove }: Props) {
  const { detail, columns } = resource
  return (
    <>
      <tr
        data-row={row.id}
        className={detail ? 'crud-row crud-row-open' : 'crud-row'}
        // The button in the row says it to keyboard and screen reader.
        {...(detail && { onClick: (event) => isOnControl(event.target) || toggle() })}
      >
        {detail ? (
          <td>
            <ExpandButton
              id={row.id}
              name={nameOf(resource, row)}
              isOpen={isOpen}
              toggle={toggle}
            />
          </td>
        ) : null}
        {columns.map((column, index) => (
          <td key={column.label}>
            {isNew && index === 0 ? (
              <span className="crud-line crud-strong">
                <Cell resource={resource} column={column} row={row} />
                <NewMark />
              </span>
            ) : (
              <Cell resource={resource} column={column} row={row} />
            )}
          </td>
        ))}
        {hasRowActions(resource) ? (
          <td className="crud-end">
            <RowActions resource={resource} row={row} edit={edit} remove={remove} />
          </td>
        ) : null}
      </tr>
      {detail && isOpen ? (
        <tr>
          <td colSpan={width}>
            <RowDetail resource={resource} detail={detail} row={row} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** The row's own buttons do their own work only. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a') !== null
}
