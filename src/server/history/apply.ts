import { uuidv7 } from 'uuidv7'
import { fieldChanges } from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { conflict } from '#server/http/refusal.ts'
import type { Done, TxContext } from '#server/records/hooks/hooks.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { PlannedWrite } from './plan.ts'
import type { ResourceContext } from './resource-context.ts'
import { byResource } from './validate.ts'
import {
  type Author,
  type ChangeRow,
  type ChangeSummary,
  type Entry,
  storeEntries,
  storeOutcome,
} from './write.ts'

/** A record after a change, of a deletion before it. */
export interface Written extends Stored {
  /** The id of the change. */
  change: string
}

/** A change that is being written, in a transaction that is still open. */
export interface OpenChange {
  id: string
  db: { store: Store; runner: Tx; tx: Tx }
  /**
   * Writes a batch of valid writes; no record may be in two batches. Gives the records in the given order. Throws
   * ChangedMeanwhileError, the database's unique violation, and refusals that only the write can find.
   */
  write(planned: readonly PlannedWrite[]): Promise<Written[]>
}

interface ChangeOptions<T> {
  /** The change that it takes back. */
  undoes?: string
  /** The part of the result that a repeat under the same key is answered. */
  answer?(result: T): object | undefined
  /** It may be of very many records: a summary is stored. */
  isSummed?: boolean
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * Makes one change in one transaction: all that `work` writes, with hooks, history and counters, or nothing. `work` may
 * be retried, so it must do nothing outside the transaction. Gives its result and the change's id, if there is any.
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
      const toStore = id && answer?.(result)
      if (id && (toStore || isSummed))
        await storeOutcome(tx, id, toStore || undefined, isSummed ? change.summary : undefined)
      for (const [{ rows }, by] of [...change.live].sort(byName))
        if (by !== 0) await rows.tally(tx, by)
      return { id, result, afterCommit: change.afterCommit }
    },
    limits,
  )
  await inTurns(afterCommit, (tell) => tell())
  return { id, result }
}

function openChange(store: Store, tx: Tx, author: Author, undoes: string | undefined) {
  const row: ChangeRow = { id: uuidv7(), at: new Date().toISOString(), author, undoes }
  const last: (() => Promise<void>)[] = []
  const afterCommit: (() => void)[] = []
  const live = new Map<ResourceContext, number>()
  const summary: ChangeSummary = { parts: [], first: [] }
  return {
    id: row.id,
    db: { store, runner: tx, tx },
    last,
    afterCommit,
    /** By how much the counts of live records change; empty while nothing is written. */
    live,
    summary,

    async write(planned: readonly PlannedWrite[]): Promise<Written[]> {
      if (planned.length === 0) return []
      const hooked = {
        ...{ store, tx },
        last: (work: () => Promise<void>) => void last.push(work),
        afterCommit: (work: () => void) => void afterCommit.push(work),
      }
      const { records, amended, entries } = await writeBatch(hooked, row.at, planned)
      const ids = await storeEntries(tx, row, entries, live.size === 0)
      summary.first.push(...ids.slice(0, SUMMED_FIRST - summary.first.length))
      for (const { resource, action } of entries) {
        const part = summary.parts.find((one) => one.resource === resource && one.action === action)
        if (part) part.count += 1
        else summary.parts.push({ resource, action, count: 1 })
      }
      for (const { context, write } of planned)
        live.set(context, (live.get(context) ?? 0) + COUNTS[write.action])
      return planned.map((one) => {
        const record = one.write.action === 'delete' ? one.write.before : recordOf(one, records)
        return { ...(amended.get(record.id) ?? record), change: row.id }
      })
    },
  }
}

/** Entries that a summary names. */
const SUMMED_FIRST = 3
const COUNTS = { create: 1, update: 0, delete: -1, restore: 1 } as const

async function writeBatch(
  hooked: Omit<TxContext, 'amend'>,
  at: string,
  planned: readonly PlannedWrite[],
) {
  const { tx } = hooked
  const ownEntries: Entry[] = []
  const amendedEntries: Entry[] = []
  const amended = new Map<string, Stored>()
  const contextFor = ({ rows, resource }: ResourceContext): TxContext => ({
    ...hooked,
    async amend(known, patch) {
      const [record] = await rows.update(tx, [{ known, patch }], at)
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
    for (const [place, data] of given.entries()) {
      const one = own[place]
      if (one && data) replaced.set(one, data)
    }
  }

  const records = new Map<PlannedWrite, Stored>()
  for (const [context, own] of groups)
    await inTurns(await writeRows(tx, context, own, at, replaced), ([one, record]) => {
      records.set(one, record)
      const before = 'before' in one.write ? one.write.before : undefined
      ownEntries.push(entryOf(context.resource, one.write.action, record, before))
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
  { rows, resource }: ResourceContext,
  own: readonly PlannedWrite[],
  at: string,
  replaced: ReadonlyMap<PlannedWrite, Data>,
): Promise<[PlannedWrite, Stored][]> {
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
  const updates = own.filter(({ write }) => write.action === 'update')
  const having = (action: PlannedWrite['write']['action']) =>
    own.filter(({ write }) => write.action === action)
  type Step = [readonly PlannedWrite[], (some: readonly PlannedWrite[]) => Promise<Stored[]>]
  const update: Step[1] = (some) => rows.update(tx, some.map(patchOf), at)
  const steps: Step[] = [
    [having('delete'), (some) => rows.remove(tx, some.map(beforeOf), at)],
    [updates.filter((one) => !takes(one)), update],
    [updates.filter(takes), update],
    [having('restore'), (some) => rows.restore(tx, some.map(beforeOf), at)],
    [having('create'), (some) => rows.insert(tx, some.map(dataOf), at)],
  ]
  const written: [PlannedWrite, Stored][] = []
  for (const [some, write] of steps) {
    const records = some.length > 0 ? await write(some) : []
    written.push(...some.flatMap((one, place) => pair(one, records[place])))
  }
  return written
}

function pair(one: PlannedWrite, record: Stored | undefined): [PlannedWrite, Stored][] {
  return record ? [[one, record]] : []
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

/** Refuses what shows only when the rows are written: uses that were just added, and twins that no index forbids. */
async function refuseBroken(
  tx: Tx,
  { links, twins, mayRead }: ResourceContext,
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
    const broken = await twins.of(tx, record, write.action === 'update' ? write.before : undefined)
    if (broken) throw conflict(broken.message, { [broken.path]: broken.message })
  })
}

function entryOf(
  resource: Resource,
  action: Entry['action'],
  record: Stored,
  before: Stored | undefined,
): Entry {
  if (action !== 'update' || !before) return { resource: resource.name, action, record }
  // Values that the server keeps apart, like the last login, are no fields that an author changed.
  const apart = shapeOf(resource).kept.map(({ path }) => path)
  return {
    ...{ resource: resource.name, action, record },
    fields: fieldChanges(before.data, record.data, apart),
  }
}

/** Always in the same order, so that two sets do not wait for each other. */
function byName([one]: [ResourceContext, number], [other]: [ResourceContext, number]): number {
  return one.resource.name < other.resource.name ? -1 : 1
}
