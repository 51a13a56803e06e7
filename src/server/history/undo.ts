import type { UndoItem, Undone } from '#contract/changes.ts'
import {
  type FieldChanges,
  fieldChanges,
  isSameField,
  isSameValue,
  stillSo,
  withFields,
} from '#model/field-changes.ts'
import { getAt } from '#model/paths.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Known } from '#server/records/records.ts'
import { shapeOf } from '#server/records/shape.ts'
import type { KeptEntry } from './kept-entries.ts'
import type { Change, Planned } from './planning.ts'
import { type Outcome, rehearse, type SubjectOf } from './rehearsal.ts'
import { peopleNames, shownFields, shownName } from './sets.ts'
import type { Ground } from './standing.ts'
import type { Subject } from './subject.ts'
import type { Author } from './write.ts'

/** A part of a change: of some records, or of one of them some fields. */
export type Only = readonly {
  resource: string
  id: string
  fields?: readonly string[] | undefined
}[]

/** What is answered where the answer was forgotten, because somebody in it was erased. */
export const NOTHING_BACK = { takenBack: [], kept: [], refused: [] }

/** What one change did to one record, from its beginning to its end. */
interface Deed {
  resource: string
  id: string
  action: KeptEntry['action']
  fields: FieldChanges
  last: KeptEntry
}

/** What an undo would write, and what it answers. */
export interface Undoing {
  planned: Planned[]
  answer: Omit<Undone, 'id'>
}

/**
 * Looks at how a change can be taken back: field by field what still is as it left it. What was changed since is kept,
 * and told with who did it; what a rule stands against is told with the rule. Writes nothing.
 */
export async function lookBack(
  ground: Ground,
  subjectOf: SubjectOf,
  items: readonly KeptEntry[],
  only: Only | undefined,
  author: Author,
): Promise<Undoing> {
  const deeds = narrowed(deedsIn(items), only)
  const kept: UndoItem[] = []
  const refused: UndoItem[] = []
  const asked: { deed: Deed; change: Change }[] = []
  const clashes: { deed: Deed; subject: Subject; before: Known; fields?: FieldChanges }[] = []

  for (const [resource, own] of byResource(deeds)) {
    const subject = subjectOf(resource)
    const known = await subject.records.many(
      own.map(({ id }) => id),
      ground.tx,
    )
    await inTurns(own, (deed) => {
      const before = known.get(deed.id)
      if (!before || deed.action === 'erase') {
        refused.push({
          ...{ resource, id: deed.id, name: subject.noun, action: shownAction(deed) },
          ...{ reason: `This ${subject.noun} was erased for good.`, rule: 'erased' },
        })
        return
      }
      const { change, moved } = backOf(subject, deed, before)
      if (change) asked.push({ deed, change })
      if (moved) clashes.push({ deed, subject, before, ...(moved !== true && { fields: moved }) })
    })
  }

  const outcomes = await rehearse(
    ground,
    subjectOf,
    asked.map(({ change }) => ({ change })),
    author,
  )
  const takenBack: UndoItem[] = []
  const planned: Planned[] = []
  await inTurns(outcomes, (outcome, place) => {
    const deed = asked[place]?.deed
    if (!deed) return
    const item = {
      ...{ resource: deed.resource, id: deed.id, action: shownAction(deed) },
      name: shownName(outcome, outcome.before, author),
    }
    const { done, missed } = reached(outcome, deed)
    const isDone = outcome.state === 'changed' && outcome.planned
    if (isDone && outcome.planned) {
      planned.push(outcome.planned)
      takenBack.push({ ...item, ...(done && { fields: shownFields(outcome, done, author) }) })
    }
    if (outcome.state === 'refused' || missed)
      refused.push({
        ...item,
        ...(missed && { fields: shownFields(outcome, missed, author) }),
        reason: outcome.refusal?.message ?? 'It cannot be put back: the present rules fill it.',
        rule: outcome.refusal?.error.rule ?? outcome.refusal?.error.code ?? 'invalid',
      })
  })
  kept.push(...(await told(ground, subjectOf, clashes, author)))
  return { planned, answer: { takenBack, kept, refused } }
}

function shownAction({ action }: Deed): UndoItem['action'] {
  return action === 'erase' ? 'delete' : action
}

/** By record: a change may have written one twice, when a rule had another one give way. */
function deedsIn(items: readonly KeptEntry[]): Deed[] {
  const deeds = new Map<string, Deed>()
  for (const item of items) {
    const key = `${item.resource} ${item.recordId}`
    const first = deeds.get(key)
    const { resource, recordId: id, action, fields } = item
    if (!first) deeds.set(key, { resource, id, action, fields, last: item })
    else
      deeds.set(key, {
        ...first,
        action: first.action === 'update' ? action : first.action,
        fields: joined(first.fields, fields),
        last: item,
      })
  }
  return [...deeds.values()]
}

function joined(first: FieldChanges, then: FieldChanges): FieldChanges {
  const done: Record<string, FieldChanges[string]> = { ...first }
  for (const [path, change] of Object.entries(then)) {
    const { is, ...rest } = { ...change, ...done[path] }
    done[path] = { ...(done[path] ? rest : change), ...('is' in change && { is: change.is }) }
  }
  return done
}

function narrowed(deeds: readonly Deed[], only: Only | undefined): Deed[] {
  if (!only) return [...deeds]
  return only.map(({ resource, id, fields }) => {
    const deed = deeds.find((one) => one.resource === resource && one.id === id.toLowerCase())
    if (!deed) throw notFound(`This change has no record ${id} of '${resource}'.`)
    if (!fields) return deed
    const lacking = fields.find((path) => !Object.hasOwn(deed.fields, path))
    if (lacking !== undefined) throw notFound(`This change did not change '${lacking}'.`)
    const picked = fields.map((path) => [path, deed.fields[path] ?? {}] as const)
    return { ...deed, fields: Object.fromEntries(picked) }
  })
}

function byResource(deeds: readonly Deed[]): Map<string, Deed[]> {
  const groups = new Map<string, Deed[]>()
  for (const deed of deeds) {
    const group = groups.get(deed.resource)
    if (group) group.push(deed)
    else groups.set(deed.resource, [deed])
  }
  return groups
}

/** The change that takes a deed back, and what of it was changed since: fields, or all of it. */
function backOf(
  { resource }: Subject,
  { id, action, fields, last }: Deed,
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

/** Which of the fields that were to be put back a planned update puts back. */
function reached(
  { planned, before, state }: Outcome,
  { fields }: Deed,
): { done?: FieldChanges; missed?: FieldChanges } {
  if (planned?.write.action !== 'update' || !before) return {}
  const { same } = stillSo(fields, before.data)
  if (state === 'refused') return { missed: same }
  const gone = Object.fromEntries(planned.unset.map((key) => [key, undefined]))
  const after = { ...before.data, ...gone, ...planned.data }
  const isDone = (path: string) => isSameValue(getAt(after, path), same[path]?.was)
  const pick = (want: boolean) =>
    Object.fromEntries(Object.entries(same).filter(([path]) => isDone(path) === want))
  const [done, missed] = [pick(true), pick(false)]
  return { done, ...(Object.keys(missed).length > 0 && { missed }) }
}

/** What is kept, with who changed it since, and when. */
async function told(
  ground: Ground,
  subjectOf: SubjectOf,
  clashes: readonly { deed: Deed; subject: Subject; before: Known; fields?: FieldChanges }[],
  author: Author,
): Promise<UndoItem[]> {
  const { store, runner } = ground
  const found: { item: UndoItem; by: string | null }[] = []
  const resources = new Set(clashes.map(({ deed }) => deed.resource))
  for (const resource of resources) {
    const own = clashes.filter(({ deed }) => deed.resource === resource)
    const versions = new Map(own.map(({ deed }) => [deed.id, deed.last.version]))
    const since = await store.keptChanges.since(runner, resource, versions)
    for (const { deed, subject, before, fields } of own) {
      const items = since.get(deed.id) ?? []
      const latest = items.findLast((item) => !fields || touches(item, fields)) ?? items.at(-1)
      const asked = { change: { action: 'delete' as const, resource, id: deed.id } }
      found.push({
        by: latest?.actorId ?? null,
        item: {
          ...{ resource, id: deed.id, action: shownAction(deed) },
          name: shownName({ subject, asked }, before, author),
          ...(fields && { fields: shownFields({ subject }, fields, author) }),
          reason: keptBecause(deed, before, fields),
          ...(latest && { at: latest.at }),
        },
      })
    }
  }
  const people = found.flatMap(({ by }) => by ?? [])
  const names = await peopleNames(ground, subjectOf, people)
  return found.map(({ item, by }) => {
    const name = by === null ? undefined : names.get(by)
    return name === undefined ? item : { ...item, by: name }
  })
}

function touches(item: KeptEntry, fields: FieldChanges): boolean {
  if (item.action !== 'update') return true
  return Object.keys(item.fields).some((path) =>
    Object.keys(fields).some((other) => isSameField(path, other)),
  )
}

function keptBecause(
  { action }: Deed,
  { isDeleted, data }: Known,
  fields: FieldChanges | undefined,
): string {
  if (action === 'delete') return 'It was restored since.'
  if (isDeleted) return 'It was deleted since.'
  const isBack =
    fields && Object.entries(fields).every(([path, { was }]) => isSameValue(getAt(data, path), was))
  return isBack ? 'It is as it was before already.' : 'It was changed since.'
}
