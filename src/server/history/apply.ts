import { uuidv7 } from 'uuidv7'
import type { EntryAction } from '#contract/changes.ts'
import { type FieldChanges, fieldChanges } from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { raw, run, type Sql, sql } from '#server/db/sql.ts'
import { addToTally } from '#server/db/tallies.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { conflict } from '#server/http/refusal.ts'
import type { Done, Patch, TxContext } from '#server/records/hooks/hooks.ts'

import { type Data, type Stored, shapeOf, wholeRows } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import type { PlannedWrite, ResourceContext } from './plan.ts'
import { byResource, patched } from './validate.ts'

/** A record after a change, of a deletion before it. */
export interface Written extends Stored {
  /** The id of the change. */
  change: string
}

/** A change whose transaction is still open. */
interface OpenChange {
  id: string
  db: { store: Store; runner: Tx; tx: Tx }
  /**
   * Writes a batch of valid writes; no record may be in two batches. Returns the records in the given order. Throws
   * ChangedMeanwhileError, the database's unique violation, and refusals that only the write can find.
   */
  write(planned: readonly PlannedWrite[]): Promise<Written[]>
}

/** The record was changed or deleted after it was read. */
export class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

/** A summary of a large change, so that no reader counts its entries. */
export interface ChangeSummary {
  parts: { resource: string; action: EntryAction; count: number }[]
  /** The ids of the first entries. */
  first: string[]
}

interface ChangeOptions<T> {
  /** The change to undo. */
  undoes?: string
  /** Selects the part of the result to store for a repeated request. */
  answer?(result: T): object | undefined
  /** Stores a summary: the change may have very many records. */
  isSummed?: boolean
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 250
/** Entries that a summary names. */
const SUMMED_FIRST = 3
const COUNTS = { create: 1, update: 0, delete: -1, restore: 1 } as const

/**
 * Makes one change in one transaction: all that `work` writes, with hooks, history and counters, or nothing. `work` may
 * be retried, so it must do nothing outside the transaction. Returns its result, and the change's id if it wrote any.
 */
export async function inChange<T>(
  store: Store,
  author: Author,
  work: (change: OpenChange) => Promise<T>,
  { undoes, answer, isSummed, deadlineMs, signal }: ChangeOptions<T> = {},
): Promise<{ id: string | undefined; result: T }> {
  const limits = { ...(deadlineMs !== undefined && { deadlineMs }), signal }
  const { id, result, afterCommit } = await inTransaction(
    store.pool,
    async (tx) => {
      const change = openChange(store, tx, author, undoes)
      const result = await work(change)
      for (const last of change.last) await last()
      const id = change.live.size > 0 ? change.id : undefined
      const stored = id && answer?.(result)
      if (id && (stored || isSummed)) {
        const json = (value: object | undefined) => sql`${value && JSON.stringify(value)}::jsonb`
        const summary = isSummed ? change.summary : undefined
        await run(
          tx,
          sql`update changes set answer = ${json(stored || undefined)}, summary = ${json(summary)}
            where id = ${id}`,
        )
      }
      // Always in the same order, so that two sets do not wait for each other.
      for (const [resource, by] of [...change.live].sort(([one], [other]) =>
        one < other ? -1 : 1,
      ))
        if (by !== 0) await addToTally(tx, resource, by)
      return { id, result, afterCommit: change.afterCommit }
    },
    limits,
  )
  await inTurns(afterCommit, (notify) => notify())
  return { id, result }
}

function openChange(store: Store, tx: Tx, author: Author, undoes: string | undefined) {
  const row: ChangeRow = { id: uuidv7(), at: new Date().toISOString(), author, undoes }
  const last: (() => Promise<void>)[] = []
  const afterCommit: (() => void)[] = []
  /** By how much the counts of live records change; empty while nothing is written. */
  const live = new Map<string, number>()
  const summary: ChangeSummary = { parts: [], first: [] }
  const hooked = {
    ...{ store, tx },
    last: (work: () => Promise<void>) => void last.push(work),
    afterCommit: (work: () => void) => void afterCommit.push(work),
  }
  return {
    ...{ id: row.id, db: { store, runner: tx, tx }, last, afterCommit, live, summary },

    async write(planned: readonly PlannedWrite[]): Promise<Written[]> {
      if (planned.length === 0) return []
      const { records, amended, entries } = await writeBatch(hooked, row.at, planned)
      const ids = await storeEntries(tx, row, entries, live.size === 0)
      summary.first.push(...ids.slice(0, SUMMED_FIRST - summary.first.length))
      for (const { resource, action } of entries) {
        const part = summary.parts.find((one) => one.resource === resource && one.action === action)
        if (part) part.count += 1
        else summary.parts.push({ resource, action, count: 1 })
      }
      for (const { context, write } of planned) {
        const { name } = context.resource
        live.set(name, (live.get(name) ?? 0) + COUNTS[write.action])
      }
      return planned.map((one) => {
        const record = one.write.action === 'delete' ? one.write.before : recordOf(one, records)
        return { ...(amended.get(record.id) ?? record), change: row.id }
      })
    },
  }
}

async function writeBatch(
  hooked: Omit<TxContext, 'amend'>,
  at: string,
  planned: readonly PlannedWrite[],
) {
  const { tx } = hooked
  const ownEntries: Entry[] = []
  const amendedEntries: Entry[] = []
  const amended = new Map<string, Stored>()
  const contextFor = ({ resource }: ResourceContext): TxContext => ({
    ...hooked,
    async amend(known, patch) {
      const [record] = await rowWriter(tx, resource, at).update([{ known, patch }])
      if (!record) throw new Error('An amendment gave no record.')
      amendedEntries.push(entryOf(resource, 'update', record, known))
      amended.set(record.id, record)
      return record
    },
  })

  const groups = byResource(planned)
  const replaced = new Map<PlannedWrite, Data>()
  for (const [context, own] of groups) {
    const writes = own.map(({ write }) => write)
    const given = (await context.hooks.before?.(contextFor(context), writes)) ?? []
    for (const [place, one] of own.entries()) replaced.set(one, given[place] ?? one.data)
  }

  const records = new Map<PlannedWrite, Stored>()
  for (const [{ resource }, own] of groups)
    await inTurns(await writeRows(tx, resource, own, at, replaced), ([one, record]) => {
      records.set(one, record)
      const before = 'before' in one.write ? one.write.before : undefined
      ownEntries.push(entryOf(resource, one.write.action, record, before))
    })

  for (const [context, own] of groups) {
    await refuseBroken(tx, context, own, records)
    const done = own.map(
      (one): Done => ({ write: one.write, record: recordOf(one, records), aside: one.aside }),
    )
    await context.hooks.after?.(contextFor(context), done)
  }
  // A repeat under the same key is answered from the first entry.
  return { records, amended, entries: [...ownEntries, ...amendedEntries] }
}

/** Writes deletions first, then updates, and what is restored or created last. */
async function writeRows(
  tx: Tx,
  resource: Resource,
  own: readonly PlannedWrite[],
  at: string,
  replaced: ReadonlyMap<PlannedWrite, Data>,
): Promise<[PlannedWrite, Stored][]> {
  const rows = rowWriter(tx, resource, at)
  const dataOf = (one: PlannedWrite) => replaced.get(one) ?? one.data
  // The record that gives up what only one can have is written before the one that takes it.
  const takes = (one: PlannedWrite) =>
    resource.unique.some(
      ({ path, only }) => only !== undefined && getAt(dataOf(one), path) === only,
    )
  const patchOf = (one: PlannedWrite) => ({
    known: beforeOf(one),
    patch: { set: dataOf(one), unset: one.unset },
  })
  const having = (action: PlannedWrite['write']['action']) =>
    own.filter(({ write }) => write.action === action)
  const [deletes, restores, creates] = [having('delete'), having('restore'), having('create')]
  const givers = having('update').filter((one) => !takes(one))
  const takers = having('update').filter(takes)
  const records = [
    ...(await rows.remove(deletes.map(beforeOf))),
    ...(await rows.update(givers.map(patchOf))),
    ...(await rows.update(takers.map(patchOf))),
    ...(await rows.restore(restores.map(beforeOf))),
    ...(await rows.insert(creates.map(dataOf))),
  ]
  return [...deletes, ...givers, ...takers, ...restores, ...creates].flatMap((one, place) => {
    const record = records[place]
    return record ? [[one, record] as [PlannedWrite, Stored]] : []
  })
}

function beforeOf({ write }: PlannedWrite): Stored {
  if (!('before' in write)) throw new Error('A create has no record before it.')
  return write.before
}

function recordOf(one: PlannedWrite, records: ReadonlyMap<PlannedWrite, Stored>): Stored {
  const record = records.get(one)
  if (!record) throw new Error('A write gave no record.')
  return record
}

/** Refuses what shows only when the rows are written: uses that were just added, and conflicts of unique values without an index. */
async function refuseBroken(
  tx: Tx,
  { links, uniqueConflicts, mayRead }: ResourceContext,
  own: readonly PlannedWrite[],
  records: ReadonlyMap<PlannedWrite, Stored>,
): Promise<void> {
  await inTurns(own, async (one) => {
    const { write } = one
    const record = recordOf(one, records)
    if (write.action === 'delete') {
      if (own.length === 1)
        await links.refuseIfUsed(tx, record.id, (name) => mayRead(write.author.role, name))
      return
    }
    const broken = await uniqueConflicts.of(
      tx,
      record,
      write.action === 'update' ? write.before : undefined,
    )
    if (broken) throw conflict(broken.message, { [broken.path]: broken.message })
  })
}

/**
 * Writes rows of one resource in a transaction, many at once, with a check of their versions. Each function returns the
 * records in the given order, and throws ChangedMeanwhileError when one of them has another version.
 */
function rowWriter(tx: Tx, resource: Resource, at: string) {
  const table = raw(shapeOf(resource).table)
  const rows = wholeRows(resource)
  /** In `set`, `u` is the row of new values. */
  const change = async (
    name: string,
    set: Sql,
    isLive: boolean,
    given: readonly { known: Stored; patch?: Patch }[],
  ): Promise<Stored[]> => {
    const written = new Map<string, Stored>()
    for (const part of chunksOf(given)) {
      const list = part.map(({ known: { id, version, data }, patch }) => ({
        ...{ id, version, ...patch },
        text: patch && searchText(resource, patched(data, patch)),
      }))
      const query = sql`update ${table} t set ${set}, version = u.version + 1
        from json_to_recordset(${JSON.stringify(list)}::json)
          as u(id uuid, version int, set jsonb, unset text[], text text)
        where t.id = u.id and t.version = u.version and (t.deleted_at is null) = ${raw(String(isLive))}
        returning ${raw(rows.select)}`
      const found = await tx.query<unknown[]>({
        name: `${name}_${resource.page}`,
        ...query.toQuery(),
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
  const bare = (all: readonly Stored[]) => all.map((known) => ({ known }))

  return {
    update: (given: readonly { known: Stored; patch: Patch }[]) =>
      change(
        'update',
        sql`updated_at = ${at}, data = (t.data - u.unset) || u.set, search_text = u.text`,
        true,
        given,
      ),
    remove: (known: readonly Stored[]) =>
      change('remove', sql`updated_at = ${at}, deleted_at = ${at}`, true, bare(known)),
    restore: (known: readonly Stored[]) =>
      change('restore', sql`updated_at = ${at}, deleted_at = null`, false, bare(known)),

    async insert(given: readonly Data[]): Promise<Stored[]> {
      const records = given.map((data) => ({
        ...{ id: uuidv7(), version: 1, createdAt: at, updatedAt: at, data },
      }))
      for (const part of chunksOf(records)) {
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
  }
}

/** An entry of the history: a record after a change, of a deletion before it. */
interface Entry {
  resource: string
  action: EntryAction
  record: Stored
  /** Set for updates. */
  fields?: FieldChanges
}

function entryOf(
  resource: Resource,
  action: EntryAction,
  record: Stored,
  before: Stored | undefined,
): Entry {
  if (action !== 'update' || !before) return { resource: resource.name, action, record }
  // Authors do not change values that the server keeps apart, like the last login.
  const apart = shapeOf(resource).kept.map(({ path }) => path)
  const fields = fieldChanges(before.data, record.data, apart)
  return { resource: resource.name, action, record, fields }
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
    const history = sql`insert into history
        (id, resource, record_id, version, action, at, actor_id, request_id, data, change_id, fields)
      select id, resource, record_id, version, action, ${at}::timestamptz, ${actor}::uuid, ${requestId}::text,
        data, ${id}::uuid, fields
      from json_to_recordset(${JSON.stringify(part)}::json)
        as u(id uuid, resource text, record_id uuid, version int, action text, data jsonb, fields jsonb)`
    if (isNew && place === 0)
      await run(tx, sql`with change as (${change}) ${history}`, 'store_change')
    else await run(tx, history, 'store_entries')
  }
  return rows.map((row) => row.id)
}

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, place) =>
    all.slice(place * ROWS_AT_ONCE, (place + 1) * ROWS_AT_ONCE),
  )
}
