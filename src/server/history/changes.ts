import type { Applied, ApplyBody, Plan, UndoBody, Undone } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import type { Tx } from '#server/db/pool.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
import type { AccessRules } from '#server/records/access.ts'
import type { HookTable } from '#server/records/hooks/hooks.ts'
import type { Stored } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import { inChange, type Written } from './apply.ts'
import type { StoredChange } from './audit-log.ts'
import { changeUnderKey, onceUnderKey } from './idempotency.ts'
import {
  type Change,
  type Expected,
  type KnownRecords,
  type Outcome,
  planCreates,
  planSet,
  planWrite,
  type RequestedChange,
  requireRecord,
  writesOf,
} from './plan.ts'
import {
  chooseApplied,
  digestOf,
  notLeftOut,
  peopleNames,
  planAnswer,
  plannedVersion,
  requestedIn,
  type Selection,
} from './plan-answers.ts'
import { createResourceContext, type ResourceContext } from './resource-context.ts'
import { UNDONE_NOTHING, undoInBatches } from './undo.ts'
import { validateWrites } from './validate.ts'
import { type Author, ChangedMeanwhileError } from './write.ts'

export type { Expected } from './plan.ts'

interface ChangeOptions {
  /** For how many days a change can be undone. */
  trashDays: number
}

/** A change that is made in batches, so that one batch is in memory at a time. */
export interface ChangeBatches {
  /** The id of the change. */
  id: string
  tx: Tx
  /** Plans a batch, whose records are read and locked already. */
  plan(requested: readonly RequestedChange[], known: KnownRecords): Promise<Outcome[]>
  write(outcomes: readonly Outcome[]): Promise<unknown>
}

const ATTEMPTS = 5
const DAY_MS = 86_400_000
/** For ten thousand records on a busy machine; each statement has the ordinary limit. */
const SET_MS = 60_000
/** For a change of very many records. */
const LARGE_MS = 15 * 60_000
/** The answer to a repeat whose stored answer was forgotten, because a person in it was erased. */
const APPLIED_NOTHING = { counts: { changed: 0, unchanged: 0, left: 0, clashed: 0 }, clashed: [] }

export type Changes = ReturnType<typeof createChanges>

/** The only way to write records: for routes, forms, commands and imports. */
export function createChanges(
  store: Store,
  registry: readonly Resource[],
  hooks: HookTable,
  access: AccessRules,
  { trashDays }: ChangeOptions = { trashDays: 30 },
) {
  const contexts = new Map(
    registry.map((one) => [one.name, createResourceContext(store, one, hooks, access)]),
  )
  const contextOf = (name: string): ResourceContext => {
    const found = contexts.get(name)
    if (!found) throw invalid(`There is no resource '${name}'.`)
    return found
  }
  const forget = () => {
    for (const { records } of contexts.values()) records.forget()
  }
  const change = <T>(...args: Parameters<typeof inChange<T>>) =>
    inChange<T>(...args).finally(forget)

  const writeOne = async (one: Change, author: Author): Promise<Written[]> => {
    const context = contextOf(one.resource)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await context.records.one(one.action === 'create' ? undefined : one.id)
      const planned = await planWrite(context, one, before, author)
      try {
        const { result } = await change(store, author, async ({ db, write }) => {
          const [refusal] = (await validateWrites(db, [planned])).values()
          if (refusal) throw refusal
          return write([planned])
        })
        return result
      } catch (error) {
        // Another write came between: read again. An expected version then no longer matches.
        if (!(error instanceof ChangedMeanwhileError)) throw error
      }
    }
    throw conflict(`This ${context.noun} is being changed by others. Please try again.`)
  }

  /** Plans a set in one transaction and writes the outcomes that `choose` gives. Creates are planned before it. */
  const writeSet = async <T extends object | undefined>(
    requested: readonly RequestedChange[],
    author: Author,
    choose: (outcomes: Outcome[]) => Promise<{ changed: Outcome[]; answer: T }>,
  ) => {
    const creates = await planCreates(contextOf, requested, author)
    return change(
      store,
      author,
      async ({ db, write }) => {
        const outcomes = await planSet(db, contextOf, requested, author, { creates })
        const { changed, answer } = await choose(outcomes)
        return { records: await write(writesOf(changed)), answer }
      },
      { deadlineMs: SET_MS, answer: ({ answer }) => answer },
    )
  }

  const writeAll = async (changes: readonly Change[], author: Author): Promise<Written[]> => {
    const requested = changes.map((one) => ({ change: one }))
    const { result } = await writeSet(requested, author, (outcomes) => {
      const refused = outcomes.find(({ refusal }) => refusal)
      if (refused?.refusal) throw refused.refusal
      return Promise.resolve({ changed: outcomes, answer: undefined })
    })
    return result.records
  }

  /** The records of a change as it left them. */
  const writtenBy = async ({ id }: StoredChange): Promise<Written[]> => {
    const entries = await store.auditLog.entriesOf(store.pool, id)
    const known = entries.map(({ resource, recordId }) => contextOf(resource).records.one(recordId))
    const records = await Promise.all(known)
    return entries.map(({ recordId, version, data, at }, place) => ({
      ...{ id: recordId, version, data, change: id },
      ...{ createdAt: records[place]?.createdAt ?? at, updatedAt: at },
    }))
  }

  /**
   * Makes all of these changes or none, in one transaction, each with its history entry. Gives the records as they are
   * then, a deleted one as it was.
   * @throws 400 with a message for each field, or when a record occurs twice; 403; 404; 412 for another version than was
   * expected; 409 for taken unique values, references to records that do not exist, and deletions of records in use.
   */
  const apply = (changes: readonly Change[], author: Author): Promise<Written[]> =>
    onceUnderKey(
      store,
      author,
      () => {
        const [only, ...more] = changes
        if (!only) return Promise.resolve([])
        return more.length === 0 ? writeOne(only, author) : writeAll(changes, author)
      },
      writtenBy,
    )

  const single = async (one: Change, author: Author): Promise<Written> => {
    const [record] = await apply([one], author)
    if (!record) throw new Error('A change of one record gave none.')
    return record
  }

  const namesIn = (outcomes: readonly Outcome[]) => {
    const ids = outcomes.flatMap(({ latest }) => latest?.actorId ?? [])
    return peopleNames(store, contextOf, ids)
  }

  return {
    apply,
    create: (resource: string, body: unknown, author: Author) =>
      single({ resource, action: 'create', body }, author),
    /** Merges the body into the stored record. */
    update: (resource: string, id: string, body: unknown, expected: Expected, author: Author) =>
      single({ resource, action: 'update', id, body, expected }, author),
    remove: (resource: string, id: string, expected: Expected, author: Author) =>
      single({ resource, action: 'delete', id, expected }, author),

    /** The record as it is, for an author who may change it. Throws 404, 403, and 412 for another version. */
    async latest(
      resource: string,
      id: string,
      expected: Expected,
      author: Author,
    ): Promise<Stored> {
      const context = contextOf(resource)
      const update = { resource, action: 'update', id, expected, body: {} } as const
      return requireRecord(context, update, await context.records.get(id), author)
    },

    /** The id of the change that was made under the author's Idempotency-Key before. Throws 422 for another request. */
    again: async (author: Author) => (await changeUnderKey(store, author))?.id,

    /** What these changes would do as one set (a dry run). */
    dryRun: (
      requested: readonly RequestedChange[],
      author: Author,
      known?: KnownRecords,
    ): Promise<Outcome[]> =>
      planSet({ store, runner: store.pool }, contextOf, requested, author, { known }),

    /** Makes one change of very many records in batches, in one transaction. `work` may be retried. */
    async inBatches(
      author: Author,
      work: (batches: ChangeBatches) => Promise<void>,
      options: { signal?: AbortSignal | undefined; deadlineMs: number },
    ): Promise<void> {
      await change(
        store,
        author,
        ({ id, db, write }) =>
          work({
            ...{ id, tx: db.tx },
            plan: (requested, known) => planSet(db, contextOf, requested, author, { known }),
            write: (outcomes) => write(writesOf(outcomes)),
          }),
        { ...options, isSummed: true },
      )
    },

    /** Says what a set of changes would do to each record. Writes nothing. */
    async plan(selection: Selection, author: Author): Promise<Plan> {
      const db = { store, runner: store.pool }
      const requested = requestedIn(selection)
      const outcomes = await planSet(db, contextOf, requested, author)
      const digest = digestOf(selection, requested, outcomes.map(plannedVersion))
      return planAnswer(digest, outcomes, author, await namesIn(outcomes))
    },

    /**
     * Applies a plan in one transaction: all of it, or all but the refused records that the caller leaves out. What
     * others changed meanwhile is merged field by field; a field that both changed stays as it is.
     */
    async applyPlan(body: ApplyBody, author: Author): Promise<Applied> {
      const requested = requestedIn(body)
      const versions = requested.map(({ version }) => version)
      if (digestOf(body, requested, versions) !== body.digest)
        throw conflict('This is not what was planned. Plan it anew, and apply that.')
      return await onceUnderKey(
        store,
        author,
        async () => {
          // What is left out must not count for the validation of the others.
          const chosen = notLeftOut(requested, body.without ?? [])
          const left = requested.length - chosen.length
          const { id, result } = await writeSet(chosen, author, async (outcomes) => {
            const names = await namesIn(outcomes)
            return chooseApplied(outcomes, left, author, names)
          })
          return { ...(id !== undefined && { id }), ...result.answer }
        },
        async ({ id, answer }) => ({ id, ...APPLIED_NOTHING, ...answer }),
      )
    },

    /** Undoes a change, as far as nobody changed its records since and no rule forbids it. */
    async undo(id: string, { plan, only }: UndoBody = {}, author: Author): Promise<Undone> {
      const undone = await store.auditLog.change(id)
      if (!undone) throw notFound('This change does not exist.')
      if (Date.now() - Date.parse(undone.at) > trashDays * DAY_MS)
        throw conflict(`This change is older than ${trashDays} days and cannot be undone.`)
      const asked = { change: undone, only, author }
      if (plan)
        return undoInBatches({ store, runner: store.pool }, contextOf, asked, async () => undefined)
      return onceUnderKey(
        store,
        author,
        async () => {
          const { id: made, result } = await change(
            store,
            author,
            ({ db, write }) => undoInBatches(db, contextOf, asked, write),
            {
              undoes: id,
              answer: (answer) => answer,
              isSummed: undone.isSummed && only === undefined,
              deadlineMs: undone.isSummed ? LARGE_MS : SET_MS,
            },
          )
          return { ...(made !== undefined && { id: made }), ...result }
        },
        async ({ id: made, answer }) => ({ id: made, ...UNDONE_NOTHING, ...answer }),
      )
    },
  }
}
