import type { ImportTables, KeptImport } from './kept-imports.ts'

const PAGE = 500

/** The refused rows as they stand in the file, without passwords, each with what is wrong with it last. */
export async function* failedPages(
  tables: ImportTables,
  one: KeptImport,
  secrets: ReadonlySet<number>,
): AsyncGenerator<readonly string[][]> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await tables.rows(one, 'refused', { offset, limit: PAGE })
    if (rows.length > 0)
      yield rows.map((row) => [
        ...one.columns.map((_, at) => (secrets.has(at) ? '' : String(row.cells[at] ?? ''))),
        (row.faults ?? []).map(({ message }) => message).join(' '),
      ])
    if (rows.length < PAGE) return
  }
}
