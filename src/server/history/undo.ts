import type { UndoBody, UndoItem, Undone } from '#contract/changes.ts'
import {
  type FieldChange,
  type FieldChanges,
  isSameValue,
  stillSo,
  withFields,
} from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { notFound } from '#server/http/refusal.ts'
import { keyOf } from '#server/records/access.ts'
import type { DbContext } from '#server/records/hooks/hooks.ts'
import type { Known } from '#server/records/records.ts'
import type { HistoryEntry, LoggedChange } from './audit-log.ts'
import {
  type Change,
  type ContextOf,
  changedFields,
  type Outcome,
  type PlannedWrite,
  planSet,
  type ResourceContext,
  shownFields,
  shownName,
  touches,
  writesOf,
} from './plan.ts'
import { grouped } from './validate.ts'

type Answer = Omit<Undone, 'id'>

/** The most entries of a large change in memory. */
const BATCH = 2000
/** The most records of each kind that the response names for a large change. It counts all. */
const MOST_NAMED = 1000

/**
 * Plans the undo of a change, and passes what can be undone to `write`, in batches for a large change. In the response
 * `by` is the id of an author.
 */
export async function undoInBatches(
  db: DbContext,
  contextOf: ContextOf,
  {
    change,
    only,
    author,
  }: { change: LoggedChange; only: NonNullable<UndoBody>['only']; author: Author },
  write: (planned: readonly PlannedWrite[]) => Promise<unknown>,
): Promise<Answer> {
  const isLarge = change.isSummed && only === undefined
  const named: Answer = { takenBack: [], kept: [], refused: [] }
  const counts = { takenBack: 0, kept: 0, refused: 0 }
  const records = only?.map((one) => one.id)
  for (let after: string | undefined; ; ) {
    const page = isLarge ? { after, most: BATCH } : { records }
    const entries = await db.store.auditLog.entriesOf(db.runner, change.id, page)
    const isSeen = ({ resource, data }: HistoryEntry) =>
      contextOf(resource).rights.sees(author, data)
    if (after === undefined && entries.length > 0 && !entries.some(isSeen))
      throw notFound('This change does not exist.')
    after = entries.at(-1)?.id
    const { planned, answer } = await planUndo(db, contextOf, narrowed(entries, only), author)
    await write(planned)
    if (!isLarge) return answer
    for (const kind of ['takenBack', 'kept', 'refused'] as const) {
      counts[kind] += answer[kind].length
      named[kind].push(...answer[kind].slice(0, MOST_NAMED - named[kind].length))
    }
    if (after === undefined) return { ...named, counts }
  }
}

/** The entries of a change about one record, joined. */
type RecordChange = Pick<HistoryEntry, 'resource' | 'action' | 'fields'> & {
  id: string
  last: HistoryEntry
}

/** The undo of what a change did to one record. */
interface Reversal {
  done: RecordChange
  context: ResourceContext
  before: Known
  /** Absent when all of it changed since. */
  change?: Change
  /** The fields that the update restores. */
  same?: FieldChanges
  /** What is kept because it changed since: these fields, or the whole record. */
  moved?: FieldChanges | 'all'
}

/**
 * Plans the undo of changes field by field. Keeps values that were changed since, and refuses what a rule forbids.
 * Writes nothing.
 */
async function planUndo(
  db: DbContext,
  contextOf: ContextOf,
  all: readonly RecordChange[],
  author: Author,
): Promise<{ planned: PlannedWrite[]; answer: Answer }> {
  const answer: Answer = { takenBack: [], kept: [], refused: [] }
  const reversals: Reversal[] = []
  const known = new Map<string, ReadonlyMap<string, Known>>()
  for (const [resource, own] of grouped(all, (one) => one.resource)) {
    const context = contextOf(resource)
    const ids = own.map(({ id }) => id)
    const records = await context.records.many(ids, db.tx)
    known.set(resource, records)
    await inTurns(own, (done) => {
      const before = records.get(done.id)
      if (before && done.action !== 'erase')
        reversals.push({ done, context, before, ...reversalOf(context, done, before) })
      else
        answer.refused.push({
          ...itemOf({ done, context, before: undefined }, author),
          ...{ reason: `This ${context.noun} was erased permanently.`, rule: 'erased' },
        })
    })
  }
  const reversalsBy = new Map(reversals.map((one) => [one.change, one]))
  const changes = reversals.flatMap(({ change }) => change ?? [])
  const outcomes = await planSet(db, contextOf, changes, author, { known })
  await inTurns(outcomes, (outcome) => {
    const reversal = reversalsBy.get(outcome.change)
    if (!reversal) return
    const { state, refusal } = outcome
    const { restored, missed } = reach(outcome, reversal.same)
    if (state === 'changed') answer.takenBack.push(itemOf(reversal, author, restored))
    if (state === 'refused' || missed)
      answer.refused.push({
        ...itemOf(reversal, author, missed),
        reason: refusal?.message ?? 'It cannot be restored because a rule sets its value.',
        rule: refusal?.error.rule ?? refusal?.error.code ?? 'invalid',
      })
  })
  answer.kept = await keptItems(db, reversals, author)
  return { planned: writesOf(outcomes.filter(({ state }) => state === 'changed')), answer }
}

/** Returns the item of a record in the response, with its name and these fields as the author may see them. */
function itemOf(
  { done, context, before }: Pick<Outcome, 'context' | 'before'> & { done: RecordChange },
  author: Author,
  fields?: FieldChanges,
): UndoItem {
  const { resource, id, action } = done
  return {
    ...{ resource, id, action: action === 'erase' ? 'delete' : action },
    name: shownName({ context, before }, author),
    ...(fields && { fields: shownFields({ context, fields }, author) }),
  }
}

/** Joins the entries of each record, because a hook may have written a record again in the same change. */
function byRecord(entries: readonly HistoryEntry[]): RecordChange[] {
  const groups = grouped(entries, ({ resource, recordId }) => `${resource} ${recordId}`)
  return [...groups.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)]
    if (!(first && last)) return []
    const action = own.find((one) => one.action !== 'update')?.action ?? 'update'
    const fields = own.map((one) => one.fields).reduce(joined)
    return [{ resource: first.resource, id: first.recordId, action, fields, last }]
  })
}

/** Joins two changes of a record: each field before the first and after the second. */
function joined(first: FieldChanges, then: FieldChanges): FieldChanges {
  const done: Record<string, FieldChange> = { ...first }
  for (const [path, change] of Object.entries(then)) {
    const { is: _, ...was } = done[path] ?? change
    done[path] = { ...was, ...('is' in change && { is: change.is }) }
  }
  return done
}

/**
 * Returns the changes of the records that the undo is limited to. Throws 404 for a record that is not in the change.
 */
function narrowed(
  entries: readonly HistoryEntry[],
  only: NonNullable<UndoBody>['only'],
): RecordChange[] {
  const all = byRecord(entries)
  if (!only) return all
  return only.map(({ resource, id, fields }) => {
    const done = all.find((one) => one.resource === resource && one.id === id.toLowerCase())
    if (!done) throw notFound(`This change does not include the record ${id} of '${resource}'.`)
    if (!fields) return done
    const lacking = fields.find((path) => !Object.hasOwn(done.fields, path))
    if (lacking !== undefined) throw notFound(`This change did not modify '${lacking}'.`)
    const picked = fields.map((path) => [path, done.fields[path] ?? {}] as const)
    return { ...done, fields: Object.fromEntries(picked) }
  })
}

/** Returns the change that undoes another one, and what it keeps. */
function reversalOf(
  context: ResourceContext,
  { resource, id, action, fields, last }: RecordChange,
  before: Known,
): Pick<Reversal, 'change' | 'same' | 'moved'> {
  const on = { resource, id }
  if (action === 'delete' && before.isDeleted) return { change: { ...on, action: 'restore' } }
  if (action === 'delete' || before.isDeleted) return { moved: 'all' }
  if (action !== 'update') {
    const since = changedFields(context.resource, last.data, before.data)
    if (Object.keys(since).length > 0) return { moved: 'all' }
    return { change: { ...on, action: 'delete' } }
  }
  const { same, moved } = stillSo(fields, before.data)
  const keys = [...new Set(Object.keys(same).map(keyOf))]
  const values = withFields(before.data, same, 'was')
  return {
    ...(keys.length > 0 && { same, change: { ...on, action: 'replace', keys, values } }),
    ...(Object.keys(moved).length > 0 && { moved }),
  }
}

/** Splits the fields to restore by whether a planned update restores them. */
function reach(
  { write, state }: Outcome,
  same: FieldChanges = {},
): { restored?: FieldChanges; missed?: FieldChanges } {
  if (write?.action !== 'update') return {}
  const isBack = ([path, field]: [string, FieldChange]) =>
    state !== 'refused' && isSameValue(getAt(write.data, path), field.was)
  const fields = Object.entries(same)
  const missed = fields.filter((field) => !isBack(field))
  return {
    restored: Object.fromEntries(fields.filter(isBack)),
    ...(missed.length > 0 && { missed: Object.fromEntries(missed) }),
  }
}

/** Returns the items of kept values in the response, with who changed them and when. */
async function keptItems(
  { store, runner }: DbContext,
  reversals: readonly Reversal[],
  author: Author,
): Promise<UndoItem[]> {
  const items: UndoItem[] = []
  const kept = reversals.filter(({ moved }) => moved)
  for (const [resource, own] of grouped(kept, ({ done }) => done.resource)) {
    const versions = new Map(own.map(({ done }) => [done.id, done.last.version]))
    const since = await store.auditLog.since(runner, resource, versions)
    for (const one of own) {
      const fields = one.moved === 'all' ? undefined : one.moved
      const entries = since.get(one.done.id) ?? []
      const latest = entries.findLast((entry) => touches(entry, fields)) ?? entries.at(-1)
      items.push({
        ...itemOf(one, author, fields),
        reason: keptBecause(one, fields),
        ...(latest && { at: latest.at }),
        ...(latest?.actorId && { by: latest.actorId }),
      })
    }
  }
  return items
}

function keptBecause({ done, before }: Reversal, fields: FieldChanges | undefined): string {
  if (done.action === 'delete') return 'It was restored later.'
  if (before.isDeleted) return 'It was deleted later.'
  const isBack =
    fields &&
    Object.entries(fields).every(([path, { was }]) => isSameValue(getAt(before.data, path), was))
  return isBack ? 'It already has its earlier value.' : 'It was changed later.'
}
