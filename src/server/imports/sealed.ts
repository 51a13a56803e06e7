import type { ImportReading } from '#contract/imports.ts'
import type { Sealing } from '#server/auth/sealing.ts'
import { conflict } from '#server/http/refusal.ts'
import type { ImportTables, KeptCell, KeptCells, KeptColumn, KeptRow } from './kept-imports.ts'

/** What stands in the place of cells. Not a list: a server that knows none of it finds every cell empty. */
type Sealed = Exclude<KeptCells, KeptCell[]>

/**
 * The staging of imports whose cells, heads, samples and first lines are sealed, each bound to its file and line: a file
 * may have a column of passwords, whatever its head says, a wrong line may be read as the head, and rows stay up to a
 * day (decision 037). What was staged before is read as it stands.
 */
export function sealedImports(tables: ImportTables<KeptCells>, sealing: Sealing): ImportTables {
  const seal = (value: unknown, owner: string): string =>
    sealing.seal(JSON.stringify(value), owner).toString('base64')
  const open = <T>(kept: string, owner: string): T | undefined => {
    const text = sealing.open(Buffer.from(kept, 'base64'), owner)
    return text === undefined ? undefined : JSON.parse(text)
  }

  const sealRow = <T extends Pick<KeptRow, 'line' | 'cells'>>(id: string, row: T) => ({
    ...row,
    cells: { sealed: seal(row.cells, `${id} ${row.line}`) } satisfies Sealed,
  })
  const fromRow = (id: string, { cells: kept, ...row }: KeptRow<KeptCells>): KeptRow => {
    if (!isSealed(kept)) return { ...row, cells: kept }
    const cells = open<KeptCell[]>(kept.sealed, `${id} ${row.line}`)
    if (!cells) throw conflict(UNREADABLE)
    return { ...row, cells }
  }
  const toColumns = (id: string, columns: readonly KeptColumn[]): KeptColumn[] =>
    columns.map(({ header, field, sample, signs }, at) => ({
      ...{ header: '', field },
      sample: [seal({ header, sample, signs }, `${id} column ${at}`)],
    }))
  const fromColumns = (id: string, columns: readonly KeptColumn[]): KeptColumn[] =>
    columns.map((column, at) => {
      const [sealed = ''] = column.sample
      const opened = open<Omit<KeptColumn, 'field'>>(sealed, `${id} column ${at}`)
      return { ...column, sample: [], ...opened }
    })
  const toReading = (id: string, reading: ImportReading): ImportReading => ({
    ...reading,
    preview: [{ line: 0, cells: [seal(reading.preview, `${id} preview`)] }],
  })
  const fromReading = (id: string, reading: ImportReading): ImportReading => {
    const [sealed = ''] = reading.preview[0]?.cells ?? []
    return { ...reading, preview: open(sealed, `${id} preview`) ?? [] }
  }

  return {
    ...tables,
    add: (id, rows) =>
      tables.add(
        id,
        rows.map((row) => sealRow(id, row)),
      ),
    ready: (id, { columns, reading, ...one }) =>
      tables.ready(id, {
        ...one,
        columns: toColumns(id, columns),
        reading: toReading(id, reading),
      }),
    async get(id, owner) {
      const one = await tables.get(id, owner)
      return (
        one && {
          ...one,
          columns: fromColumns(id, one.columns),
          reading: fromReading(id, one.reading),
        }
      )
    },
    setColumns: (one, choice) =>
      tables.setColumns(one, { ...choice, columns: toColumns(one.id, choice.columns) }),
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
