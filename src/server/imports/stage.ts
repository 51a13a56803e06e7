import type pg from 'pg'
import type {
  DateForm,
  ImportFormat,
  ImportReading,
  ImportState,
  NumberForm,
  RowFault,
  RowState,
} from '#contract/imports.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Encryption } from '#server/auth/secrets.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { conflict } from '#server/http/refusal.ts'
import { isId } from '#server/records/shape.ts'

/** A cell of a file: typed numbers stay numbers, everything else is a text. */
export type Cell = string | number

/** Examples of cells that show how numbers or dates are written. */
export interface Evidence<Form extends string> {
  /** Of those that can only be read in one form. */
  sure: Partial<Record<Form, string>>
  /** Of those that mean something else in each form, by what separates their parts. */
  ambiguous: Record<string, string>
}

/** What the cells of a column show of how its numbers and dates are written. */
export interface Signs {
  numbers: Evidence<NumberForm>
  dates: Evidence<DateForm>
}

export interface StagedColumn {
  header: string
  /** The path of the field that it fills. */
  field: string | null
  /** Some of its values. */
  sample: string[]
  signs?: Signs | undefined
  /** May hold passwords: encrypted in the database. */
  isSecret?: boolean
}

export type Counts = Record<RowState, number>

/** A file that was read, and how far it is validated. */
export interface StagedImport {
  id: string
  resource: string
  ownerId: string
  file: string
  format: ImportFormat
  at: string
  state: ImportState
  columns: StagedColumn[]
  by: string | null
  reading: ImportReading
  /** As the author says; null: as the cells show. */
  numbers: NumberForm | null
  dates: DateForm | null
  rows: number
  /** The last line that was validated. */
  reached: number
  done: number
  counts: Counts
  revision: number
  problem: string | null
  keyHash: Buffer | null
  change: string | null
  /** Asked for a moment ago: not yet known whether it is being applied. */
  isFresh: boolean
}

/** A row as it stands in the file. */
export interface FileRow {
  line: number
  cells: Cell[]
  /** What is wrong with the line itself. */
  damage: string | null
}

/** A row with the result of its validation. */
export interface StagedRow extends FileRow {
  state: RowState
  faults: RowFault[] | null
  recordId: string | null
  version: number | null
  name: string | null
  fields: FieldChanges | null
}

/** The result of a validation; cells where they were fixed. */
export interface RowResult extends Omit<StagedRow, 'cells' | 'damage'> {
  cells?: Cell[]
  /** What only one row of a file may have: its record, and unique values. */
  keys: string[]
}

/** A key of a line. */
export interface LineKey {
  line: number
  key: string
}

/** So long after it was asked for, applying has surely begun. */
const FRESH_MS = 5000
const ROWS_AT_ONCE = 1000

const IMPORT =
  raw(`id, resource, owner_id as "ownerId", file, format, at, state, columns, by_path as "by", reading,
  numbers, dates, rows, reached, done, counts, revision, problem, key_hash as "keyHash", change_id as "change",
  coalesce(applying_at > now() - interval '${FRESH_MS} ms', false) as "isFresh"`)
const ROW = raw(
  `r.line, r.cells, r.damage, r.state, r.faults, r.record_id as "recordId", r.version, r.name, r.fields`,
)
const NOT_VALIDATED: Omit<StagedRow, keyof FileRow> = {
  ...{ state: 'waiting', faults: null, recordId: null, version: null, name: null, fields: null },
}

export type ImportStage = ReturnType<typeof createStage>

/**
 * The tables in which files wait until they are applied (decision 037). They hold personal data: retention erases them
 * after a day. Columns that may hold passwords are encrypted, with all that shows some of their cells.
 */
export function createStage(pool: pg.Pool, encryption: Encryption) {
  const { toCells, fromCells, toShown, fromShown } = createCellCipher(encryption)

  /** Writes unless another request wrote since `one` was read. */
  const update = (one: StagedImport, set: Sql, runner: Runner = pool) =>
    run(
      runner,
      sql`update imports set ${set}, revision = revision + 1
        where id = ${one.id} and revision = ${one.revision}`,
    )

  const rowsBy = async (id: string, rest: Sql, runner: Runner = pool): Promise<StagedRow[]> => {
    const rows = await rowsOf<Omit<StagedRow, 'cells'> & { cells: StoredCell[] }>(
      runner,
      sql`select ${ROW} from import_rows r where r.import_id = ${id} and ${rest}`,
    )
    return rows.map((row) => ({ ...row, cells: fromCells(id, row.cells) }))
  }

  /** Hides what a row said by former columns. */
  const current =
    ({ reached }: StagedImport) =>
    (row: StagedRow): StagedRow =>
      row.line <= reached ? row : { ...row, ...NOT_VALIDATED }

  return {
    async begin({
      id,
      resource,
      ownerId,
      file,
      format,
    }: Pick<StagedImport, 'id' | 'resource' | 'ownerId' | 'file' | 'format'>): Promise<void> {
      await run(
        pool,
        sql`insert into imports (id, resource, owner_id, file, format)
          values (${id}, ${resource}, ${ownerId}, ${file}, ${format})`,
      )
    },

    /** Adds rows; `secret` has the places of the columns to encrypt. */
    async add(id: string, rows: readonly FileRow[], secret: ReadonlySet<number>): Promise<void> {
      const stored = rows.map((row) => ({ ...row, cells: toCells(id, row.cells, secret) }))
      await run(
        pool,
        sql`insert into import_rows (import_id, line, cells, damage)
          select ${id}::uuid, line, cells, damage
          from json_to_recordset(${JSON.stringify(stored)}::json) as u(line int, cells jsonb, damage text)`,
        'import_rows_add',
      )
    },

    /** The whole file is there. */
    async ready(
      id: string,
      { by, rows, ...shown }: Pick<StagedImport, 'columns' | 'by' | 'rows' | 'reading'>,
    ): Promise<void> {
      const { columns, reading } = toShown(id, shown)
      await run(
        pool,
        sql`update imports set state = 'read', columns = ${JSON.stringify(columns)}, by_path = ${by},
          reading = ${JSON.stringify(reading)}, rows = ${rows}, counts = ${JSON.stringify(waiting(rows))} where id = ${id}`,
      )
    },

    /** Undefined for another owner's, and once it was erased. */
    async get(
      id: string,
      { resource, ownerId }: Pick<StagedImport, 'resource' | 'ownerId'>,
    ): Promise<StagedImport | undefined> {
      if (!isId(id)) return undefined
      const [found] = await rowsOf<StagedImport>(
        pool,
        sql`select ${IMPORT} from imports
          where id = ${id} and owner_id = ${ownerId} and resource = ${resource} and state <> 'reading'`,
      )
      return found && { ...found, ...fromShown(id, found) }
    },

    /** Sets columns, by which no row is validated yet. False when another request wrote meanwhile. */
    async setColumns(
      one: StagedImport,
      {
        by,
        numbers,
        dates,
        columns: all,
      }: Pick<StagedImport, 'columns' | 'by' | 'numbers' | 'dates'>,
    ): Promise<boolean> {
      const { columns } = toShown(one.id, { columns: all, reading: one.reading })
      const set = sql`state = 'read', columns = ${JSON.stringify(columns)}, by_path = ${by},
        numbers = ${numbers}, dates = ${dates}, reached = 0, done = 0,
        counts = ${JSON.stringify(waiting(one.rows))}, problem = null`
      return (await update(one, set)) === 1
    },

    /** At most so many rows after a line, in the order of the file. */
    after: (id: string, line: number, most: number, runner?: Runner) =>
      rowsBy(id, sql`r.line > ${line} order by r.line limit ${most}`, runner),

    async rows(
      one: StagedImport,
      state: RowState | undefined,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<StagedRow[]> {
      const { reached } = one
      const where =
        state === undefined
          ? raw('true')
          : state === 'waiting'
            ? sql`(r.line > ${reached} or r.state = 'waiting')`
            : sql`r.line <= ${reached} and r.state = ${state}`
      const rest = sql`${where} order by r.line limit ${limit} offset ${offset}`
      return (await rowsBy(one.id, rest)).map(current(one))
    },

    /** These lines, as far as there are such. */
    async lines(one: StagedImport, lines: readonly number[]): Promise<StagedRow[]> {
      const rest = sql`r.line = any(${[...lines]}::int[]) order by r.line`
      return (await rowsBy(one.id, rest)).map(current(one))
    },

    /** By line, the first earlier line with the same key, among the validated rows and the given ones. */
    async earlier(
      { id, reached }: StagedImport,
      given: readonly LineKey[],
    ): Promise<ReadonlyMap<number, LineKey>> {
      if (given.length === 0) return new Map()
      const own = new Set(given.map(({ line }) => line))
      const keys = sql`${given.map(({ key }) => key)}::text[]`
      const stored = await rowsOf<LineKey>(
        pool,
        sql`select r.line, k.key from import_rows r, unnest(r.keys) k(key)
          where r.import_id = ${id} and r.line <= ${reached} and r.keys && ${keys} and k.key = any(${keys})`,
      )
      const first = new Map<string, number>()
      for (const { key, line } of [...stored.filter(({ line }) => !own.has(line)), ...given])
        first.set(key, Math.min(line, first.get(key) ?? line))
      return new Map(
        given.flatMap(({ line, key }) => {
          const before = first.get(key) ?? line
          return before < line ? [[line, { key, line: before }] as const] : []
        }),
      )
    },

    /** Lines that share a key with one of these lines, or have one of these keys. */
    async sharing(
      { id, reached }: StagedImport,
      lines: readonly number[],
      keys: readonly string[],
    ): Promise<number[]> {
      const found = await rowsOf<{ line: number }>(
        pool,
        sql`select r.line from import_rows r
          where r.import_id = ${id} and r.line <= ${reached} and r.keys && (${[...keys]}::text[] || (
            select coalesce(array_agg(k.key), '{}') from import_rows o, unnest(o.keys) k(key)
            where o.import_id = ${id} and o.line <= ${reached} and o.line = any(${[...lines]}::int[])
          )) order by r.line limit 100`,
      )
      return found.map(({ line }) => line)
    },

    /** Stores the results of rows, and how far it is. False, with nothing stored, when another request wrote meanwhile. */
    keep: (
      one: StagedImport,
      results: readonly RowResult[],
      now: Pick<StagedImport, 'reached' | 'done' | 'counts' | 'state'>,
    ): Promise<boolean> =>
      inTransaction(pool, async (tx) => {
        const set = sql`state = ${now.state}, reached = ${now.reached}, done = ${now.done},
          counts = ${JSON.stringify(now.counts)}`
        if ((await update(one, set, tx)) === 0) return false
        const secret = new Set(one.columns.flatMap(({ isSecret }, at) => (isSecret ? [at] : [])))
        const stored = results.map(({ recordId, faults, cells, ...row }) => ({
          ...{ ...row, record_id: recordId, faults: faults?.length ? faults : null },
          cells: cells ? toCells(one.id, cells, secret) : null,
        }))
        for (let from = 0; from < stored.length; from += ROWS_AT_ONCE)
          await run(
            tx,
            sql`update import_rows r set state = u.state, faults = u.faults, record_id = u.record_id,
                version = u.version, name = u.name, fields = u.fields, keys = u.keys,
                cells = coalesce(u.cells, r.cells), damage = case when u.cells is null then r.damage end
              from json_to_recordset(${JSON.stringify(stored.slice(from, from + ROWS_AT_ONCE))}::json)
                as u(line int, state text, faults jsonb, record_id uuid, version int, name text,
                  fields jsonb, keys text[], cells jsonb)
              where r.import_id = ${one.id} and r.line = u.line`,
            'import_rows_keep',
          )
        return true
      }),

    /** From 'planned' on; false when it is not that any more. */
    async setApplying(one: StagedImport, keyHash: Buffer | null): Promise<boolean> {
      const set = sql`state = 'applying', done = 0, problem = null, key_hash = ${keyHash}, applying_at = now()`
      return (await update(one, set)) === 1
    },

    /** Marks it as being applied until the transaction ends; false when it is not to be. */
    async hold(tx: Tx, id: string): Promise<boolean> {
      // A key-share lock stops only erasing it, and `free`.
      const held = await rowsOf(
        tx,
        sql`select 1 from imports where id = ${id} and state = 'applying' for key share`,
      )
      return held.length > 0
    },

    /** Notes the number of written rows, on a connection of its own, so that others see it. */
    async progress(id: string, done: number): Promise<void> {
      await run(pool, sql`update imports set done = ${done} where id = ${id}`)
    },

    /** In the transaction that wrote its change. Only refused rows stay. */
    async applied(tx: Tx, id: string, changeId: string): Promise<void> {
      await run(
        tx,
        sql`update imports set state = 'applied', change_id = ${changeId}, done = rows,
          revision = revision + 1 where id = ${id}`,
      )
      await run(tx, sql`delete from import_rows where import_id = ${id} and state <> 'refused'`)
    },

    /** Makes an interrupted one 'planned' again. Does nothing while it is being applied, unless `isOurs`. */
    free: (id: string, problem: string, isOurs = false): Promise<boolean> =>
      inTransaction(pool, async (tx) => {
        const free = await rowsOf(
          tx,
          sql`select 1 from imports where id = ${id} and state = 'applying'
            ${raw(isOurs ? 'for no key update' : 'for update skip locked')}`,
        )
        if (free.length === 0) return false
        await run(
          tx,
          sql`update imports set state = 'planned', done = rows, problem = ${problem}, key_hash = null,
            applying_at = null, revision = revision + 1 where id = ${id}`,
        )
        return true
      }),

    async remove(id: string): Promise<void> {
      await run(pool, sql`delete from imports where id = ${id}`)
    },

    /** Erases all of an owner but the latest ones and those being applied. */
    async keepLatest(ownerId: string, most: number): Promise<void> {
      await run(
        pool,
        sql`delete from imports where id in (
          select id from imports where owner_id = ${ownerId} order by at desc, id desc offset ${most}
        ) and state <> 'applying'`,
      )
    },
  }
}

function waiting(rows: number): Counts {
  return { waiting: rows, create: 0, update: 0, unchanged: 0, refused: 0 }
}

/** A cell in the database. */
type StoredCell = Cell | { sealed: string }
type Shown = Pick<StagedImport, 'columns' | 'reading'>

const UNREADABLE =
  'What was read of this file cannot be opened any more: SECRET_KEY was changed. Choose the file once more.'

/** Encrypts cells of secret columns, each bound to its import. */
function createCellCipher(encryption: Encryption) {
  const seal = (id: string, value: unknown): string =>
    encryption.encrypt(JSON.stringify(value), id).toString('base64')
  const open = <T>(id: string, sealed: string): T | undefined => {
    const text = encryption.decrypt(Buffer.from(sealed, 'base64'), id)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    toCells: (id: string, cells: readonly Cell[], secret: ReadonlySet<number>): StoredCell[] =>
      cells.map((cell, at) => (secret.has(at) && cell !== '' ? { sealed: seal(id, cell) } : cell)),
    /** Throws 409 when they were encrypted under another key. */
    fromCells: (id: string, cells: readonly StoredCell[]): Cell[] =>
      cells.map((cell) => {
        if (typeof cell !== 'object') return cell
        const opened = open<Cell>(id, cell.sealed)
        if (opened === undefined) throw conflict(UNREADABLE)
        return opened
      }),
    /** Heads, samples and first lines show cells, too. */
    toShown: (id: string, { columns, reading }: Shown): Shown => ({
      columns: columns.map(({ header, sample, signs, ...column }) =>
        column.isSecret
          ? { ...column, header: '', sample: [seal(id, { header, sample, signs })] }
          : { ...column, header, sample, signs },
      ),
      reading: columns.some(({ isSecret }) => isSecret)
        ? { ...reading, preview: [{ line: 0, cells: [seal(id, reading.preview)] }] }
        : reading,
    }),
    fromShown: (id: string, { columns, reading }: Shown): Shown => ({
      columns: columns.map((column) =>
        column.isSecret ? { ...column, sample: [], ...open(id, column.sample[0] ?? '') } : column,
      ),
      reading: columns.some(({ isSecret }) => isSecret)
        ? { ...reading, preview: open(id, reading.preview[0]?.cells[0] ?? '') ?? [] }
        : reading,
    }),
  }
}
