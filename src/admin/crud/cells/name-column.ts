import type { Column } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'

/** The column that leads to the record: the one that names it, else the first of words. */
export function nameColumn({ columns, recordName }: Resource): Column | undefined {
  const words = columns.filter(({ kind }) => kind === 'person' || kind === 'text' || kind === 'of')
  return (
    words.find((column) => 'path' in column && recordName.includes(column.path)) ??
    words.find(({ kind }) => kind === 'person') ??
    words[0]
  )
}
