import type { ComponentProps } from 'react'
import { translate } from '#admin/format/translate.ts'
import { getAt } from '#model/paths.ts'
import { labelOf } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import { Cell } from './Cell.tsx'
import { NameLink } from './NameLink.tsx'
import { nameColumn } from './name-column.ts'
import css from './RowCell.module.css'

/** A value in a row of a list: the name leads to the record, and a flag that may be set is a button that turns it round. */
export function RowCell(props: ComponentProps<typeof Cell>) {
  const { list, flags } = useListScreen()
  const { resource, column, row } = props
  if (column === nameColumn(resource))
    return (
      <NameLink resource={resource} row={row}>
        <Cell {...props} />
      </NameLink>
    )
  const isFlag = column.kind === 'status' || column.kind === 'boolean'
  const value = isFlag ? getAt(row, column.path) : undefined
  if (!isFlag || typeof value !== 'boolean' || list.deleted || !flags?.may(row, column.path))
    return <Cell {...props} />
  const { path } = column
  const words = column.kind === 'boolean' ? [column.yes, column.no] : ['Active', 'Inactive']
  const [now = '', then = ''] = (value ? words : words.reverse()).map((word) => translate(word))
  const deed =
    column.kind === 'status'
      ? translate(value ? 'deactivate {name}' : 'activate {name}', { name: nameOf(resource, row) })
      : translate('set {label} of {name} to {value}', {
          label: translate(labelOf(resource, path) ?? column.label),
          name: nameOf(resource, row),
          value: then,
        })
  const isSending = flags.isSending(row, path)
  return (
    <button
      type="button"
      className={css.flag}
      aria-label={`${now} – ${deed}`}
      title={translate(value ? 'Deactivate' : 'Activate')}
      aria-busy={isSending}
      onClick={() => void (isSending || flags.turn(row, path))}
    >
      <Cell {...props} />
    </button>
  )
}
