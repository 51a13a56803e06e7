import { CHECK } from './column-widths.ts'
import type { ListTable } from './list-columns.tsx'
import css from './ResourceTable.module.css'

export type Header = ReturnType<ListTable['getFlatHeaders']>[number]

/** Where a column's cells stand: numbers below each other, and what is pinned at its edge. */
export function placeOf(column: Header['column'], hasChecks: boolean) {
  const kind = column.columnDef.meta?.column?.kind ?? ''
  const pinned = column.getIsPinned() || undefined
  const start = pinned === 'start' ? column.getStart('start') : 0
  const before = start > 0 && hasChecks ? CHECK : 0
  return {
    className: ['number', 'money', 'duration', 'uses'].includes(kind) ? css.number : undefined,
    'data-pinned': pinned,
    ...(pinned === 'start' && { style: { insetInlineStart: start + before } }),
  }
}

/** The pixels of each column; of one that takes a share of what is left, none. And what all need together. */
export function widthsOf(headers: readonly Header[], hasChecks: boolean, width: number) {
  const sizes = headers.map(
    ({ column }, index) => column.getSize() + (hasChecks && index === 0 ? CHECK : 0),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  // Where the table scrolls, what is pinned is just so wide: the next begins where it ends.
  const scrolls = width > 0 && total > width
  const shares = headers.map(({ column }) => grows(column) && !(scrolls && column.getIsPinned()))
  // Where all widths are set, the last that shows a value takes what is left, or all would.
  const last = headers.findLastIndex(({ column }) => column.columnDef.meta?.column)
  if (!shares.includes(true) && last >= 0) shares[last] = true
  return {
    each: sizes.map((size, index) => (shares[index] ? undefined : size)),
    total,
  }
}

/** What was given a width is just so wide. */
function grows(column: Header['column']): boolean {
  const isSized = column.id in column.table.atoms.columnSizing.get()
  return column.columnDef.meta?.grows === true && !isSized
}
