import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { isoTime, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, type Sql, sql } from '#server/db/sql.ts'
import { lockTally } from '#server/db/tallies.ts'
import { valuesOf } from './distinct-values.ts'
import { createLister } from './list.ts'
import { columnsOf, isId, type Stored, shapeOf, wholeRows } from './shape.ts'
import { type Filter, whereOf } from './where.ts'

/** A record that may be deleted. */
export interface Known extends Stored {
  isDeleted: boolean
}

/** The most records that one statement reads. */
const MANY = 1000

/** Reads the records of one resource. history/changes.ts alone writes them. */
export function createRecords(pool: pg.Pool, resource: Resource) {
  const shape = shapeOf(resource)
  const table = raw(shape.table)
  const { list, ids, statements, count, forget } = createLister(pool, resource)
  const columns = columnsOf(resource, 't')
  const rows = wholeRows(resource)
  const liveById = {
    name: `get_${resource.page}`,
    text: `select ${rows.select} from ${shape.table} t where t.id = $1 and t.deleted_at is null`,
  }
  const knownById = {
    name: `known_${resource.page}`,
    text: `select ${rows.select}, t.deleted_at is not null from ${shape.table} t where t.id = $1`,
  }

  const readKnown = (row: unknown[]): Known => ({
    ...rows.read(row),
    isDeleted: row.at(-1) === true,
  })

  const read = async (runner: Runner, piece: Sql): Promise<unknown[][]> => {
    const found = await runner.query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
    return found.rows
  }

  /** The oldest live records that match all filters, `most` at most. */
  const firstOf = async (runner: Runner, filters: readonly Filter[], most: number) => {
    const found = await read(
      runner,
      sql`select ${raw(rows.select)} from ${table} t
        where ${whereOf(columns, { filters })} order by t.created_at, t.id limit ${most}`,
    )
    return found.map((row) => rows.read(row))
  }

  return {
    ...{ resource, list, ids, statements, count, forget, firstOf },

    /** Reads a row of `statements` that came as texts. */
    readTexts: (texts: readonly (string | null)[]): Stored => rows.read(typed(texts)),

    /** The distinct texts of live records at a declared filter, most used first. */
    values: (path: string) => valuesOf(pool, resource, path),

    /** The record of an id, deleted or not. */
    async one(id: string | undefined): Promise<Known | undefined> {
      if (!isId(id)) return undefined
      const found = await pool.query<unknown[]>({ ...knownById, values: [id], rowMode: 'array' })
      return found.rows[0] && readKnown(found.rows[0])
    },

    /** The live record of an id. */
    async get(id: string): Promise<Stored | undefined> {
      if (!isId(id)) return undefined
      const found = await pool.query<unknown[]>({ ...liveById, values: [id], rowMode: 'array' })
      return found.rows[0] && rows.read(found.rows[0])
    },

    /**
     * The records of these ids by id, deleted ones too. With a transaction it locks them until its end, always in the
     * same order.
     */
    async many(wanted: readonly string[], lock?: Tx): Promise<Map<string, Known>> {
      const found = new Map<string, Known>()
      const possible = [...new Set(wanted.filter(isId).map((id) => id.toLowerCase()))].sort()
      for (let from = 0; from < possible.length; from += MANY) {
        const part = possible.slice(from, from + MANY)
        const piece = sql`select ${raw(rows.select)}, t.deleted_at is not null from ${table} t
          where t.id = any(${part}::uuid[]) order by t.id ${raw(lock ? 'for update' : '')}`
        for (const row of await read(lock ?? pool, piece)) {
          const record = readKnown(row)
          found.set(record.id, record)
        }
      }
      return found
    },

    /** Within a write: admits one transaction of this resource at a time, so that each sees the writes before it. */
    lock: (tx: Tx) => lockTally(tx, resource.name),

    /** The oldest live record that matches all filters. */
    oldest: async (runner: Runner, filters: readonly Filter[] = []): Promise<Stored | undefined> =>
      (await firstOf(runner, filters, 1))[0],
  }
}

/** Converts the texts of a whole record's columns as the driver would. */
function typed([id, version, createdAt, updatedAt, data, ...times]: readonly (string | null)[]) {
  const moment = (text: string | null | undefined) => (text ? isoTime(text) : text)
  const record: unknown = JSON.parse(data ?? '{}')
  return [id, version, moment(createdAt), moment(updatedAt), record, ...times.map(moment)]
}
