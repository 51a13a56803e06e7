import { uuidv7 } from 'uuidv7'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import type { Tx } from './pool.ts'
import { withOldNames } from './renamed.ts'
import { wholeRows } from './rows.ts'
import { type Data, type Stored, shapeOf } from './shape.ts'
import { raw, run, type Sql, sql } from './sql.ts'

/** Who writes; it stands in the history. */
export interface Author {
  id: string | null
  requestId: string | null
  /** The role it is done in; null for what nobody signed in for. */
  role: string | null
  /** Where from; it stands in the log alone. */
  address?: string
}

/** What a write changes: keys it does not name keep the value they have by then. */
export interface Patch {
  set: Data
  unset: readonly string[]
}

/** The record was changed or deleted between reading and writing it. */
export class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

/**
 * The rows of one resource, written in the caller's transaction: the version check, the row and its history
 * row. Only domain/changes.ts writes by it.
 */
export interface RowWriter {
  insert(tx: Tx, data: Data, author: Author): Promise<Stored>
  /** Both throw ChangedMeanwhileError when the record no longer is what `known` says. */
  update(tx: Tx, known: Stored, patch: Patch, author: Author): Promise<Stored>
  remove(tx: Tx, known: Stored, author: Author): Promise<Stored>
  /** Adds to the number of live records. Last in a transaction: all writes of a resource meet in this row. */
  tally(tx: Tx, by: number): Promise<void>
}

export function createRowWriter(resource: Resource): RowWriter {
  const table = raw(shapeOf(resource).table)
  const rows = wholeRows(resource)

  const log = (tx: Tx, action: 'create' | 'update' | 'delete', record: Stored, author: Author) =>
    run(
      tx,
      sql`insert into history (id, resource, record_id, version, action, actor_id, request_id, data)
        values (${uuidv7()}, ${resource.name}, ${record.id}, ${record.version}, ${action},
          ${author.id}, ${author.requestId}, ${JSON.stringify(record.data)})`,
    )

  const change = async (tx: Tx, known: Stored, set: Sql): Promise<Stored> => {
    const piece = sql`update ${table} t set ${set}, version = ${known.version + 1}
      where t.id = ${known.id} and t.version = ${known.version} and t.deleted_at is null
      returning ${raw(rows.select)}`
    const found = await tx.query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
    const [row] = found.rows
    if (!row) throw new ChangedMeanwhileError()
    return rows.read(row)
  }

  return {
    async insert(tx, data, author) {
      const now = new Date().toISOString()
      const record = { id: uuidv7(), version: 1, createdAt: now, updatedAt: now, data }
      await run(
        tx,
        sql`insert into ${table} (id, version, created_at, updated_at, data, search_text)
          values (${record.id}, 1, ${now}, ${now}, ${JSON.stringify(data)},
            ${searchText(resource, data)})`,
      )
      await log(tx, 'create', record, author)
      return record
    },

    async update(tx, known, patch, author) {
      const text = searchText(resource, after(known.data, patch))
      const now = new Date().toISOString()
      const set = sql`updated_at = ${now}, data = ${patched(resource, patch)}, search_text = ${text}`
      const record = await change(tx, known, set)
      await log(tx, 'update', record, author)
      return record
    },

    async remove(tx, known, author) {
      const now = new Date().toISOString()
      const record = await change(tx, known, sql`updated_at = ${now}, deleted_at = ${now}`)
      await log(tx, 'delete', record, author)
      return record
    },

    async tally(tx, by) {
      await run(tx, sql`update tallies set live = live + ${by} where resource = ${resource.name}`)
    },
  }
}

/** What the search sees of a patched record: what the server sets meanwhile is never searched. */
function after(before: Data, { set, unset }: Patch): Data {
  const kept = Object.entries(before).filter(([key]) => !unset.includes(key))
  return { ...Object.fromEntries(kept), ...set }
}

/** Merged by the database, so that keys which the patch does not name keep their value. */
function patched(resource: Resource, { set, unset }: Patch): Sql {
  return sql`(t.data - ${withOldNames(resource, unset)}::text[]) || ${JSON.stringify(set)}::jsonb`
}
