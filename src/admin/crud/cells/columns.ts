import type { Column } from '#model/columns.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'

/** Aligns digits across rows. */
export const NUMBER = {
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  unicodeBidi: 'plaintext',
} as const

/** Length above which a text may need more than a line. */
const LINE = 300

/** Returns whether a value may need the whole width. */
export function isLong(resource: Resource, column: Column): boolean {
  if (column.kind !== 'text') return false
  return (describe(resource.row, column.path)?.max ?? 0) > LINE
}

/** Returns the column that links to the record: its name, else the first text column. */
export function nameColumn({ columns, recordName }: Resource): Column | undefined {
  const words = columns.filter(({ kind }) => kind === 'person' || kind === 'text' || kind === 'of')
  return (
    words.find((column) => 'path' in column && recordName.includes(column.path)) ??
    words.find(({ kind }) => kind === 'person') ??
    words[0]
  )
}
