import { uuidv7 } from 'uuidv7'
import { fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { conflict } from '#server/http/refusal.ts'
import type { Done } from '#server/records/hooks/hooks.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'
import type { Planned } from './planning.ts'
import { bySubject, givenUp } from './standing.ts'
import type { Subject } from './subject.ts'
import {
  type Author,
  type ChangeRow,
  type ChangeSummary,
  type Entry,
  noteChange,
  noteSummary,
} from './write.ts'

/** A record as a change left it, of a deletion as it was. */
export interface Written extends Stored {
  /** The id of the change. */
  change: string
}

/** What a change set has done, in a transaction that is not over. */
export interface Committed {
  id: string
  /** In the order of what was planned. */
  records: Written[]
  /** To be called when all is committed. */
  tell(): Promise<unknown>
}

/** A change that is being written, in a transaction that is not over. */
interface Commit {
  id: string
  /** Writes a part of it; no record may be in two. Gives the records in the order of what was planned. */
  write(planned: readonly Planned[]): Promise<Written[]>
  /**
   * When all is written: what everybody who writes would have to wait for. With `isSummed` what the change did is kept
   * counted. Gives what is to be called when all is committed.
   */
  end(options?: { isSummed?: boolean; answer?: object }): Promise<() => Promise<unknown>>
}

/**
 * Writes what nothing stands against, with hooks, history and counters, as one change. Throws
 * ChangedMeanwhileError, the database's unique violation, and what is refused only now.
 */
export async function commit(
  ground: { store: Store; tx: Tx },
  planned: readonly Planned[],
  author: Author,
  more: Pick<ChangeRow, 'undoes' | 'answer'> = {},
): Promise<Committed> {
  const one = beginCommit(ground, author, more)
  const records = await one.write(planned)
  return { id: one.id, records, tell: await one.end() }
}

/** Begins a change that is written in parts, of which none is kept in memory. */
export function beginCommit(
  { store, tx }: { store: Store; tx: Tx },
  author: Author,
  more: Pick<ChangeRow, 'undoes' | 'answer'> = {},
): Commit {
  const change = { id: uuidv7(), at: new Date().toISOString(), author, ...more }
  const told: { subject: Subject; done: Done }[] = []
  const last: (() => Promise<void>)[] = []
  const live = new Map<Subject, number>()
  const summary = summaryOf()
  let isBegun = false

  const write = async (planned: readonly Planned[]): Promise<Written[]> => {
    const { records, latest, entries } = await writePart({ store, tx, change, last }, planned)
    const ids = await noteChange(tx, change, entries, !isBegun)
    isBegun = true
    summary.see(entries, ids)
    for (const [subject, own] of bySubject(planned)) {
      const by = own.reduce((sum, { write: { action } }) => sum + COUNTS[action], 0)
      live.set(subject, (live.get(subject) ?? 0) + by)
      for (const one of own) {
        const done = doneOf(one, records)
        if (subject.hooks.told && subject.hooks.isTold?.(done) !== false)
          told.push({ subject, done })
      }
    }
    return planned.map((one) => {
      const record = resultOf(one, records)
      return { ...(latest.get(record.id) ?? record), change: change.id }
    })
  }

  return {
    id: change.id,
    write,
    async end({ isSummed = false, answer } = {}) {
      for (const work of last) await work()
      if (isSummed) await noteSummary(tx, change.id, summary.all(), answer)
      for (const [subject, by] of [...live].sort(byName))
        if (by !== 0) await subject.rows.tally(tx, by)
      return () => inTurns(told, ({ subject, done }) => subject.hooks.told?.(done))
    },
  }
}

/** What a part of a change is written in. `last` takes what is done when all parts are written. */
interface Part {
  store: Store
  tx: Tx
  change: ChangeRow
  last: (() => Promise<void>)[]
}

async function writePart({ store, tx, change, last }: Part, planned: readonly Planned[]) {
  const entries: Entry[] = []
  const latest = new Map<string, Stored>()
  const withinOf = (subject: Subject) => ({
    store,
    tx,
    last: (work: () => Promise<void>) => {
      last.push(work)
    },
    async amend(known: Stored, patch: { set: Data; unset: readonly string[] }) {
      const [record] = await subject.rows.update(tx, [{ known, patch }], change.at)
      if (!record) throw new Error('An amendment gave no record.')
      entries.push(entryOf(subject.resource, 'update', record, known))
      latest.set(record.id, record)
      return record
    },
  })

  const subjects = bySubject(planned)
  const replaced = new Map<Planned, Data>()
  for (const [subject, own] of subjects) {
    const writes = own.map(({ write }) => write)
    const given = (await subject.hooks.before?.(withinOf(subject), writes)) ?? []
    for (const [place, data] of given.entries()) {
      const one = own[place]
      if (one && data) replaced.set(one, data)
    }
  }

  const given = planned.length > 1 ? await givenUp({ store, runner: tx, tx }, planned) : NONE_GIVEN
  const records = new Map<Planned, Stored>()
  for (const [subject, own] of subjects) {
    const givers = own.filter((one) => given.has(one))
    if (givers.length > 0)
      await subject.rows.release(
        tx,
        givers.map((one) => ({ known: beforeOf(one), keys: [...(given.get(one) ?? [])] })),
      )
    await inTurns(await writeRows(tx, subject, own, change.at, replaced), ([one, record]) => {
      records.set(one, record)
      const before = 'before' in one.write ? one.write.before : undefined
      entries.push(entryOf(subject.resource, one.write.action, record, before))
    })
  }

  for (const [subject, own] of subjects) {
    await stillAllowed(tx, subject, own, records)
    const done = own.map((one) => doneOf(one, records))
    await subject.hooks.after?.(withinOf(subject), done)
  }
  return { records, latest, entries }
}

/** How many of the first entries a summary names. */
const MOST_FIRST = 3

/** Counts what a change did, part by part. */
function summaryOf() {
  const counts = new Map<string, ChangeSummary['parts'][number]>()
  const first: string[] = []
  return {
    see(entries: readonly Entry[], ids: readonly string[]): void {
      first.push(...ids.slice(0, MOST_FIRST - first.length))
      for (const { resource, action } of entries) {
        const key = `${resource} ${action}`
        const count = (counts.get(key)?.count ?? 0) + 1
        counts.set(key, { resource, action, count })
      }
    },
    all: (): ChangeSummary => ({ parts: [...counts.values()], first }),
  }
}

const NONE_GIVEN: ReadonlyMap<Planned, ReadonlySet<string>> = new Map()
const COUNTS = { create: 1, update: 0, delete: -1, restore: 1 } as const

async function writeRows(
  tx: Tx,
  { rows }: Subject,
  own: readonly Planned[],
  at: string,
  replaced: ReadonlyMap<Planned, Data>,
): Promise<[Planned, Stored][]> {
  const dataOf = (one: Planned) => replaced.get(one) ?? one.data
  const written: [Planned, Stored][] = []
  const note = (some: readonly Planned[], records: readonly Stored[]) => {
    for (const [place, one] of some.entries()) {
      const record = records[place]
      if (record) written.push([one, record])
    }
  }
  const deletions = own.filter(({ write }) => write.action === 'delete')
  if (deletions.length > 0) note(deletions, await rows.remove(tx, deletions.map(beforeOf), at))
  const updates = own.filter(({ write }) => write.action === 'update')
  if (updates.length > 0)
    note(
      updates,
      await rows.update(
        tx,
        updates.map((one) => ({
          known: beforeOf(one),
          patch: { set: dataOf(one), unset: one.unset },
        })),
        at,
      ),
    )
  const restored = own.filter(({ write }) => write.action === 'restore')
  if (restored.length > 0) note(restored, await rows.restore(tx, restored.map(beforeOf), at))
  const created = own.filter(({ write }) => write.action === 'create')
  if (created.length > 0) note(created, await rows.insert(tx, created.map(dataOf), at))
  return written
}

function beforeOf({ write }: Planned): Stored {
  if (!('before' in write)) throw new Error('What is created was nothing before.')
  return write.before
}

/** What can only be asked when the rows are written: uses that were on their way, and twins without an index. */
async function stillAllowed(
  tx: Tx,
  { links, twins, mayRead }: Subject,
  own: readonly Planned[],
  records: ReadonlyMap<Planned, Stored>,
): Promise<void> {
  await inTurns(own, async (one) => {
    const record = records.get(one)
    if (!record) return
    if (one.write.action === 'delete') {
      const { role } = one.write.author
      if (own.length === 1) await links.refuseIfUsed(tx, record.id, (name) => mayRead(role, name))
      return
    }
    const broken = await twins.of(
      tx,
      record,
      one.write.action === 'update' ? one.write.before : undefined,
    )
    if (broken) throw conflict(broken.message, { [broken.path]: broken.message })
  })
}

/** A deletion gives the record as it was. */
function resultOf(one: Planned, records: ReadonlyMap<Planned, Stored>): Stored {
  const record = one.write.action === 'delete' ? one.write.before : records.get(one)
  if (!record) throw new Error('A write gave no record.')
  return record
}

function doneOf(one: Planned, records: ReadonlyMap<Planned, Stored>): Done {
  const record = records.get(one)
  if (!record) throw new Error('A write gave no record.')
  return { write: one.write, record, aside: one.aside }
}

function entryOf(
  resource: Resource,
  action: Entry['action'],
  record: Stored,
  before: Stored | undefined,
): Entry {
  if (action !== 'update' || !before) return { resource: resource.name, action, record }
  // What the server keeps apart (last login) is no field that somebody changed.
  const apart = shapeOf(resource).kept.map(({ path }) => path)
  return {
    ...{ resource: resource.name, action, record },
    fields: fieldChanges(before.data, record.data, apart),
  }
}

/** Always in the same order, so that two change sets do not wait for each other. */
function byName([one]: [Subject, unknown], [other]: [Subject, unknown]): number {
  return one.resource.name < other.resource.name ? -1 : 1
}
