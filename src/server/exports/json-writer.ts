import type { Column, Row } from './export-file.ts'

/** The object up to its rows; `jsonTail` ends it. */
export function jsonHead(about: object): string {
  return `${JSON.stringify(about).slice(0, -1)},"rows":[`
}

/** Some rows as objects, one on a line; `isFirst` when no row stands before them. */
export function jsonLines(
  columns: readonly Column[],
  rows: readonly Row[],
  isFirst: boolean,
): string {
  const keys = columns.map(({ key }) => JSON.stringify(key))
  let lines = ''
  for (const row of rows) {
    lines += isFirst && lines === '' ? '\n{' : ',\n{'
    for (let index = 0; index < columns.length; index += 1)
      lines += `${index > 0 ? ',' : ''}${keys[index]}:${jsonOf(columns[index]?.kind, row[index])}`
    lines += '}'
  }
  return lines
}

export const jsonTail = '\n]}\n'

/** Cells that are JSON as they stand. */
const PLAIN: ReadonlySet<Column['kind'] | undefined> = new Set([
  'number',
  'percent',
  'flag',
  'json',
])

function jsonOf(kind: Column['kind'] | undefined, cell: Row[number] | undefined): string {
  if (cell === null || cell === undefined) return 'null'
  return PLAIN.has(kind) ? String(cell) : JSON.stringify(cell)
}
