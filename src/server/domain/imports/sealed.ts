import type { ImportTables, KeptCells, KeptColumn, KeptRow } from '#server/store/kept-imports.ts'
import type { Sealing } from '../factors/sealing.ts'
import { conflict } from '../refusals.ts'

/** What stands in the place of cells. Not a list: a server that knows none of it finds every cell empty. */
type Sealed = Exclude<KeptCells, string[]>

/**
 * The staging of imports whose cells and samples are sealed, each bound to its file and line: a file may have a column
 * of passwords, whatever its head says, and rows stay up to a day (decision 037). What was staged before is read as it
 * stands.
 */
export function sealedImports(tables: ImportTables<KeptCells>, sealing: Sealing): ImportTables {
  const seal = (cells: readonly string[], owner: string): Sealed => ({
    sealed: sealing.seal(JSON.stringify(cells), owner).toString('base64'),
  })
  const open = (kept: string, owner: string): string[] | undefined => {
    const text = sealing.open(Buffer.from(kept, 'base64'), owner)
    return text === undefined ? undefined : JSON.parse(text)
  }

  const sealRow = <T extends Pick<KeptRow, 'line' | 'cells'>>(id: string, row: T) => ({
    ...row,
    cells: seal(row.cells, `${id} ${row.line}`),
  })
  const fromRow = (id: string, { cells: kept, ...row }: KeptRow<KeptCells>): KeptRow => {
    if (!isSealed(kept)) return { ...row, cells: kept }
    const cells = open(kept.sealed, `${id} ${row.line}`)
    if (!cells) throw conflict(UNREADABLE)
    return { ...row, cells }
  }
  const toColumns = (id: string, columns: readonly KeptColumn[]): KeptColumn[] =>
    columns.map((column, at) => ({
      ...column,
      sample: [seal(column.sample, `${id} column ${at}`).sealed],
    }))
  const fromColumns = (id: string, columns: readonly KeptColumn[]): KeptColumn[] =>
    columns.map((column, at) => ({
      ...column,
      sample: column.sample.flatMap((one) => open(one, `${id} column ${at}`) ?? []),
    }))

  return {
    ...tables,
    add: (id, rows) =>
      tables.add(
        id,
        rows.map((row) => sealRow(id, row)),
      ),
    ready: (id, columns, by, rows) => tables.ready(id, toColumns(id, columns), by, rows),
    async get(id, owner) {
      const one = await tables.get(id, owner)
      return one && { ...one, columns: fromColumns(id, one.columns) }
    },
    setColumns: (one, columns, by) => tables.setColumns(one, toColumns(one.id, columns), by),
    after: async (runner, id, line, most) =>
      (await tables.after(runner, id, line, most)).map((row) => fromRow(id, row)),
    rows: async (one, state, page) =>
      (await tables.rows(one, state, page)).map((row) => fromRow(one.id, row)),
    lines: async (one, lines) =>
      (await tables.lines(one, lines)).map((row) => fromRow(one.id, row)),
    keep: (one, found, claims, now) =>
      tables.keep(
        one,
        found.map(({ cells, ...row }) =>
          cells === undefined ? row : sealRow(one.id, { ...row, cells }),
        ),
        claims,
        now,
      ),
  }
}

const UNREADABLE =
  'What was read of this file cannot be opened any more: SECRET_KEY was changed. Choose the file once more.'

function isSealed(cells: KeptCells): cells is Sealed {
  return 'sealed' in cells
}
