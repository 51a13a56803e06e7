import type { Resource } from '#model/resource.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
import type { AccessRules } from '#server/records/access.ts'
import type { HookTable } from '#server/records/hooks/hooks.ts'
import type { Changes } from './changes-interface.ts'
import { type Committed, commit, type Written } from './commit.ts'
import { changeInPieces } from './in-pieces.ts'
import type { KeptChange } from './kept-changes.ts'
import { doneBefore } from './once.ts'
import { admitted, type Change, type Planned, planOne } from './planning.ts'
import { type Outcome, planCreates, plannedIn, rehearse } from './rehearsal.ts'
import { applied, askedIn, digestOf, peopleNames, plannedVersion, planOf } from './sets.ts'
import { standing } from './standing.ts'
import { createSubject, type Subject } from './subject.ts'
import { lookBack, NOTHING_BACK } from './undo.ts'
import { lookBackInPieces, undoInPieces } from './undo-in-pieces.ts'
import { type Author, ChangedMeanwhileError } from './write.ts'

export type { Changes } from './changes-interface.ts'
export type { Expected } from './planning.ts'

export interface ChangeOptions {
  /** For how many days a change can be taken back. */
  trashDays: number
}

const ATTEMPTS = 5
// Where the answer was forgotten, because somebody in it was erased.
const NOTHING_DONE = { counts: { changed: 0, unchanged: 0, left: 0, clashed: 0 }, clashed: [] }
const DAY_MS = 86_400_000
/** For ten thousand records on a busy machine; each of the statements has the ordinary limit. */
const SET_MS = 60_000

export function createChanges(
  store: Store,
  registry: readonly Resource[],
  hooks: HookTable,
  access: AccessRules,
  { trashDays }: ChangeOptions = { trashDays: 30 },
): Changes {
  const subjects = new Map(
    registry.map((resource) => [resource.name, createSubject(store, resource, hooks, access)]),
  )
  const subjectOf = (name: string): Subject => {
    const found = subjects.get(name)
    if (!found) throw invalid(`There is no resource '${name}'.`)
    return found
  }
  const forget = () => {
    for (const { records } of subjects.values()) records.forget()
  }

  /** Writes in a transaction; what another one did meanwhile is looked at anew. */
  const inChange = async <T extends { committed?: Committed | undefined }>(
    work: (tx: Tx) => Promise<T>,
    deadlineMs?: number,
  ): Promise<T> => {
    try {
      const done = await inTransaction(store.pool, work, deadlineMs ? { deadlineMs } : {})
      await done.committed?.tell()
      return done
    } finally {
      forget()
    }
  }

  const one = async (change: Change, author: Author): Promise<Written> => {
    const subject = subjectOf(change.resource)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await subject.records.one(change.action === 'create' ? undefined : change.id)
      const planned = await planOne(subject, change, before, author)
      try {
        const { committed } = await inChange(async (tx) => ({
          committed: await writeAll(tx, [planned], author),
        }))
        const [record] = committed.records
        if (record) return record
      } catch (error) {
        // Another write came between: read again. An expected version then no longer matches.
        if (!(error instanceof ChangedMeanwhileError)) throw error
      }
    }
    throw conflict(`This ${subject.noun} is being changed by others. Please try again.`)
  }

  const many = async (changes: readonly Change[], author: Author): Promise<Written[]> => {
    const asked = changes.map((change) => ({ change }))
    const ready = await planCreates(subjectOf, asked, author)
    const { committed } = await inChange(async (tx) => {
      const ground = { store, runner: tx, tx }
      const outcomes = await rehearse(ground, subjectOf, asked, author, { ready })
      const refused = outcomes.find(({ refusal }) => refusal)
      if (refused?.refusal) throw refused.refusal
      return { committed: await commit({ store, tx }, plannedIn(outcomes), author) }
    }, SET_MS)
    return committed.records
  }

  const writeAll = async (tx: Tx, planned: readonly Planned[], author: Author) => {
    const [refusal] = (await standing({ store, runner: tx, tx }, planned)).values()
    if (refusal) throw refusal
    return commit({ store, tx }, planned, author)
  }

  /** Does it once under the author's key; what was done under it before is answered again. */
  const once = async <T>(
    author: Author,
    work: () => Promise<T>,
    again: (change: KeptChange) => Promise<T>,
  ): Promise<T> => {
    const before = await doneBefore(store, author)
    if (before) return again(before)
    try {
      return await work()
    } catch (error) {
      // By the same request, sent again before this one was through: whatever then stood against this one.
      const meanwhile = await doneBefore(store, author)
      if (!meanwhile) throw error
      return again(meanwhile)
    }
  }

  /** The records of a change as it left them. */
  const writtenBy = async ({ id: change }: KeptChange): Promise<Written[]> => {
    const items = await store.keptChanges.items(store.pool, change)
    const known = items.map(({ resource, recordId }) => subjectOf(resource).records.one(recordId))
    const records = await Promise.all(known)
    return items.map(({ recordId, version, data, at }, place) => ({
      ...{ id: recordId, version, data, change },
      ...{ createdAt: records[place]?.createdAt ?? at, updatedAt: at },
    }))
  }

  const apply: Changes['apply'] = (changes, author) =>
    once(
      author,
      async () => {
        const [only, ...more] = changes
        if (!only) return []
        return more.length === 0 ? [await one(only, author)] : many(changes, author)
      },
      writtenBy,
    )

  const single = async (change: Change, author: Author): Promise<Written> => {
    const [record] = await apply([change], author)
    if (!record) throw new Error('A change set of one gave no record.')
    return record
  }

  const secret = () => store.secret('plans')
  const namesIn = (outcomes: readonly Outcome[]) =>
    peopleNames(
      { store, runner: store.pool },
      subjectOf,
      outcomes.flatMap(({ latest }) => latest?.actorId ?? []),
    )

  return {
    apply,
    create: (resource, body, author) => single({ resource, action: 'create', body }, author),
    update: (resource, id, body, expected, author) =>
      single({ resource, action: 'update', id, body, expected }, author),
    remove: (resource, id, expected, author) =>
      single({ resource, action: 'delete', id, expected }, author),
    async latest(resource, id, expected, author) {
      const subject = subjectOf(resource)
      const change = { resource, action: 'update', id, expected, body: {} } as const
      return admitted(subject, change, await subject.records.get(id), author)
    },

    again: async (author) => (await doneBefore(store, author))?.id,

    rehearse: (asked, author, tx, read) =>
      rehearse({ store, runner: tx ?? store.pool, tx }, subjectOf, asked, author, { read }),

    inPieces: (author, work, options) =>
      changeInPieces(store, subjectOf, author, work, options).finally(forget),

    async plan(selection, author) {
      const ground = { store, runner: store.pool }
      const outcomes = await rehearse(ground, subjectOf, askedIn(selection), author)
      const digest = digestOf(await secret(), author, selection, outcomes.map(plannedVersion))
      return planOf(digest, outcomes, author, await namesIn(outcomes))
    },

    async applyPlan(body, author) {
      const asked = askedIn(body)
      const versions = asked.map(({ version }) => version)
      if (digestOf(await secret(), author, body, versions) !== body.digest)
        throw conflict('This is not what was planned. Plan it anew, and apply that.')
      return once(
        author,
        async () => {
          const ready = await planCreates(subjectOf, asked, author)
          const { committed, answer } = await inChange(async (tx) => {
            const ground = { store, runner: tx, tx }
            const outcomes = await rehearse(ground, subjectOf, asked, author, { ready })
            const names = await namesIn(outcomes)
            const { changed, answer } = applied(outcomes, body.without ?? [], author, names)
            const planned = plannedIn(changed)
            const committed =
              planned.length > 0
                ? await commit({ store, tx }, planned, author, { answer })
                : undefined
            return { committed, answer }
          }, SET_MS)
          return { ...(committed && { id: committed.id }), ...answer }
        },
        async ({ id, answer }) => ({ id, ...NOTHING_DONE, ...(answer ?? {}) }),
      )
    },

    async undo(id, { plan, only } = {}, author) {
      const change = await store.keptChanges.get(id)
      if (!change) throw notFound('This change does not exist.')
      if (Date.now() - Date.parse(change.at) > trashDays * DAY_MS)
        throw conflict(`This change is older than ${trashDays} days and cannot be undone.`)
      const isLarge = change.isSummed && only === undefined
      const { items } = isLarge
        ? await store.keptChanges.piece(store.pool, id, undefined, 1)
        : { items: await store.keptChanges.items(store.pool, id) }
      const isSeen = (item: (typeof items)[number]) =>
        subjectOf(item.resource).rights.sees(author, item.data)
      if (items.length > 0 && !items.some(isSeen)) throw notFound('This change does not exist.')
      if (plan && isLarge) return lookBackInPieces(store, subjectOf, id, author)
      if (plan) {
        const ground = { store, runner: store.pool }
        return (await lookBack(ground, subjectOf, items, only, author)).answer
      }
      return once(
        author,
        async () => {
          if (isLarge) return undoInPieces(store, subjectOf, id, author).finally(forget)
          const { committed, answer } = await inChange(async (tx) => {
            const ground = { store, runner: tx, tx }
            const { planned, answer } = await lookBack(ground, subjectOf, items, only, author)
            const committed =
              planned.length > 0
                ? await commit({ store, tx }, planned, author, { undoes: id, answer })
                : undefined
            return { committed, answer }
          }, SET_MS)
          return { ...(committed && { id: committed.id }), ...answer }
        },
        async (done) => ({ id: done.id, ...NOTHING_BACK, ...(done.answer ?? {}) }),
      )
    },
  }
}
