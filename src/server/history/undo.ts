import type { UndoBody, UndoItem, Undone } from '#contract/changes.ts'
import {
  type FieldChanges,
  fieldChanges,
  isSameValue,
  stillSo,
  withFields,
} from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { notFound } from '#server/http/refusal.ts'
import type { DbContext } from '#server/records/hooks/hooks.ts'
import type { Known } from '#server/records/records.ts'
import { shapeOf } from '#server/records/shape.ts'
import type { HistoryEntry, StoredChange } from './audit-log.ts'
import { type Change, type Outcome, type PlannedWrite, planSet, touches } from './plan.ts'
import { peopleNames, shownFields, shownName } from './plan-answers.ts'
import type { ContextOf, ResourceContext } from './resource-context.ts'
import type { Author } from './write.ts'

/** The change to undo, or a part of it: some records, or of one of them some fields. */
interface Undo {
  change: StoredChange
  only: NonNullable<UndoBody>['only']
  author: Author
}

type Answer = Omit<Undone, 'id'>

const KINDS = ['takenBack', 'kept', 'refused'] as const
/** Entries of a change of very many records in memory at a time. */
const BATCH = 2000
/** Of a change of very many records, so many of each kind are named in the answer; all are counted. */
const MOST_NAMED = 1000
/** The answer to a repeat whose stored answer was forgotten, because a person in it was erased. */
export const UNDONE_NOTHING = { takenBack: [], kept: [], refused: [] }

/**
 * Plans how a change can be undone, and hands what can be to `write`: of a change of very many records a batch at a
 * time, of any other all of it. Gives the answer.
 */
export async function undoInBatches(
  db: DbContext,
  contextOf: ContextOf,
  { change, only, author }: Undo,
  write: (planned: readonly PlannedWrite[]) => Promise<unknown>,
): Promise<Answer> {
  const isLarge = change.isSummed && only === undefined
  const answer: Required<Answer> = {
    ...{ takenBack: [], kept: [], refused: [] },
    counts: { takenBack: 0, kept: 0, refused: 0 },
  }
  let isFirst = true
  for await (const entries of isLarge ? batchesOf(db, change) : [entriesOf(db, change, only)]) {
    const isSeen = ({ resource, data }: HistoryEntry) =>
      contextOf(resource).rights.sees(author, data)
    if (isFirst && entries.length > 0 && !entries.some(isSeen))
      throw notFound('This change does not exist.')
    isFirst = false
    const { planned, answer: part } = await planUndo(db, contextOf, entries, only, author)
    await write(planned)
    for (const kind of KINDS) {
      const room = isLarge ? MOST_NAMED - answer[kind].length : part[kind].length
      answer[kind].push(...part[kind].slice(0, room))
      answer.counts[kind] += part[kind].length
    }
  }
  const { counts, ...named } = answer
  return isLarge ? answer : named
}

function entriesOf(db: DbContext, { id }: StoredChange, only: Undo['only']) {
  return db.store.auditLog.entriesOf(db.runner, id, { records: only?.map((one) => one.id) })
}

async function* batchesOf(db: DbContext, { id }: StoredChange): AsyncGenerator<HistoryEntry[]> {
  for (let after: string | undefined; ; ) {
    const entries = await db.store.auditLog.entriesOf(db.runner, id, { after, most: BATCH })
    after = entries.at(-1)?.id
    if (after === undefined) return
    yield entries
  }
}

/** What one change did to one record, from its first entry to its last. */
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
 * Plans the undo of entries: field by field what still is as the change left it. What was changed since is kept, and
 * what a rule forbids is refused. Writes nothing.
 */
async function planUndo(
  db: DbContext,
  contextOf: ContextOf,
  entries: readonly HistoryEntry[],
  only: Undo['only'],
  author: Author,
): Promise<{ planned: PlannedWrite[]; answer: Answer }> {
  const refused: UndoItem[] = []
  const requested: { done: RecordChange; change: Change }[] = []
  const clashes: Clash[] = []
  const all = narrowed(byRecord(entries), only)
  for (const resource of new Set(all.map((one) => one.resource))) {
    const own = all.filter((one) => one.resource === resource)
    const context = contextOf(resource)
    const known = await context.records.many(
      own.map(({ id }) => id),
      db.tx,
    )
    await inTurns(own, (done) => {
      const before = known.get(done.id)
      if (!before || done.action === 'erase') {
        refused.push({
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

  const outcomes = await planSet(
    db,
    contextOf,
    requested.map(({ change }) => ({ change })),
    author,
  )
  const takenBack: UndoItem[] = []
  const planned: PlannedWrite[] = []
  await inTurns(outcomes, (outcome, place) => {
    const done = requested[place]?.done
    if (!done) return
    const item = {
      ...{ resource: done.resource, id: done.id, action: actionOf(done) },
      name: shownName(outcome, outcome.before, author),
    }
    const { reached, missed } = reach(outcome, done)
    if (outcome.state === 'changed' && outcome.planned) {
      planned.push(outcome.planned)
      takenBack.push({ ...item, ...(reached && { fields: shownFields(outcome, reached, author) }) })
    }
    if (outcome.state === 'refused' || missed)
      refused.push({
        ...item,
        ...(missed && { fields: shownFields(outcome, missed, author) }),
        reason: outcome.refusal?.message ?? 'It cannot be put back: the present rules fill it.',
        rule: outcome.refusal?.error.rule ?? outcome.refusal?.error.code ?? 'invalid',
      })
  })
  const kept = await keptItems(db, contextOf, clashes, author)
  return { planned, answer: { takenBack, kept, refused } }
}

function actionOf({ action }: RecordChange): UndoItem['action'] {
  return action === 'erase' ? 'delete' : action
}

/** One item for each record: a change may have written a record twice, when a rule made it give way. */
function byRecord(entries: readonly HistoryEntry[]): RecordChange[] {
  const found = new Map<string, RecordChange>()
  for (const entry of entries) {
    const { resource, recordId: id, action, fields } = entry
    const key = `${resource} ${id}`
    const first = found.get(key)
    found.set(key, {
      ...{ resource, id, last: entry },
      action: first && first.action !== 'update' ? first.action : action,
      fields: first ? joined(first.fields, fields) : fields,
    })
  }
  return [...found.values()]
}

function joined(first: FieldChanges, then: FieldChanges): FieldChanges {
  const done: Record<string, FieldChanges[string]> = { ...first }
  for (const [path, change] of Object.entries(then)) {
    const { is, ...rest } = { ...change, ...done[path] }
    done[path] = { ...(done[path] ? rest : change), ...('is' in change && { is: change.is }) }
  }
  return done
}

function narrowed(all: readonly RecordChange[], only: Undo['only']): RecordChange[] {
  if (!only) return [...all]
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

/** The change that reverses what was done to a record, and what of it changed since: fields, or all of it. */
function reverseOf(
  { resource }: ResourceContext,
  { id, action, fields, last }: RecordChange,
  before: Known,
): { change?: Change; moved?: FieldChanges | true } {
  const on = { resource: resource.name, id }
  switch (action) {
    case 'delete':
      return before.isDeleted ? { change: { ...on, action: 'restore' } } : { moved: true }
    case 'create':
    case 'restore': {
      const since = fieldChanges(last.data, before.data)
      const apart = shapeOf(resource).kept.map(({ path }) => path)
      const isMoved = Object.keys(since).some((path) => !apart.includes(path))
      return before.isDeleted || isMoved ? { moved: true } : { change: { ...on, action: 'delete' } }
    }
    default: {
      if (before.isDeleted) return { moved: true }
      const { same, moved } = stillSo(fields, before.data)
      const keys = [...new Set(Object.keys(same).map((path) => path.split('.')[0] ?? ''))]
      return {
        ...(keys.length > 0 && {
          change: {
            ...{ ...on, action: 'rework' as const, keys },
            values: (data) => withFields(data, stillSo(same, data).same, 'was'),
          },
        }),
        ...(Object.keys(moved).length > 0 && { moved }),
      }
    }
  }
}

/** Which of the fields to put back a planned update puts back. */
function reach(
  { planned, before, state }: Outcome,
  { fields }: RecordChange,
): { reached?: FieldChanges; missed?: FieldChanges } {
  if (planned?.write.action !== 'update' || !before) return {}
  const { same } = stillSo(fields, before.data)
  if (state === 'refused') return { missed: same }
  const gone = Object.fromEntries(planned.unset.map((key) => [key, undefined]))
  const after = { ...before.data, ...gone, ...planned.data }
  const isBack = (path: string) => isSameValue(getAt(after, path), same[path]?.was)
  const pick = (want: boolean) =>
    Object.fromEntries(Object.entries(same).filter(([path]) => isBack(path) === want))
  const [reached, missed] = [pick(true), pick(false)]
  return { reached, ...(Object.keys(missed).length > 0 && { missed }) }
}

/** The answer's items of what is kept, with who changed it since and when. */
async function keptItems(
  { store, runner }: DbContext,
  contextOf: ContextOf,
  clashes: readonly Clash[],
  author: Author,
): Promise<UndoItem[]> {
  const found: { item: UndoItem; by: string | null }[] = []
  for (const resource of new Set(clashes.map(({ done }) => done.resource))) {
    const own = clashes.filter(({ done }) => done.resource === resource)
    const versions = new Map(own.map(({ done }) => [done.id, done.last.version]))
    const since = await store.auditLog.since(runner, resource, versions)
    for (const { done, context, before, fields } of own) {
      const entries = since.get(done.id) ?? []
      const latest = entries.findLast((entry) => touches(entry, fields)) ?? entries.at(-1)
      found.push({
        by: latest?.actorId ?? null,
        item: {
          ...{ resource, id: done.id, action: actionOf(done) },
          name: shownName({ context }, before, author),
          ...(fields && { fields: shownFields({ context }, fields, author) }),
          reason: keptBecause(done, before, fields),
          ...(latest && { at: latest.at }),
        },
      })
    }
  }
  const people = found.flatMap(({ by }) => by ?? [])
  const names = await peopleNames(store, contextOf, people)
  return found.map(({ item, by }) => {
    const name = by === null ? undefined : names.get(by)
    return name === undefined ? item : { ...item, by: name }
  })
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
