import type { UndoBody, UndoItem, Undone } from '#contract/changes.ts'
import {
  type FieldChanges,
  fieldChanges,
  isSameValue,
  stillSo,
  withFields,
} from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { notFound } from '#server/http/refusal.ts'
import type { DbContext } from '#server/records/hooks/hooks.ts'
import type { Known } from '#server/records/records.ts'
import { shapeOf } from '#server/records/shape.ts'
import type { HistoryEntry, StoredChange } from './audit-log.ts'
import {
  type Change,
  type ContextOf,
  type Outcome,
  type PlannedWrite,
  planSet,
  type ResourceContext,
  shownFields,
  shownName,
  touches,
} from './plan.ts'
import { grouped } from './validate.ts'

/** The change to undo, or a part of it: some records, or of one of them some fields. */
interface Undo {
  change: StoredChange
  only: NonNullable<UndoBody>['only']
  author: Author
}

type Answer = Omit<Undone, 'id'>

const KINDS = ['takenBack', 'kept', 'refused'] as const
/** Entries of a large change in memory at a time. */
const BATCH = 2000
/** The answer names so many records of each kind of a large change, and counts all. */
const MOST_NAMED = 1000

/**
 * Plans the undo of a change, and passes what can be undone to `write`: of a large change a batch at a time, of any
 * other all of it. In the answer `by` is the id of an author.
 */
export async function undoInBatches(
  db: DbContext,
  contextOf: ContextOf,
  { change, only, author }: Undo,
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
    for (const kind of KINDS) {
      counts[kind] += answer[kind].length
      named[kind].push(
        ...(isLarge ? answer[kind].slice(0, MOST_NAMED - named[kind].length) : answer[kind]),
      )
    }
    if (!isLarge || after === undefined) return isLarge ? { ...named, counts } : named
  }
}

/** A change of one record, from its first entry to its last. */
interface RecordChange {
  resource: string
  id: string
  action: HistoryEntry['action']
  fields: FieldChanges
  last: HistoryEntry
}

/** A record, or fields of it, that changed since. */
interface Clash {
  done: RecordChange
  context: ResourceContext
  before: Known
  fields: FieldChanges | undefined
}

/**
 * Plans the undo of changes of records: field by field what still is as the change left it. Keeps what was changed
 * since, and refuses what a rule forbids. Writes nothing.
 */
async function planUndo(
  db: DbContext,
  contextOf: ContextOf,
  all: readonly RecordChange[],
  author: Author,
): Promise<{ planned: PlannedWrite[]; answer: Answer }> {
  const answer: Answer = { takenBack: [], kept: [], refused: [] }
  const requested: { done: RecordChange; change: Change }[] = []
  const clashes: Clash[] = []
  const known = new Map<string, ReadonlyMap<string, Known>>()
  for (const [resource, own] of grouped(all, (one) => one.resource)) {
    const context = contextOf(resource)
    const ids = own.map(({ id }) => id)
    const records = await context.records.many(ids, db.tx)
    known.set(resource, records)
    await inTurns(own, (done) => {
      const before = records.get(done.id)
      if (!before || done.action === 'erase') {
        answer.refused.push({
          ...{ resource, id: done.id, name: context.noun, action: actionOf(done) },
          ...{ reason: `This ${context.noun} was erased for good.`, rule: 'erased' },
        })
        return
      }
      const { change, moved } = reverseOf(context, done, before)
      if (change) requested.push({ done, change })
      if (moved) clashes.push({ done, context, before, fields: moved === true ? undefined : moved })
    })
  }

  const changes = requested.map(({ change }) => ({ change }))
  const outcomes = await planSet(db, contextOf, changes, author, { known })
  const planned: PlannedWrite[] = []
  await inTurns(outcomes, (outcome, place) => {
    const done = requested[place]?.done
    if (!done) return
    const item = {
      ...{ resource: done.resource, id: done.id, action: actionOf(done) },
      name: shownName(outcome, outcome.before, author),
    }
    const { restored, missed } = reach(outcome, done)
    if (outcome.state === 'changed' && outcome.planned) {
      planned.push(outcome.planned)
      const fields = restored && { fields: shownFields(outcome, restored, author) }
      answer.takenBack.push({ ...item, ...fields })
    }
    if (outcome.state === 'refused' || missed)
      answer.refused.push({
        ...item,
        ...(missed && { fields: shownFields(outcome, missed, author) }),
        reason: outcome.refusal?.message ?? 'It cannot be put back: the present rules fill it.',
        rule: outcome.refusal?.error.rule ?? outcome.refusal?.error.code ?? 'invalid',
      })
  })
  answer.kept = await keptItems(db, clashes, author)
  return { planned, answer }
}

function actionOf({ action }: RecordChange): UndoItem['action'] {
  return action === 'erase' ? 'delete' : action
}

/** Joins the entries of each record: a change may have written it twice, when a rule made it give way. */
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

function joined(first: FieldChanges, then: FieldChanges): FieldChanges {
  const done: Record<string, FieldChanges[string]> = { ...first }
  for (const [path, change] of Object.entries(then)) {
    const { is, ...rest } = { ...change, ...done[path] }
    done[path] = { ...(done[path] ? rest : change), ...('is' in change && { is: change.is }) }
  }
  return done
}

/** Returns the changes of the records that the undo is limited to. Throws 404 for one that the change does not have. */
function narrowed(entries: readonly HistoryEntry[], only: Undo['only']): RecordChange[] {
  const all = byRecord(entries)
  if (!only) return all
  return only.map(({ resource, id, fields }) => {
    const done = all.find((one) => one.resource === resource && one.id === id.toLowerCase())
    if (!done) throw notFound(`This change has no record ${id} of '${resource}'.`)
    if (!fields) return done
    const lacking = fields.find((path) => !Object.hasOwn(done.fields, path))
    if (lacking !== undefined) throw notFound(`This change did not change '${lacking}'.`)
    const picked = fields.map((path) => [path, done.fields[path] ?? {}] as const)
    return { ...done, fields: Object.fromEntries(picked) }
  })
}

/** Returns the change that reverses a change of a record, and what of it changed since: fields, or all of it. */
function reverseOf(
  { resource }: ResourceContext,
  { id, action, fields, last }: RecordChange,
  before: Known,
): { change?: Change; moved?: FieldChanges | true } {
  const on = { resource: resource.name, id }
  if (action === 'delete')
    return before.isDeleted ? { change: { ...on, action: 'restore' } } : { moved: true }
  if (before.isDeleted) return { moved: true }
  if (action !== 'update') {
    const apart = shapeOf(resource).kept.map(({ path }) => path)
    const since = fieldChanges(last.data, before.data, apart)
    return Object.keys(since).length > 0 ? { moved: true } : { change: { ...on, action: 'delete' } }
  }
  const { same, moved } = stillSo(fields, before.data)
  const keys = [...new Set(Object.keys(same).map((path) => path.split('.')[0] ?? ''))]
  const data = withFields(before.data, same, 'was')
  return {
    ...(keys.length > 0 && { change: { ...on, action: 'replace', keys, data } }),
    ...(Object.keys(moved).length > 0 && { moved }),
  }
}

/** Splits the fields to put back by whether a planned update puts them back. */
function reach(
  { planned, before, state }: Outcome,
  { fields }: RecordChange,
): { restored?: FieldChanges; missed?: FieldChanges } {
  if (planned?.write.action !== 'update' || !before) return {}
  const { same } = stillSo(fields, before.data)
  if (state === 'refused') return { missed: same }
  const gone = Object.fromEntries(planned.unset.map((key) => [key, undefined]))
  const after = { ...before.data, ...gone, ...planned.data }
  const isBack = (path: string) => isSameValue(getAt(after, path), same[path]?.was)
  const pick = (want: boolean) =>
    Object.fromEntries(Object.entries(same).filter(([path]) => isBack(path) === want))
  const [restored, missed] = [pick(true), pick(false)]
  return { restored, ...(Object.keys(missed).length > 0 && { missed }) }
}

/** Returns the answer's items of what is kept, with who changed it since and when. */
async function keptItems(
  { store, runner }: DbContext,
  clashes: readonly Clash[],
  author: Author,
): Promise<UndoItem[]> {
  const items: UndoItem[] = []
  for (const [resource, own] of grouped(clashes, ({ done }) => done.resource)) {
    const versions = new Map(own.map(({ done }) => [done.id, done.last.version]))
    const since = await store.auditLog.since(runner, resource, versions)
    for (const { done, context, before, fields } of own) {
      const entries = since.get(done.id) ?? []
      const latest = entries.findLast((entry) => touches(entry, fields)) ?? entries.at(-1)
      items.push({
        ...{ resource, id: done.id, action: actionOf(done) },
        name: shownName({ context }, before, author),
        ...(fields && { fields: shownFields({ context }, fields, author) }),
        reason: keptBecause(done, before, fields),
        ...(latest && { at: latest.at }),
        ...(latest?.actorId && { by: latest.actorId }),
      })
    }
  }
  return items
}

function keptBecause(
  { action }: RecordChange,
  { isDeleted, data }: Known,
  fields: FieldChanges | undefined,
): string {
  if (action === 'delete') return 'It was restored since.'
  if (isDeleted) return 'It was deleted since.'
  const isBack =
    fields && Object.entries(fields).every(([path, { was }]) => isSameValue(getAt(data, path), was))
  return isBack ? 'It is as it was before already.' : 'It was changed since.'
}
