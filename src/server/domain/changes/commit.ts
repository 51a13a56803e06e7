import { uuidv7 } from 'uuidv7'
import { fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { inTurns } from '#server/base/in-turns.ts'
import type { Tx } from '#server/store/pool.ts'
import { type Data, type Stored, shapeOf } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import { type Author, type ChangeRow, type Entry, noteChange } from '#server/store/write.ts'
import type { Done } from '../hooks/hooks.ts'
import { conflict } from '../refusals.ts'
import type { Planned } from './planning.ts'
import { bySubject, givenUp } from './standing.ts'
import type { Subject } from './subject.ts'

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

/**
 * Writes what nothing stands against, with hooks, history and counters, as one change. Throws
 * ChangedMeanwhileError, the database's unique violation, and what is refused only now.
 */
export async function commit(
  { store, tx }: { store: Store; tx: Tx },
  planned: readonly Planned[],
  author: Author,
  more: Pick<ChangeRow, 'undoes' | 'answer'> = {},
): Promise<Committed> {
  const change = { id: uuidv7(), at: new Date().toISOString(), author, ...more }
  const entries: Entry[] = []
  const latest = new Map<string, Stored>()
  const withinOf = (subject: Subject) => ({
    store,
    tx,
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
  await noteChange(tx, change, entries)
  for (const [subject, own] of [...subjects].sort(byName)) {
    const by = own.reduce((sum, { write }) => sum + COUNTS[write.action], 0)
    if (by !== 0) await subject.rows.tally(tx, by)
  }

  return {
    id: change.id,
    records: planned.map((one) => {
      const record = resultOf(one, records)
      return { ...(latest.get(record.id) ?? record), change: change.id }
    }),
    tell: () => inTurns(planned, (one) => one.subject.hooks.told?.(doneOf(one, records))),
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
