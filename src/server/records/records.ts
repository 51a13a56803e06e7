import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import type { SessionOwner } from '#server/auth/sessions.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, raw, type Sql, sql } from '#server/db/sql.ts'
import { lockTally } from '#server/db/tallies.ts'
import { isoTime } from '#server/db/time.ts'
import { valuesOf } from '#server/db/values.ts'
import { type Claim, callerOf, rowsBehind, withCaller } from './claim.ts'
import { createLister, type Page, type RowQuery } from './list.ts'
import { wholeRows } from './rows.ts'
import { columnsOf, isId, type Stored, shapeOf } from './shape.ts'
import { type Filter, whereOf } from './where.ts'

/** A record that may be deleted. */
export interface Known extends Stored {
  isDeleted: boolean
}

export interface Records {
  readonly resource: Resource
  /** With a claim, the page of its owner: see Page.owner, and show nothing without one. */
  list(query: RowQuery, claim?: Claim): Promise<Page>
  /** The ids of what a query leaves, in its order: `most` at most. */
  ids(query: Omit<RowQuery, 'offset' | 'limit'>, most: number): Promise<string[]>
  /** The statements that read all that a query leaves, and count it, for whoever reads page by page. */
  statements(query: Omit<RowQuery, 'offset' | 'limit'>): { select: Sql; count: Sql }
  /** A row of that as the database writes it, in texts. */
  readTexts(texts: readonly (string | null)[]): Stored
  /** How many live records match all of these filters, `most` at most; remembered for a few seconds, as totals are. */
  count(filters: readonly Filter[], most?: number): Promise<number>
  /** The distinct texts at a declared filter of live records, most used first. */
  values(path: string): Promise<string[]>
  /** The record of an id, deleted or not. */
  one(id: string | undefined): Promise<Known | undefined>
  /** Undefined when there is no live record of this id. */
  get(id: string): Promise<Stored | undefined>
  /**
   * Those of the ids that are records, deleted ones too. Within a transaction they can be locked, always in the same
   * order, so that they stay as they are until its end.
   */
  many(ids: readonly string[], lock?: Tx): Promise<Map<string, Known>>
  /** The same as `get` for the owner of a claim, in one statement. */
  getFor(
    claim: Claim,
    id: string,
  ): Promise<{ owner: SessionOwner | undefined; record: Stored | undefined }>
  /** Forgets what is remembered of totals, after a write of this process. */
  forget(): void

  // For rules over several records.

  /** Within a write: lets one of this resource through at a time, and shows it what those before it did. */
  lock(tx: Tx): Promise<void>
  /** The oldest live record that matches all of these filters. */
  oldest(runner: Runner, filters?: readonly Filter[]): Promise<Stored | undefined>
  /** The oldest so many of them. */
  firstOf(runner: Runner, filters: readonly Filter[], most: number): Promise<Stored[]>
}

/** So many records are read by one statement. */
const MANY = 1000

/** The records of one resource, to read. They are written by history/changes.ts alone. */
export function createRecords(pool: pg.Pool, resource: Resource): Records {
  const shape = shapeOf(resource)
  const table = raw(shape.table)
  const lister = createLister(pool, resource)
  const columns = columnsOf(resource, 't')
  const rows = wholeRows(resource)
  const byId = {
    name: `get_${resource.page}`,
    text: `select ${rows.select} from ${shape.table} t where t.id = $1 and t.deleted_at is null`,
  }

  const known = {
    name: `known_${resource.page}`,
    text: `select ${rows.select}, t.deleted_at is not null from ${shape.table} t where t.id = $1`,
  }

  const read = async (runner: Runner, piece: Sql): Promise<Stored | undefined> => {
    const found = await runner.query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
    const [row] = found.rows
    return row && rows.read(row)
  }

  return {
    resource,
    list: lister.list,
    ids: lister.ids,
    statements: lister.statements,
    readTexts: (texts) => rows.read(typed(texts)),
    count: lister.count,
    values: (path) => valuesOf(pool, resource, path),

    async one(id) {
      if (!isId(id)) return undefined
      const found = await pool.query<unknown[]>({ ...known, values: [id], rowMode: 'array' })
      const [row] = found.rows
      return row && { ...rows.read(row), isDeleted: row.at(-1) === true }
    },

    async get(id) {
      if (!isId(id)) return undefined
      const found = await pool.query<unknown[]>({ ...byId, values: [id], rowMode: 'array' })
      const [row] = found.rows
      return row && rows.read(row)
    },

    async many(ids, lock) {
      const found = new Map<string, Known>()
      const possible = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))].sort()
      for (let from = 0; from < possible.length; from += MANY) {
        const part = possible.slice(from, from + MANY)
        const piece = sql`select ${raw(rows.select)}, t.deleted_at is not null from ${table} t
          where t.id = any(${part}::uuid[]) order by t.id ${raw(lock ? 'for update' : '')}`
        const read = await (lock ?? pool).query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
        for (const row of read.rows) {
          const record = rows.read(row)
          found.set(record.id, { ...record, isDeleted: row.at(-1) === true })
        }
      }
      return found
    },

    async getFor(claim, id) {
      const where = isId(id) ? sql`t.id = ${id}` : raw('false')
      const asked = withCaller(
        claim,
        sql`select ${raw(rows.select)} from ${table} t where ${where} and t.deleted_at is null`,
      )
      const found = await pool.query<unknown[]>({
        name: `get_${resource.page}_for_${claim.form}_${isId(id)}`,
        ...asked.toQuery(),
        rowMode: 'array',
      })
      const [row] = rowsBehind(claim, found.rows)
      return { owner: callerOf(claim, found.rows), record: row && rows.read(row, claim.width) }
    },

    forget: lister.forget,

    lock: (tx) => lockTally(tx, resource.name),

    oldest: (runner, filters = []) =>
      read(
        runner,
        sql`select ${raw(rows.select)} from ${table} t
          where ${whereOf(columns, { filters })} order by t.created_at, t.id limit 1`,
      ),

    async firstOf(runner, filters, most) {
      const piece = sql`select ${raw(rows.select)} from ${table} t
        where ${whereOf(columns, { filters })} order by t.created_at, t.id limit ${most}`
      const found = await runner.query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
      return found.rows.map((row) => rows.read(row))
    },
  }
}

/** The columns of a whole record as the driver would have read them. */
function typed([id, version, createdAt, updatedAt, data, ...times]: readonly (string | null)[]) {
  const moment = (text: string | null | undefined) => (text ? isoTime(text) : text)
  const record: unknown = JSON.parse(data ?? '{}')
  return [id, version, moment(createdAt), moment(updatedAt), record, ...times.map(moment)]
}
