import { createHash } from 'node:crypto'
import type { Applied, ApplyBody, Plan, PlanBody, UndoBody, Undone } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { plural } from '#model/words.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { conflict, invalid, keyReused, notFound } from '#server/http/refusal.ts'
import type { AccessRules } from '#server/records/access.ts'
import type { HookTable } from '#server/records/hooks/hooks.ts'
import { isId, type Stored } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import { ChangedMeanwhileError, inChange, type OpenChange, type Written } from './apply.ts'
import type { KeyedChange } from './audit-log.ts'
import {
  type Change,
  createResourceContext,
  type Expected,
  itemOf,
  type KnownRecords,
  type Outcome,
  planEach,
  plannedVersion,
  planSet,
  type ResourceContext,
  requireRecord,
  writesOf,
} from './plan.ts'
import { undoInBatches } from './undo.ts'
import { grouped } from './validate.ts'

/** A change made in batches, with only one batch in memory at a time. */
export interface ChangeBatches {
  id: string
  tx: Tx
  /** Plans a batch whose records are already read and locked. */
  plan(changes: readonly Change[], known: KnownRecords): Promise<Outcome[]>
  write(outcomes: readonly Outcome[]): Promise<unknown>
}

/** The body of a plan, with its records named. */
type Selection = Exclude<PlanBody, { query: string }> | ApplyBody

const ATTEMPTS = 5
const DAY_MS = 86_400_000
/** Enough for ten thousand records on a busy machine. Each statement also has the usual limit. */
const SET_MS = 60_000
/** The limit for a change in batches. */
const LARGE_MS = 15 * 60_000

export type Changes = ReturnType<typeof createChanges>

/**
 * Creates the service through which routes, forms, commands and imports write all records. A change can be undone for
 * `trashDays`.
 */
export function createChanges(
  store: Store,
  registry: readonly Resource[],
  hooks: HookTable,
  access: AccessRules,
  { trashDays }: { trashDays: number } = { trashDays: 30 },
) {
  const { auditLog } = store
  const db = { store, runner: store.pool }
  const contexts = new Map(
    registry.map((one) => [one.name, createResourceContext(store, one, hooks, access)]),
  )
  const contextOf = (name: string): ResourceContext => {
    const found = contexts.get(name)
    if (!found) throw invalid(`There is no resource '${name}'.`)
    return found
  }

  /** Returns the change under the author's Idempotency-Key. Throws 422 when the key was used for another request. */
  const changeUnderKey = async ({ id, once }: Author): Promise<KeyedChange | undefined> => {
    const found = once && (await auditLog.underKey(id, once))
    if (found && !found.asked?.equals(once.asked)) throw keyReused()
    return found
  }

  /**
   * Runs `work` once under the author's key. `repeat` restores the response of a repeated request from the stored
   * change.
   */
  const onceUnderKey = async <T>(
    author: Author,
    work: () => Promise<T>,
    repeat: (change: KeyedChange) => T | Promise<T>,
  ): Promise<T> => {
    const before = await changeUnderKey(author)
    if (before) return repeat(before)
    try {
      return await work()
    } catch (error) {
      // Two equal requests can run at the same time. The other one succeeded.
      const meanwhile = await changeUnderKey(author)
      if (!meanwhile) throw error
      return repeat(meanwhile)
    }
  }

  /**
   * Plans changes and writes the outcomes that `choose` returns, in one transaction that locks the records. Each create,
   * and a single change, is planned before the transaction: hashing passwords takes longer than it may wait.
   */
  const write = async <T extends object | undefined>(
    changes: readonly Change[],
    author: Author,
    choose: (outcomes: readonly Outcome[]) => { chosen: readonly Outcome[]; answer: T },
    isSingle = false,
  ) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const open = isSingle ? changes : changes.filter(({ action }) => action === 'create')
      const early = await planEach(db, contextOf, open, author, { isDryRun: false })
      // Throws for a refusal before a transaction begins.
      if (isSingle) choose(early)
      // A deletion is planned again after its record is locked, so that no reference to it is missed.
      const reused = early.filter((one) => one.change.action !== 'delete')
      try {
        return await inChange(
          store,
          author,
          async (open) => {
            const options = { early: reused, isSingle }
            const outcomes = await planSet(open.db, contextOf, changes, author, options)
            const { chosen, answer } = choose(outcomes)
            return { records: await open.write(writesOf(chosen)), answer }
          },
          { deadlineMs: isSingle ? undefined : SET_MS, answer: ({ answer }) => answer },
        )
      } catch (error) {
        // Another write came first: read the record again. An expected version then no longer matches.
        if (!(error instanceof ChangedMeanwhileError)) throw error
      }
    }
    const noun = changes[0] ? contextOf(changes[0].resource).noun : 'record'
    throw conflict(`This ${noun} is being changed by other users. Try again.`)
  }

  /** Returns the records of a change as it left them. */
  const writtenBy = async ({ id }: KeyedChange): Promise<Written[]> => {
    const entries = await auditLog.entriesOf(store.pool, id)
    const known = new Map<string, Stored>()
    for (const [name, own] of grouped(entries, ({ resource }) => resource)) {
      const ids = own.map(({ recordId }) => recordId)
      for (const [id, record] of await contextOf(name).records.many(ids)) known.set(id, record)
    }
    return entries.map(({ recordId, version, data, at }) => {
      const createdAt = known.get(recordId)?.createdAt ?? at
      return { id: recordId, version, data, createdAt, updatedAt: at, change: id }
    })
  }

  /**
   * Makes all of these changes or none, in one transaction, each with its history entry. Returns the records as they
   * are then, a deleted one as it was.
   * @throws 400 with a message for each field, or when a record occurs twice; 403; 404; 412 for another version than was
   * expected; 409 for taken unique values, references to records that do not exist, and deletions of records in use.
   */
  const apply = (changes: readonly Change[], author: Author): Promise<Written[]> => {
    const once = async () =>
      (await write(changes, author, allOrNone, changes.length === 1)).result.records
    return changes.length === 0 ? Promise.resolve([]) : onceUnderKey(author, once, writtenBy)
  }

  const single = async (one: Change, author: Author): Promise<Written> => {
    const [record] = await apply([one], author)
    if (!record) throw new Error('A change of one record gave none.')
    return record
  }

  /** Replaces the ids of authors in an answer by their present names. Answers are stored with ids. */
  const withNames = async <T extends object>(answer: T): Promise<T> => {
    const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value))
    const ids = lists.flatMap(([, items]) => items.flatMap(({ by }: { by?: string }) => by ?? []))
    const authors = await store.references.authors(ids.filter(isId))
    const named = ({ by = '', ...item }: { by?: string }) => {
      const name = authors.get(by)?.name
      return name === undefined ? item : { ...item, by: name }
    }
    const shown = lists.map(([key, items]) => [key, items.map(named)] as const)
    return { ...answer, ...Object.fromEntries(shown) }
  }

  /** Answers a change once under the author's key, with its id, and with authors by their names. */
  const answerOnce = async <T extends object>(
    author: Author,
    work: () => Promise<{ id: string | undefined; result: T }>,
  ) => {
    const once = async (): Promise<T & { id?: string }> => {
      const { id, result } = await work()
      return { ...result, ...(id !== undefined && { id }) }
    }
    const repeat = ({ id, answer }: KeyedChange) => ({ id, ...answer }) as T & { id: string }
    return withNames(await onceUnderKey(author, once, repeat))
  }

  return {
    ...{ apply, contextOf },
    create: (resource: string, values: unknown, author: Author) =>
      single({ resource, action: 'create', values }, author),
    update: (resource: string, id: string, values: unknown, expected: Expected, author: Author) =>
      single({ resource, action: 'update', id, values, expected }, author),
    remove: (resource: string, id: string, expected: Expected, author: Author) =>
      single({ resource, action: 'delete', id, expected }, author),

    /** Returns the record, for an author who may change it. Throws 404, 403, and 412 for another version. */
    async latest(resource: string, id: string, expected: Expected, author: Author) {
      const context = contextOf(resource)
      const update = { resource, action: 'update', id, expected, values: {} } as const
      return requireRecord(store, context, update, await context.records.one(id), author)
    },

    /** Returns the id of the change under the author's Idempotency-Key. Throws 422 for another request. */
    again: async (author: Author) => (await changeUnderKey(author))?.id,

    dryRun: (changes: readonly Change[], author: Author, known?: KnownRecords) =>
      planSet(db, contextOf, changes, author, { known }),

    /** Makes one change of very many records in batches, in one transaction. `work` may be retried. */
    async inBatches(
      author: Author,
      work: (batches: ChangeBatches) => Promise<void>,
      options: { signal?: AbortSignal | undefined; deadlineMs: number },
    ): Promise<void> {
      const inBatches = ({ id, db, write }: OpenChange) =>
        work({
          ...{ id, tx: db.tx },
          plan: (changes, known) => planSet(db, contextOf, changes, author, { known }),
          write: (outcomes) => write(writesOf(outcomes)),
        })
      await inChange(store, author, inBatches, { ...options, isSummed: true })
    },

    /** Returns the effect of a set of changes on each record. Writes nothing. */
    async plan(selection: Selection, author: Author): Promise<Plan> {
      const outcomes = await planSet(db, contextOf, changesIn(selection), author)
      const digest = digestOf(selection, outcomes.map(plannedVersion))
      const counts = { changed: 0, unchanged: 0, refused: 0, stale: 0 }
      for (const { state } of outcomes) counts[state] += 1
      const items = await inTurns(outcomes, (one) => itemOf(one, author))
      return withNames({ digest, counts, items })
    },

    /**
     * Applies a plan in one transaction: all of it, or all except the refused records that the caller skips. Merges,
     * field by field, what other users changed in between. Skips a record if both changed the same field.
     */
    async applyPlan(body: ApplyBody, author: Author): Promise<Applied> {
      const all = changesIn(body)
      const versions = all.map(({ version }) => version)
      if (digestOf(body, versions) !== body.digest)
        throw conflict('The changes differ from the plan. Preview them again, then apply.')
      const without = new Set(body.without)
      // The other records are validated without the skipped ones.
      const changes = all.filter(
        (one, place) => !without.has(one.action === 'create' ? `#${place}` : one.id),
      )
      const left = all.length - changes.length
      return await answerOnce(author, async () => {
        const choose = (outcomes: readonly Outcome[]) => chosenOf(outcomes, left, author)
        const { id, result } = await write(changes, author, choose)
        return { id, result: result.answer }
      })
    },

    /** Undoes a change, except for values that were changed since and for what a rule forbids. */
    async undo(id: string, { plan, only }: UndoBody = {}, author: Author): Promise<Undone> {
      const undone = await auditLog.one(id)
      if (!undone) throw notFound('This change does not exist.')
      if (Date.now() - Date.parse(undone.at) > trashDays * DAY_MS)
        throw conflict(`This change is older than ${trashDays} days and cannot be undone.`)
      const asked = { change: undone, only, author }
      if (plan) return withNames(await undoInBatches(db, contextOf, asked, async () => undefined))
      return answerOnce(author, () =>
        inChange(store, author, (open) => undoInBatches(open.db, contextOf, asked, open.write), {
          ...{ undoes: id, answer: (answer) => answer },
          isSummed: undone.isSummed && only === undefined,
          deadlineMs: undone.isSummed ? LARGE_MS : SET_MS,
        }),
      )
    },
  }
}

function allOrNone(outcomes: readonly Outcome[]) {
  for (const { refusal } of outcomes) if (refusal) throw refusal
  return { chosen: outcomes, answer: undefined }
}

/** Chooses the outcomes to apply, without those that clash. Throws 409 for refusals. */
function chosenOf(outcomes: readonly Outcome[], left: number, author: Author) {
  const having = (state: Outcome['state']) => outcomes.filter((one) => one.state === state)
  const [refused, clashed, chosen] = [having('refused'), having('stale'), having('changed')]
  const first = refused[0]?.refusal
  if (first) {
    const which = plural(refused.length, 'One record', `${refused.length} records`)
    const why = `${which} cannot be changed: ${first.message} Skip the records with errors.`
    throw conflict(`Nothing was changed. ${why}`)
  }
  const unchanged = outcomes.length - chosen.length - clashed.length
  const counts = { changed: chosen.length, unchanged, left, clashed: clashed.length }
  return { chosen, answer: { counts, clashed: clashed.map((one) => itemOf(one, author)) } }
}

/** Returns the changes of a selection, one by one. Throws 400 for an id that cannot be read. */
function changesIn(selection: Selection): Change[] {
  if ('items' in selection) return selection.items
  const { resource, change, ids } = selection
  return ids.map((text) => {
    const [id = '', version, more] = text.split('@')
    if (more !== undefined || (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)))
      throw invalid(`'${text}' must be an id, or an id with a version like 'id@3'.`)
    return { ...change, resource, id, version: version === undefined ? undefined : Number(version) }
  })
}

/** Hashes a selection and the versions of its records, so that only the plan can be applied. */
function digestOf(selection: Selection, versions: readonly (number | undefined)[]): string {
  const planned =
    'items' in selection
      ? selection.items.map((item) => ({ ...item, version: undefined }))
      : [selection.resource, selection.change, selection.ids.map((text) => text.split('@')[0])]
  const text = JSON.stringify([planned, versions.map((version) => version ?? null)])
  return createHash('sha256').update(text).digest('base64url')
}
