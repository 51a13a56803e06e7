import { uuidv7 } from 'uuidv7'
import type { Via } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import type { Tx } from '#server/db/pool.ts'
import { raw, run, type Sql, sql } from '#server/db/sql.ts'
import { addToTally } from '#server/db/tallies.ts'
import { wholeRows } from '#server/records/rows.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'

/** Who writes; it stands in the history. */
export interface Author {
  id: string | null
  requestId: string | null
  /** The role it is done in; null for what nobody signed in for. */
  role: string | null
  /** Through what it is written. */
  via: Via
  /** Of a write that is done once, however often it is asked for. */
  once?: Once | undefined
  /** Where from; it stands in the log alone. */
  address?: string
  /** Whether it was proved just now that it is the person who signed in. */
  isConfirmed?: boolean
}

/** An Idempotency-Key, and what is asked under it, as hashes. */
export interface Once {
  key: Buffer
  asked: Buffer
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
 * The rows of one resource, many at once, written in the caller's transaction with the version check. Each gives
 * the records as they are then, in the order of what was given, and throws ChangedMeanwhileError when one of them no
 * longer is what was known. Only domain/changes writes by it.
 */
export interface RowWriter {
  insert(tx: Tx, given: readonly Data[], at: string): Promise<Stored[]>
  update(tx: Tx, given: readonly { known: Stored; patch: Patch }[], at: string): Promise<Stored[]>
  /**
   * Takes these keys away from rows that `update` writes later in the same transaction, so that others can take
   * their unique values meanwhile.
   */
  release(tx: Tx, given: readonly { known: Stored; keys: readonly string[] }[]): Promise<void>
  remove(tx: Tx, known: readonly Stored[], at: string): Promise<Stored[]>
  /** Makes deleted records live again. */
  restore(tx: Tx, known: readonly Stored[], at: string): Promise<Stored[]>
  /** Adds to the number of live records. */
  tally(tx: Tx, by: number): Promise<void>
}

/** A statement that writes rows that are there. */
interface Statement<Given> {
  /** Of the statement, which is planned once for each connection. */
  name: string
  /** These see what is given of each as `u`. */
  set: Sql
  is: string
  more?: (one: Given) => object
}

/** So many rows are written by one statement. */
const ROWS_AT_ONCE = 250

export function createRowWriter(resource: Resource): RowWriter {
  const table = raw(shapeOf(resource).table)
  const rows = wholeRows(resource)
  const select = raw(rows.select)

  /** Writes rows that are there. */
  const change = async <Given extends { known: Stored }>(
    tx: Tx,
    given: readonly Given[],
    { name, set, is, more }: Statement<Given>,
  ): Promise<Stored[]> => {
    const written = new Map<string, Stored>()
    for (const part of parts(given)) {
      const list = part.map((one) => ({
        ...{ id: one.known.id, version: one.known.version },
        ...more?.(one),
      }))
      const piece = sql`update ${table} t set ${set}, version = u.version + 1
        from json_to_recordset(${JSON.stringify(list)}::json)
          as u(id uuid, version int, set jsonb, unset text[], text text)
        where t.id = u.id and t.version = u.version and ${raw(is)}
        returning ${select}`
      const found = await tx.query<unknown[]>({
        name: `${name}_${resource.page}`,
        ...piece.toQuery(),
        rowMode: 'array',
      })
      if (found.rows.length < part.length) throw new ChangedMeanwhileError()
      for (const row of found.rows) {
        const record = rows.read(row)
        written.set(record.id, record)
      }
    }
    return given.flatMap(({ known }) => written.get(known.id) ?? [])
  }

  const LIVE = 't.deleted_at is null'

  return {
    async insert(tx, given, at) {
      const records = given.map((data) => ({
        ...{ id: uuidv7(), version: 1, createdAt: at, updatedAt: at, data },
      }))
      for (const part of parts(records)) {
        const list = part.map(({ id, data }) => ({ id, data, text: searchText(resource, data) }))
        await run(
          tx,
          sql`insert into ${table} (id, version, created_at, updated_at, data, search_text)
            select id, 1, ${at}::timestamptz, ${at}::timestamptz, data, text
            from json_to_recordset(${JSON.stringify(list)}::json) as u(id uuid, data jsonb, text text)`,
          `insert_${resource.page}`,
        )
      }
      return records
    },

    update: (tx, given, at) =>
      change(tx, given, {
        name: 'update',
        // Merged by the database, so that keys which the patch does not name keep their value.
        set: sql`updated_at = ${at}, data = (t.data - u.unset) || u.set, search_text = u.text`,
        is: LIVE,
        more: ({ known, patch }) => ({
          set: patch.set,
          unset: patch.unset,
          text: searchText(resource, patched(known.data, patch)),
        }),
      }),

    async release(tx, given) {
      for (const part of parts(given)) {
        const list = part.map(({ known, keys }) => ({
          ...{ id: known.id, version: known.version },
          keys,
        }))
        await run(
          tx,
          sql`update ${table} t set data = t.data - u.keys
            from json_to_recordset(${JSON.stringify(list)}::json) as u(id uuid, version int, keys text[])
            where t.id = u.id and t.version = u.version`,
          `release_${resource.page}`,
        )
      }
    },

    remove: (tx, known, at) =>
      change(
        tx,
        known.map((one) => ({ known: one })),
        { name: 'remove', set: sql`updated_at = ${at}, deleted_at = ${at}`, is: LIVE },
      ),

    restore: (tx, known, at) =>
      change(
        tx,
        known.map((one) => ({ known: one })),
        {
          name: 'restore',
          set: sql`updated_at = ${at}, deleted_at = null`,
          is: 't.deleted_at is not null',
        },
      ),

    async tally(tx, by) {
      await addToTally(tx, resource.name, by)
    },
  }
}

/** What a change did to one record: the record as it is then, of a deletion as it was. */
export interface Entry {
  resource: string
  action: 'create' | 'update' | 'delete' | 'restore' | 'erase'
  record: Stored
  /** Of an update: what each field was and is. */
  fields?: FieldChanges
}

/** A change to be noted, with all that it did. */
export interface ChangeRow {
  id: string
  at: string
  author: Author
  undoes?: string | undefined
  answer?: object | undefined
}

/** What a change of very many records did, counted, and its first entries by their ids. */
export interface ChangeSummary {
  parts: { resource: string; action: Entry['action']; count: number }[]
  first: string[]
}

/** Keeps what a change did counted, so that nobody who reads of it counts its entries again. */
export async function noteSummary(
  tx: Tx,
  change: string,
  summary: ChangeSummary,
  answer?: object,
): Promise<void> {
  await run(
    tx,
    sql`update changes set summary = ${JSON.stringify(summary)},
      answer = coalesce(${answer ? JSON.stringify(answer) : null}::jsonb, answer) where id = ${change}`,
  )
}

/**
 * Notes a change and its entries in the history, in the transaction that wrote them, or further entries of it when it
 * is not new. Gives the entries' ids. Throws the database's unique violation of `changes_key` when another change was
 * made under the same key.
 */
export async function noteChange(
  tx: Tx,
  { id, at, author, undoes, answer }: ChangeRow,
  entries: readonly Entry[],
  isNew = true,
): Promise<string[]> {
  const ids = entries.map(() => uuidv7())
  const { id: actor, requestId, via, once } = author
  const change = sql`insert into changes (id, at, actor_id, via, undoes, request_id, key_hash, asked_hash, answer)
    values (${id}, ${at}, ${actor}, ${via}, ${undoes ?? null}, ${requestId}, ${once?.key ?? null},
      ${once?.asked ?? null}, ${answer ? JSON.stringify(answer) : null})`
  for (const [place, part] of parts(entries).entries()) {
    const list = part.map(({ resource, action, record, fields }, at) => ({
      ...{ id: ids[place * ROWS_AT_ONCE + at], resource, record_id: record.id },
      ...{ version: record.version, action },
      ...{ data: record.data, fields },
    }))
    const history = sql`insert into history
        (id, resource, record_id, version, action, at, actor_id, request_id, data, change_id, fields)
      select id, resource, record_id, version, action, ${at}::timestamptz, ${actor}::uuid, ${requestId}::text,
        data, ${id}::uuid, fields
      from json_to_recordset(${JSON.stringify(list)}::json)
        as u(id uuid, resource text, record_id uuid, version int, action text, data jsonb, fields jsonb)`
    if (isNew && place === 0)
      await run(tx, sql`with change as (${change}) ${history}`, 'note_change')
    else await run(tx, history, 'note_items')
  }
  return ids
}

function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, place) =>
    all.slice(place * ROWS_AT_ONCE, (place + 1) * ROWS_AT_ONCE),
  )
}

/** What a record holds after a patch. */
export function patched(before: Data, { set, unset }: Patch): Data {
  const after = { ...before, ...set }
  for (const key of unset) delete after[key]
  return after
}
