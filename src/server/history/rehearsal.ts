import { type FieldChanges, fieldChanges, isSameField } from '#model/field-changes.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import type { Known } from '#server/records/records.ts'
import { shapeOf } from '#server/records/shape.ts'
import type { KeptEntry } from './kept-entries.ts'
import { type Change, type Planned, planOne } from './planning.ts'
import { type Ground, standingOfMany } from './standing.ts'
import type { Subject } from './subject.ts'
import { type Author, patched } from './write.ts'

/** A change that is asked for, and the version that whoever asks has seen. */
export interface Asked {
  change: Change
  version?: number | undefined
}

/** What would become of it. */
export interface Outcome {
  asked: Asked
  subject: Subject
  before: Known | undefined
  state: 'changed' | 'unchanged' | 'refused' | 'stale'
  planned?: Planned
  refusal?: Refusal
  /** Of an update. */
  fields?: FieldChanges
  /** Of what is stale: the latest change of the same fields. */
  latest?: KeptEntry
}

/** By resource and id, records that whoever asks has read already, and locked where there is a transaction. */
export type KnownRecords = ReadonlyMap<string, ReadonlyMap<string, Known>>

/** Creates of a set that were planned before its transaction. */
export type ReadyCreates = ReadonlyMap<Asked, Outcome>

export type SubjectOf = (resource: string) => Subject

/**
 * Looks at changes as one set and says what would become of each; writes nothing. Within a transaction the records
 * are locked, so that what it says holds until its end. Throws 400 when a record is in it twice.
 */
export async function rehearse(
  ground: Ground,
  subjectOf: SubjectOf,
  asked: readonly Asked[],
  author: Author,
  { read, ready }: { read?: KnownRecords | undefined; ready?: ReadyCreates | undefined } = {},
): Promise<Outcome[]> {
  const known = await readAll(ground, subjectOf, asked, read)
  const outcomes = await inTurns(asked, (one) => {
    const made = ready?.get(one)
    if (made) return made

    const subject = subjectOf(one.change.resource)
    const id = idOf(one.change)
    const before = id === undefined ? undefined : known.get(one.change.resource)?.get(id)
    return outcomeOf({ asked: one, subject, before }, author, ground.tx === undefined)
  })
  await findStale(ground, outcomes)
  const planned = outcomes.flatMap((one) =>
    one.state === 'changed' && one.planned ? [one.planned] : [],
  )
  const refusals = await standingOfMany(ground, planned)
  return outcomes.map((one) => {
    const refusal = one.planned && refusals.get(one.planned)
    return refusal ? { ...one, state: 'refused', refusal } : one
  })
}

/**
 * Plans what is created before the transaction of its set: it needs no lock, and hashing many passwords takes longer
 * than a transaction may wait.
 */
export async function planCreates(
  subjectOf: SubjectOf,
  asked: readonly Asked[],
  author: Author,
): Promise<ReadyCreates> {
  const creates = asked.filter(({ change }) => change.action === 'create')
  const outcomes = await inTurns(creates, (one) => {
    const subject = subjectOf(one.change.resource)
    return outcomeOf({ asked: one, subject, before: undefined }, author, false)
  })
  return new Map(outcomes.map((one) => [one.asked, one]))
}

/** What is to be written of it. */
export function plannedIn(outcomes: readonly Outcome[]): Planned[] {
  return outcomes.flatMap(({ planned }) => planned ?? [])
}

function idOf(change: Change): string | undefined {
  return change.action === 'create' ? undefined : change.id.toLowerCase()
}

async function readAll(
  { tx }: Ground,
  subjectOf: SubjectOf,
  asked: readonly Asked[],
  read?: KnownRecords,
): Promise<KnownRecords> {
  const ids = new Map<string, Set<string>>()
  for (const { change } of asked) {
    const id = idOf(change)
    if (id === undefined) continue
    const own = ids.get(change.resource) ?? new Set()
    if (own.has(id)) throw invalid(`The record ${id} is in it twice.`)
    ids.set(change.resource, own.add(id))
  }
  if (read) return read
  const found = new Map<string, Map<string, Known>>()
  // Always in the same order, so that two change sets do not wait for each other.
  for (const [resource, own] of [...ids].sort(([one], [other]) => (one < other ? -1 : 1)))
    found.set(resource, await subjectOf(resource).records.many([...own], tx))
  return found
}

async function outcomeOf(
  one: Pick<Outcome, 'asked' | 'subject' | 'before'>,
  author: Author,
  isRehearsed: boolean,
): Promise<Outcome> {
  const { asked, subject, before } = one
  try {
    const planned = await planOne(subject, asked.change, before, author, isRehearsed)
    const { write } = planned
    if (write.action !== 'update') return { ...one, state: 'changed', planned }
    const fields = changedFields(planned)
    const isChanged = Object.keys(fields).length > 0
    return { ...one, state: isChanged ? 'changed' : 'unchanged', planned, fields }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...one, state: 'refused', refusal: error }
  }
}

/** What an update makes of the fields of its record. */
function changedFields({ subject, write, data, unset }: Planned): FieldChanges {
  if (write.action !== 'update') return {}
  const apart = shapeOf(subject.resource).kept.map(({ path }) => path)
  const before = write.before.data
  return fieldChanges(before, patched(before, { set: data, unset }), apart)
}

/**
 * Marks what was changed since the version that was seen: an update in the same fields, a deletion or a restoring in
 * any. An update of other fields is merged.
 */
async function findStale({ store, runner }: Ground, outcomes: readonly Outcome[]): Promise<void> {
  const moved = outcomes.filter(
    ({ asked, before, state }) =>
      state === 'changed' && asked.version !== undefined && (before?.version ?? 0) > asked.version,
  )
  const resources = new Set(moved.map(({ subject }) => subject.resource.name))
  for (const resource of resources) {
    const own = moved.filter(({ subject }) => subject.resource.name === resource)
    const versions = new Map(own.map(({ asked, before }) => [before?.id ?? '', asked.version ?? 0]))
    const since = await store.keptChanges.since(runner, resource, versions)
    for (const one of own) {
      const items = since.get(one.before?.id ?? '') ?? []
      const latest = items.findLast((item) => isClash(one, item))
      if (!latest) continue
      one.state = 'stale'
      one.latest = latest
    }
  }
}

function isClash({ fields }: Outcome, item: KeptEntry): boolean {
  if (!fields || item.action !== 'update') return true
  return Object.keys(fields).some((path) =>
    Object.keys(item.fields).some((other) => isSameField(path, other)),
  )
}
