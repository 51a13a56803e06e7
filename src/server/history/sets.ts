import { createHmac } from 'node:crypto'
import type { Applied, ApplyBody, Item, Plan, PlanBody, PlannedItem } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import { plural } from '#model/plural.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import type { Stored } from '#server/records/shape.ts'
import { changeOf } from './planning.ts'
import type { Asked, Outcome, SubjectOf } from './rehearsal.ts'
import type { Ground } from './standing.ts'
import type { Author } from './write.ts'

/** What a plan is asked for, with its records named. */
export type Selection = Exclude<PlanBody, { query: string }> | ApplyBody

/** The changes of a selection, one by one. Throws 400 for an id that cannot be read. */
export function askedIn(selection: Selection): Asked[] {
  if ('items' in selection)
    return selection.items.map((item) => ({ change: changeOf(item), version: versionOf(item) }))
  const { resource, change, ids } = selection
  return ids.map((text) => {
    const { id, version } = readId(text)
    return { change: changeOf({ ...change, resource, id }), version }
  })
}

function versionOf(item: Item): number | undefined {
  return item.action === 'create' ? undefined : item.version
}

function readId(text: string): { id: string; version: number | undefined } {
  const [id = '', version, more] = text.split('@')
  if (more !== undefined || (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)))
    throw invalid(`'${text}' is no id, and no id with a version like 'id@3'.`)
  return { id, version: version === undefined ? undefined : Number(version) }
}

/**
 * Binds what was planned: who, what, which records, which versions. Nobody can make one without planning, for it
 * takes the servers' secret.
 */
export function digestOf(
  secret: string,
  { id }: Author,
  selection: Selection,
  versions: readonly (number | undefined)[],
): string {
  const records =
    'items' in selection
      ? selection.items.map((item) => [
          item.resource,
          item.action,
          'id' in item ? item.id : null,
          'values' in item ? item.values : null,
        ])
      : [selection.resource, selection.change, selection.ids.map((text) => readId(text).id)]
  const text = JSON.stringify([id, records, versions.map((version) => version ?? null)])
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** The version that a plan names: of what is stale, the one that whoever asked had seen. */
export function plannedVersion({ state, asked, before }: Outcome): number | undefined {
  return state === 'stale' ? asked.version : before?.version
}

/** What the answer says of each outcome. `names` knows people. */
function shownOutcome(
  one: Outcome,
  author: Author,
  names: ReadonlyMap<string, string>,
): PlannedItem {
  const { asked, subject, before, state, refusal, fields, latest } = one
  const { action, resource } = asked.change
  const by = latest?.actorId ? names.get(latest.actorId) : undefined
  const version = plannedVersion(one)
  return {
    resource,
    action: action === 'rework' ? 'update' : action,
    ...('id' in asked.change && { id: asked.change.id }),
    ...(version !== undefined && { version }),
    name: shownName(one, before, author),
    state,
    ...(fields && state !== 'refused' && { fields: shownFields(one, fields, author) }),
    ...(refusal && { reason: refusal.message, rule: refusal.error.rule ?? refusal.error.code }),
    ...(latest && { reason: `This ${subject.noun} was changed meanwhile.`, at: latest.at }),
    ...(by !== undefined && { by }),
  }
}

export function shownFields(
  { subject }: Pick<Outcome, 'subject'>,
  fields: FieldChanges,
  { role }: Author,
): FieldChanges {
  const hidden = subject.hiddenFrom(role)
  if (hidden.length === 0) return fields
  const isShown = ([path]: [string, unknown]) => !hidden.includes(path.split('.')[0] ?? '')
  return Object.fromEntries(Object.entries(fields).filter(isShown))
}

/** What a record is called; only its kind for who may not read it. */
export function shownName(
  { subject, asked }: Pick<Outcome, 'subject' | 'asked'>,
  before: Stored | undefined,
  author: Author,
): string {
  const { role } = author
  const { resource, noun, rights } = subject
  if (!subject.mayRead(role, resource.name)) return noun
  if (before && !rights.sees(author, before.data)) return noun
  const hidden = subject.hiddenFrom(role)
  if (before && hidden.length === 0) return subject.nameOf(before)
  const data = Object.entries(before?.data ?? {}).filter(([key]) => !hidden.includes(key))
  if (before) return subject.nameOf({ ...before, data: Object.fromEntries(data) })
  const { change } = asked
  return change.action === 'create' ? subject.nameOf({ ...BLANK, data: Object(change.body) }) : noun
}

const BLANK = { id: '', version: 0, createdAt: '', updatedAt: '' }

/** What people are called, by their ids, also of those who are deleted. */
export async function peopleNames(
  { store }: Ground,
  subjectOf: SubjectOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { nameOf } = subjectOf('users')
  const found = await store.changeLog.authors([...new Set(ids)])
  return new Map(found.map(({ id, data }) => [id, nameOf({ ...BLANK, id, data })]))
}

export async function planOf(
  digest: string,
  outcomes: readonly Outcome[],
  author: Author,
  names: ReadonlyMap<string, string>,
): Promise<Plan> {
  const counts = { changed: 0, unchanged: 0, refused: 0, stale: 0 }
  for (const { state } of outcomes) counts[state] += 1
  const items = await inTurns(outcomes, (one) => shownOutcome(one, author, names))
  return { digest, counts, items }
}

/** What is applied of a plan: all but what the caller left out and what clashes. Throws 409 for other refusals. */
export function applied(
  outcomes: readonly Outcome[],
  without: readonly string[],
  author: Author,
  names: ReadonlyMap<string, string>,
): { changed: Outcome[]; answer: Omit<Applied, 'id'> } {
  const left = new Set(without)
  const isLeft = ({ asked: { change } }: Outcome, place: number) =>
    left.has(change.action === 'create' ? `#${place}` : change.id)
  const kept = outcomes.filter((one, place) => !isLeft(one, place))
  const refused = kept.filter(({ state }) => state === 'refused')
  if (refused.length > 0) {
    const [first] = refused.map(({ refusal }) => refusal?.message ?? '')
    const which = plural(refused.length, 'One record', `${refused.length} records`)
    throw conflict(`Nothing was changed. ${which} cannot be: ${first} Leave out what cannot be.`)
  }
  const clashed = kept.filter(({ state }) => state === 'stale')
  const changed = kept.filter(({ state }) => state === 'changed')
  const counts = {
    changed: changed.length,
    unchanged: kept.length - changed.length - clashed.length,
    left: outcomes.length - kept.length,
    clashed: clashed.length,
  }
  return {
    changed,
    answer: { counts, clashed: clashed.map((one) => shownOutcome(one, author, names)) },
  }
}
