import { uuidv7 } from 'uuidv7'
import type { EntryAction } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { raw, run, sql } from '#server/db/sql.ts'
import { addToTally } from '#server/db/tallies.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { conflict } from '#server/http/refusal.ts'
import type { Done, TxContext, Write } from '#server/records/hooks/hooks.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'
import { uniqueHolders } from '#server/records/uniqueness.ts'
import type { Store } from '#server/services.ts'
import { changedFields, type PlannedWrite } from './plan.ts'
import { byResource, grouped, takesValue } from './validate.ts'

/** A record after a change, or before its deletion. */
export interface Written extends Stored {
  change: string
}

/** A change whose transaction is still open. */
export interface OpenChange {
  id: string
  db: { store: Store; runner: Tx; tx: Tx }
  /**
   * Writes a batch of valid writes. A record may be in only one batch. Returns the records in the given order. Throws
   * ChangedMeanwhileError, the database's unique violation, and 409 if two records have a value that must be unique.
   */
  write(planned: readonly PlannedWrite[]): Promise<Written[]>
}

/** The record was changed or deleted after it was read. */
export class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

interface ChangeOptions<T> {
  undoes?: string
  /** Selects the part of the result to store for a repeated request under the same key. */
  answer?(result: T): object | undefined
  /** Stores a summary: the change may have very many records. */
  isSummed?: boolean
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** The most rows in one statement. */
const ROWS_AT_ONCE = 250
/** The number of entries that a summary names. */
const SUMMED_FIRST = 3
/** How an action changes the number of live records. */
const LIVE: Readonly<Record<string, number>> = { create: 1, delete: -1, restore: 1 }

/**
 * Makes one change in one transaction: everything that `work` writes, with hooks, history and counters, or nothing.
 * `work` may be retried, so it must have no effect outside the transaction. Returns its result, and the id of the
 * change if it wrote anything.
 */
export async function inChange<T>(
  store: Store,
  author: Author,
  work: (change: OpenChange) => Promise<T>,
  { undoes, answer, isSummed, deadlineMs, signal }: ChangeOptions<T> = {},
): Promise<{ id: string | undefined; result: T }> {
  const once = async (tx: Tx) => {
    const row: ChangeRow = { id: uuidv7(), at: new Date().toISOString(), author, undoes }
    // The summary of a large change saves readers from counting its entries. `first` has the ids of some.
    const parts: { resource: string; action: EntryAction; count: number }[] = []
    const first: string[] = []
    const last: (() => Promise<void>)[] = []
    const afterCommit: (() => void)[] = []
    const hooked = {
      ...{ store, tx },
      last: (work: () => Promise<void>) => void last.push(work),
      afterCommit: (work: () => void) => void afterCommit.push(work),
    }
    const write = async (planned: readonly PlannedWrite[]): Promise<Written[]> => {
      if (planned.length === 0) return []
      const { records, entries } = await writeBatch(hooked, row, planned)
      const ids = await storeEntries(tx, row, entries, parts.length === 0)
      first.push(...ids.slice(0, SUMMED_FIRST - first.length))
      for (const { resource, action } of entries) {
        const known = parts.find((one) => one.resource === resource && one.action === action)
        if (known) known.count += 1
        else parts.push({ resource, action, count: 1 })
      }
      return records.map((record) => ({ ...record, change: row.id }))
    }
    const result = await work({ id: row.id, db: { store, runner: tx, tx }, write })
    for (const work of last) await work()
    if (parts.length === 0) return { id: undefined, result, afterCommit }
    // A request without a key cannot be repeated.
    const stored = author.once && answer?.(result)
    if (stored || isSummed)
      await run(
        tx,
        sql`update changes set answer = ${stored && JSON.stringify(stored)}::jsonb,
          summary = ${isSummed ? JSON.stringify({ parts, first }) : null}::jsonb where id = ${row.id}`,
      )
    // Always in the same order, so that two sets do not deadlock.
    for (const [resource, own] of [...grouped(parts, (one) => one.resource)].sort(
      ([one], [other]) => (one < other ? -1 : 1),
    )) {
      const by = own.reduce((sum, { action, count }) => sum + count * (LIVE[action] ?? 0), 0)
      if (by !== 0) await addToTally(tx, resource, by)
    }
    return { id: row.id, result, afterCommit }
  }
  const limits = { ...(deadlineMs !== undefined && { deadlineMs }), signal }
  const { afterCommit, ...done } = await inTransaction(store.pool, once, limits)
  await inTurns(afterCommit, (notify) => notify())
  return done
}

async function writeBatch(
  hooked: Omit<TxContext, 'amend'>,
  { at, author }: ChangeRow,
  planned: readonly PlannedWrite[],
): Promise<{ records: Stored[]; entries: Entry[] }> {
  const { tx } = hooked
  const entries: Entry[] = []
  const amended: Entry[] = []
  const results = new Map<PlannedWrite, Stored>()
  for (const [{ resource, hooks, unindexed, records: stored }, own] of byResource(planned)) {
    const context: TxContext = {
      ...hooked,
      async amend(before, values) {
        const data = { ...before.data, ...values }
        const write = { action: 'update', data, before, author } as const
        const [record = before] = await writeRows(tx, resource, at, [write])
        amended.push(entryOf(resource, write, record))
      },
    }
    const given = own.map(({ write }) => write)
    const replaced = (await hooks.before?.(context, given)) ?? []
    const writes = given.map((write, place) => {
      const data = replaced[place]
      return data && write.action !== 'delete' ? { ...write, data } : write
    })
    const records = await writeRows(tx, resource, at, writes)
    const done: Done[] = []
    await inTurns(own, (one, place) => {
      const [write, record] = [writes[place], records[place]]
      if (!(write && record)) throw new Error('A write gave no record.')
      entries.push(entryOf(resource, write, record, write === one.write ? one.fields : undefined))
      done.push({ write, record, aside: one.aside })
      results.set(one, write.action === 'delete' ? write.before : record)
    })
    // If stored records prevent the index of a unique rule, only one writer runs at a time, so that each sees the
    // writes before. The hooks may have changed the value of an earlier record.
    for (const rule of unindexed) {
      const takers = done.filter(({ write, record }) => takesValue(rule, write, record.data))
      if (takers.length === 0) continue
      await stored.lock(tx)
      const rows = takers.map(({ record }) => record.data)
      for (const { place, holder } of await uniqueHolders(tx, resource, rule, rows))
        if (holder !== null && holder !== takers[place]?.record.id)
          throw conflict(rule.message, { [rule.path]: rule.message })
    }
    await hooks.after?.(context, done)
  }
  // The response shows a record as the last hook left it.
  const latest = new Map(amended.map(({ record }) => [record.id, record]))
  const records = planned.flatMap((one) => results.get(one) ?? [])
  return {
    records: records.map((record) => latest.get(record.id) ?? record),
    // A repeat under the same key gets its response from the first entry.
    entries: [...entries, ...amended],
  }
}

/** The order of statements: a record gives up a unique value before another one takes it. */
const RANKS = { delete: 0, update: 1, restore: 3, create: 4 } as const
const TAKES = 2

/** Writes rows of one resource. Returns the records in the given order. Throws ChangedMeanwhileError. */
async function writeRows(
  tx: Tx,
  resource: Resource,
  at: string,
  writes: readonly Write[],
): Promise<Stored[]> {
  const { table, kept } = shapeOf(resource)
  const takes = (data: Data) =>
    resource.unique.some(({ path, only }) => only !== undefined && getAt(data, path) === only)
  /** JSON omits them. */
  const apart = Object.fromEntries(kept.map(({ path }) => [path, undefined]))
  const rows = writes.map((write) => ({ write, record: recordAfter(write, at) }))
  const ranked = grouped(rows, ({ write }) =>
    write.action === 'update' && takes(write.data) ? TAKES : RANKS[write.action],
  )
  for (const [rank, own] of [...ranked].sort(([one], [other]) => one - other))
    for (const part of chunksOf(own)) {
      const list = part.map(({ write, record: { id, version, data } }) => ({
        ...{ id, version, live: write.action !== 'restore' },
        ...(write.action === 'delete' && { deleted: at }),
        ...((write.action === 'create' || write.action === 'update') && {
          data: { ...data, ...apart },
          text: searchText(resource, data),
        }),
      }))
      const given = sql`json_to_recordset(${JSON.stringify(list)}::json)
        as u(id uuid, version int, live boolean, deleted timestamptz, data jsonb, text text)`
      const statement =
        rank === RANKS.create
          ? sql`insert into ${raw(table)} (id, version, created_at, updated_at, data, search_text)
              select id, version, ${at}::timestamptz, ${at}::timestamptz, data, text from ${given}`
          : sql`update ${raw(table)} t set version = u.version, updated_at = ${at}, deleted_at = u.deleted,
                data = coalesce(u.data, t.data), search_text = coalesce(u.text, t.search_text)
              from ${given}
              where t.id = u.id and t.version = u.version - 1 and (t.deleted_at is null) = u.live`
      const name = `${rank === RANKS.create ? 'insert' : 'update'}_${resource.page}`
      if ((await run(tx, statement, name)) < part.length) throw new ChangedMeanwhileError()
    }
  return rows.map(({ record }) => record)
}

function recordAfter(write: Write, at: string): Stored {
  if (write.action === 'create')
    return { id: uuidv7(), version: 1, createdAt: at, updatedAt: at, data: write.data }
  const { id, version, createdAt, data } = write.before
  const record = { id, version: version + 1, createdAt, updatedAt: at }
  return { ...record, data: write.action === 'update' ? write.data : data }
}

/** An entry of the history: a record after a change, or before its deletion. */
interface Entry {
  resource: string
  action: EntryAction
  record: Stored
  fields?: FieldChanges
}

function entryOf(resource: Resource, write: Write, record: Stored, fields?: FieldChanges): Entry {
  const entry = { resource: resource.name, action: write.action, record }
  if (write.action !== 'update') return entry
  return { ...entry, fields: fields ?? changedFields(resource, write.before.data, record.data) }
}

interface ChangeRow {
  id: string
  at: string
  author: Author
  undoes?: string | undefined
}

/**
 * Stores entries of a change in the transaction that wrote the records, the first ones with the change itself. Returns
 * their ids. Throws the unique violation of `changes_key` when another change has the same key.
 */
export async function storeEntries(
  tx: Tx,
  { id, at, author, undoes }: ChangeRow,
  entries: readonly Entry[],
  isNew = true,
): Promise<string[]> {
  const { id: actor, requestId, via, once } = author
  const change = sql`insert into changes (id, at, actor_id, via, undoes, request_id, key_hash, asked_hash)
    values (${id}, ${at}, ${actor}, ${via}, ${undoes ?? null}, ${requestId}, ${once?.key ?? null},
      ${once?.asked ?? null})`
  const rows = entries.map(({ resource, action, record, fields }) => ({
    ...{ id: uuidv7(), resource, record_id: record.id, version: record.version, action },
    ...{ data: record.data, fields },
  }))
  for (const [place, part] of chunksOf(rows).entries()) {
    const isFirst = isNew && place === 0
    const history = sql`insert into history
        (id, resource, record_id, version, action, at, actor_id, request_id, data, change_id, fields)
      select id, resource, record_id, version, action, ${at}::timestamptz, ${actor}::uuid, ${requestId}::text,
        data, ${id}::uuid, fields
      from json_to_recordset(${JSON.stringify(part)}::json)
        as u(id uuid, resource text, record_id uuid, version int, action text, data jsonb, fields jsonb)`
    const statement = isFirst ? sql`with change as (${change}) ${history}` : history
    await run(tx, statement, isFirst ? 'store_change' : 'store_entries')
  }
  return rows.map((row) => row.id)
}

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, place) =>
    all.slice(place * ROWS_AT_ONCE, (place + 1) * ROWS_AT_ONCE),
  )
}
