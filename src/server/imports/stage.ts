import type pg from 'pg'
import type { DateForm, Import, NumberForm, RowFault, RowState } from '#contract/imports.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Encryption } from '#server/auth/secrets.ts'
import { inTransaction } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { conflict, unavailable } from '#server/http/refusal.ts'
import { isId } from '#server/records/shape.ts'
import type { FileColumn } from './number-date-formats.ts'
import type { Cell, FileRow } from './parse-file.ts'
import type { Asked } from './validate-rows.ts'

/** An uploaded file, and how far its rows are validated. */
export interface StagedImport
  extends Omit<Import, 'columns' | 'fields' | 'keys' | 'numbers' | 'dates' | 'problem' | 'change'> {
  ownerId: string
  columns: FileColumn[]
  /** The author's choice; null to detect it. */
  numbers: NumberForm | null
  dates: DateForm | null
  /** The last line that was validated. Results of later lines belong to an earlier mapping. */
  reached: number
  /** Counts the writes, so that concurrent requests detect each other. */
  revision: number
  problem: string | null
  keyHash: Buffer | null
  change: string | null
  /** Its cells are encrypted. */
  isEncrypted: boolean
}

type Described = 'id' | 'resource' | 'ownerId' | 'file' | 'format' | 'columns' | 'by' | 'reading'
export type NewImport = Pick<StagedImport, Described | 'isEncrypted'>

/** A row with the result of its validation. */
export interface StagedRow extends FileRow {
  state: RowState
  faults: RowFault[]
  recordId: string | null
  version: number | null
  name: string | null
  fields: FieldChanges | null
}

/** The result of a validation; with cells if they were edited. */
export interface RowResult extends Omit<StagedRow, 'cells' | 'damage'> {
  cells?: Cell[]
  /** Its record and unique values, which no other row of the file may have. */
  keys: string[]
}

export interface LineKey {
  line: number
  key: string
}

const STAGING_MS = 5 * 60_000
const ROWS_AT_ONCE = 1000

const IMPORT = raw(
  `id, resource, owner_id as "ownerId", file, format, at, state, columns, by_path as "by", reading, numbers, dates, rows,
  reached, done, counts, revision, problem, key_hash as "keyHash", change_id as "change"`,
)
const ROW = raw(
  `r.line, r.cells, r.damage, r.state, coalesce(r.faults, '[]') as faults, r.record_id as "recordId", r.version, r.name,
  r.fields`,
)
const NOT_VALIDATED: Omit<StagedRow, keyof FileRow> = {
  ...{ state: 'waiting', faults: [], recordId: null, version: null, name: null, fields: null },
}
const UNREADABLE =
  'The rows of this file cannot be decrypted because SECRET_KEY was changed. Upload the file again.'

export type ImportStage = ReturnType<typeof createStage>

/**
 * Creates the access to files between upload and apply. If a resource has a password field, all cells of its files are
 * encrypted, because any column can be mapped to it later. Retention deletes a file after a day.
 */
export function createStage(pool: pg.Pool, encryption: Encryption) {
  /** Returns the JSON to store. */
  const stored = ({ id, isEncrypted }: Pick<StagedImport, 'id' | 'isEncrypted'>, value: unknown) =>
    isEncrypted ? encryption.encrypt(JSON.stringify(value), id).toString('base64') : value
  /** Returns undefined if it was encrypted with another key. */
  const opened = <T>(id: string, value: unknown): T | undefined => {
    if (typeof value !== 'string') return value as T
    const text = encryption.decrypt(Buffer.from(value, 'base64'), id)
    return text === undefined ? undefined : JSON.parse(text)
  }
  const jsonOf = (one: Pick<StagedImport, 'id' | 'isEncrypted'>, value: unknown) =>
    sql`${JSON.stringify(stored(one, value))}::jsonb`

  /** Writes unless another request wrote since `one` was read. Returns whether it wrote. */
  const update = async (one: StagedImport, set: Sql, runner: Runner = pool): Promise<boolean> => {
    const where = sql`where id = ${one.id} and revision = ${one.revision}`
    return (await run(runner, sql`update imports set ${set}, revision = revision + 1 ${where}`)) > 0
  }

  return {
    update,

    /** Stores a file. Throws 503 if the transaction must be retried, because the rows can be read only once. */
    create(one: NewImport, rows: AsyncIterable<FileRow>): Promise<void> {
      let isRetry = false
      return inTransaction(
        pool,
        async (tx) => {
          if (isRetry) throw unavailable()
          isRetry = true
          await run(
            tx,
            sql`insert into imports (id, resource, owner_id, file, format)
              values (${one.id}, ${one.resource}, ${one.ownerId}, ${one.file}, ${one.format})`,
          )
          const insert = (batch: readonly object[]) =>
            run(
              tx,
              sql`insert into import_rows (import_id, line, cells, damage)
                select ${one.id}::uuid, line, cells, damage from json_to_recordset(${JSON.stringify(batch)}::json)
                  as u(line int, cells jsonb, damage text)`,
              'import_rows_add',
            )
          let count = 0
          let batch: object[] = []
          for await (const row of rows) {
            count += 1
            batch.push({ ...row, cells: stored(one, row.cells) })
            if (batch.length < ROWS_AT_ONCE) continue
            await insert(batch)
            batch = []
          }
          await insert(batch)
          await run(
            tx,
            sql`update imports set state = 'read', columns = ${jsonOf(one, one.columns)},
              reading = ${jsonOf(one, one.reading)}, by_path = ${one.by}, rows = ${count},
              counts = ${waiting(count)} where id = ${one.id}`,
          )
        },
        { deadlineMs: STAGING_MS },
      )
    },

    /** Returns an import; undefined for another owner's import, and after it was deleted. */
    async get({ id, resource, author }: Asked): Promise<StagedImport | undefined> {
      if (!isId(id)) return undefined
      const [found] = await rowsOf<StagedImport>(
        pool,
        sql`select ${IMPORT} from imports
          where id = ${id} and owner_id = ${author.id} and resource = ${resource.name}`,
      )
      return (
        found && {
          ...found,
          isEncrypted: typeof found.columns === 'string',
          columns: opened(id, found.columns) ?? [],
          reading: opened(id, found.reading) ?? { preview: [] },
        }
      )
    },

    /** Sets the mapping. All rows then need validation. Returns false if another request wrote first. */
    setColumns: (
      one: StagedImport,
      { columns, by, numbers, dates }: Pick<StagedImport, 'columns' | 'by' | 'numbers' | 'dates'>,
    ): Promise<boolean> =>
      update(
        one,
        sql`state = 'read', columns = ${jsonOf(one, columns)}, by_path = ${by}, numbers = ${numbers},
          dates = ${dates}, reached = 0, done = 0, counts = ${waiting(one.rows)}, problem = null`,
      ),

    /** Returns rows in the order of the file. Throws 409 if they cannot be decrypted. */
    async rows(
      { id, reached }: StagedImport,
      where: Sql,
      { limit, offset = 0 }: { limit?: number; offset?: number } = {},
      runner: Runner = pool,
    ): Promise<StagedRow[]> {
      const rows = await rowsOf<Omit<StagedRow, 'cells'> & { cells: unknown }>(
        runner,
        sql`select ${ROW} from import_rows r where r.import_id = ${id} and ${where}
          order by r.line limit ${limit ?? null} offset ${offset}`,
      )
      return rows.map((row) => {
        const cells = opened<Cell[]>(id, row.cells)
        if (!cells) throw conflict(UNREADABLE)
        return { ...row, ...(row.line > reached && NOT_VALIDATED), cells }
      })
    },

    /** Returns, by key, the first line that has it, among the validated rows and the given ones. */
    async firstLines(
      { id, reached }: StagedImport,
      given: readonly LineKey[],
    ): Promise<ReadonlyMap<string, number>> {
      const first = new Map<string, number>()
      if (given.length === 0) return first
      // PostgreSQL hashes the list for `= any`. With `keys && …` it would compare each row with each of thousands of keys.
      const found = await rowsOf<LineKey>(
        pool,
        sql`select r.line, k.key from import_rows r, unnest(r.keys) k(key)
          where r.import_id = ${id} and r.line <= ${reached}
            and k.key = any(${given.map(({ key }) => key)}::text[])`,
      )
      const own = new Set(given.map(({ line }) => line))
      for (const { key, line } of [...found.filter(({ line }) => !own.has(line)), ...given])
        first.set(key, Math.min(line, first.get(key) ?? line))
      return first
    },

    /** Returns lines that share a key with one of these lines, or have one of these keys. */
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

    /** Stores results and progress. Stores nothing and returns false if another request wrote first. */
    saveResults: (
      one: StagedImport,
      results: readonly RowResult[],
      { state, reached, done, counts }: Pick<StagedImport, 'reached' | 'done' | 'counts' | 'state'>,
    ): Promise<boolean> =>
      inTransaction(pool, async (tx) => {
        const set = sql`state = ${state}, reached = ${reached}, done = ${done},
          counts = ${JSON.stringify(counts)}`
        if (!(await update(one, set, tx))) return false
        const rows = results.map(({ cells, ...row }) => ({
          ...row,
          cells: cells ? stored(one, cells) : null,
        }))
        await run(
          tx,
          sql`update import_rows r set state = u.state, faults = nullif(u.faults, '[]'), record_id = u."recordId",
              version = u.version, name = u.name, fields = u.fields, keys = u.keys,
              cells = coalesce(u.cells, r.cells), damage = case when u.cells is null then r.damage end
            from json_to_recordset(${JSON.stringify(rows)}::json)
              as u(line int, state text, faults jsonb, "recordId" uuid, version int, name text,
                fields jsonb, keys text[], cells jsonb)
            where r.import_id = ${one.id} and r.line = u.line`,
          'import_rows_keep',
        )
        return true
      }),

    /**
     * Sets an interrupted import back to 'planned'. Unless `isOurs`, does nothing while it is being applied, or for
     * five seconds after the request to apply it, in which applying starts.
     */
    release: (id: string, problem: string, isOurs = false) =>
      run(
        pool,
        sql`update imports set state = 'planned', done = rows, problem = ${problem}, key_hash = null,
            applying_at = null, revision = revision + 1
          where id = (select id from imports where id = ${id} and state = 'applying' ${raw(
            isOurs
              ? 'for no key update'
              : "and coalesce(applying_at <= now() - interval '5 s', true) for update skip locked",
          )})`,
      ),
  }
}

function waiting(rows: number): string {
  return JSON.stringify({ waiting: rows, create: 0, update: 0, unchanged: 0, refused: 0 })
}
