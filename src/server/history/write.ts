import { uuidv7 } from 'uuidv7'
import type { Via } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import type { Tx } from '#server/db/pool.ts'
import { raw, run, type Sql, sql } from '#server/db/sql.ts'
import { addToTally } from '#server/db/tallies.ts'
import { type Data, type Stored, shapeOf, wholeRows } from '#server/records/shape.ts'

/** The author of a change, as the history stores it. */
export interface Author {
  id: string | null
  requestId: string | null
  /** The author's role; null without a signed-in user. */
  role: string | null
  /** The way that the change came. */
  via: Via
  /** Of a write with an Idempotency-Key. */
  once?: Once | undefined
  /** The author's address, for the security log alone. */
  address?: string
  /** Whether the author has just confirmed their identity. */
  isConfirmed?: boolean
}

/** Hashes of an Idempotency-Key and of its request. */
export interface Once {
  key: Buffer
  asked: Buffer
}

/** The keys that a write changes; all others keep their values. */
export interface Patch {
  set: Data
  unset: readonly string[]
}

/** The record was changed or deleted after it was read. */
export class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

/** A statement that changes existing rows. */
interface Statement<Given> {
  name: string
  /** The values of each row are `u`. */
  set: Sql
  is: string
  more?: (one: Given) => object
}

/** Rows written by one statement. */
const ROWS_AT_ONCE = 250

/**
 * Writes the rows of one resource, many at once, in the caller's transaction, with a check of their versions. Gives the
 * records in the given order. Throws ChangedMeanwhileError when one of them has another version. Only apply.ts uses it.
 */
export function createRowWriter(resource: Resource) {
  const table = raw(shapeOf(resource).table)
  const rows = wholeRows(resource)
  const select = raw(rows.select)

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

  type Updates = readonly { known: Stored; patch: Patch }[]
  const LIVE = 't.deleted_at is null'
  const bare = (known: readonly Stored[]) => known.map((one) => ({ known: one }))

  return {
    async insert(tx: Tx, given: readonly Data[], at: string): Promise<Stored[]> {
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

    update: (tx: Tx, given: Updates, at: string) =>
      change(tx, given, {
        name: 'update',
        set: sql`updated_at = ${at}, data = (t.data - u.unset) || u.set, search_text = u.text`,
        is: LIVE,
        more: ({ known, patch }) => ({
          set: patch.set,
          unset: patch.unset,
          text: searchText(resource, patched(known.data, patch)),
        }),
      }),

    remove: (tx: Tx, known: readonly Stored[], at: string) =>
      change(tx, bare(known), {
        ...{ name: 'remove', is: LIVE },
        set: sql`updated_at = ${at}, deleted_at = ${at}`,
      }),

    restore: (tx: Tx, known: readonly Stored[], at: string) =>
      change(tx, bare(known), {
        ...{ name: 'restore', is: 't.deleted_at is not null' },
        set: sql`updated_at = ${at}, deleted_at = null`,
      }),

    /** Adds to the count of live records. */
    tally: (tx: Tx, by: number) => addToTally(tx, resource.name, by),
  }
}

/** An entry of the history: a record after a change, of a deletion before it. */
export interface Entry {
  resource: string
  action: 'create' | 'update' | 'delete' | 'restore' | 'erase'
  record: Stored
  /** Of an update. */
  fields?: FieldChanges
}

/** A change to be stored. */
export interface ChangeRow {
  id: string
  at: string
  author: Author
  undoes?: string | undefined
}

/**
 * Stores entries of a change in the history, in the transaction that wrote the records; the first ones with the change
 * itself. Gives the entries' ids. Throws the database's unique violation of `changes_key` when another change was made under the same key.
 */
export async function storeEntries(
  tx: Tx,
  { id, at, author, undoes }: ChangeRow,
  entries: readonly Entry[],
  isNew = true,
): Promise<string[]> {
  const ids = entries.map(() => uuidv7())
  const { id: actor, requestId, via, once } = author
  const change = sql`insert into changes (id, at, actor_id, via, undoes, request_id, key_hash, asked_hash)
    values (${id}, ${at}, ${actor}, ${via}, ${undoes ?? null}, ${requestId}, ${once?.key ?? null},
      ${once?.asked ?? null})`
  for (const [place, part] of parts(entries).entries()) {
    const list = part.map(({ resource, action, record, fields }, at) => ({
      ...{
        id: ids[place * ROWS_AT_ONCE + at],
        resource,
        record_id: record.id,
        version: record.version,
        action,
      },
      ...{ data: record.data, fields },
    }))
    const history = sql`insert into history
        (id, resource, record_id, version, action, at, actor_id, request_id, data, change_id, fields)
      select id, resource, record_id, version, action, ${at}::timestamptz, ${actor}::uuid, ${requestId}::text,
        data, ${id}::uuid, fields
      from json_to_recordset(${JSON.stringify(list)}::json)
        as u(id uuid, resource text, record_id uuid, version int, action text, data jsonb, fields jsonb)`
    if (isNew && place === 0)
      await run(tx, sql`with change as (${change}) ${history}`, 'store_change')
    else await run(tx, history, 'store_entries')
  }
  return ids
}

/** What a change of very many records did: its counts, and the ids of its first entries. */
export interface ChangeSummary {
  parts: { resource: string; action: Entry['action']; count: number }[]
  first: string[]
}

/**
 * Stores the answer to a change, for repeats under its key; of one of very many records also its summary, so that no
 * reader counts its entries.
 */
export async function storeOutcome(
  tx: Tx,
  change: string,
  answer: object | undefined,
  summary: ChangeSummary | undefined,
): Promise<void> {
  const json = (value: object | undefined) => sql`${value ? JSON.stringify(value) : null}::jsonb`
  await run(
    tx,
    sql`update changes set answer = ${json(answer)}, summary = ${json(summary)} where id = ${change}`,
  )
}

function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, place) =>
    all.slice(place * ROWS_AT_ONCE, (place + 1) * ROWS_AT_ONCE),
  )
}

/** The values of a record after a patch. */
export function patched(before: Data, { set, unset }: Patch): Data {
  const after = { ...before, ...set }
  for (const key of unset) delete after[key]
  return after
}
