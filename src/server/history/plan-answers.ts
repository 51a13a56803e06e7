import { createHash } from 'node:crypto'
import type { Applied, ApplyBody, Plan, PlanBody, PlannedItem } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import { plural } from '#model/plural.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import type { Stored } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import { changeOf, type Outcome, type RequestedChange } from './plan.ts'
import type { ContextOf } from './resource-context.ts'
import type { Author } from './write.ts'

/** The body of a plan, with its records named. */
export type Selection = Exclude<PlanBody, { query: string }> | ApplyBody

/** The changes of a selection, one by one. Throws 400 for an id that cannot be read. */
export function requestedIn(selection: Selection): RequestedChange[] {
  if ('items' in selection)
    return selection.items.map((item) => ({
      change: changeOf(item),
      version: item.action === 'create' ? undefined : item.version,
    }))
  const { resource, change, ids } = selection
  return ids.map((text) => {
    const [id = '', version, more] = text.split('@')
    if (more !== undefined || (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)))
      throw invalid(`'${text}' is no id, and no id with a version like 'id@3'.`)
    return {
      change: changeOf({ ...change, resource, id }),
      version: version === undefined ? undefined : Number(version),
    }
  })
}

/** A hash of a selection and the versions of its records, so that only what was planned is applied. */
export function digestOf(
  selection: Selection,
  requested: readonly RequestedChange[],
  versions: readonly (number | undefined)[],
): string {
  const changes =
    'items' in selection
      ? requested.map(({ change }) => change)
      : [
          selection.resource,
          selection.change,
          requested.map(({ change }) => 'id' in change && change.id),
        ]
  const text = JSON.stringify([changes, versions.map((version) => version ?? null)])
  return createHash('sha256').update(text).digest('base64url')
}

/** The version that a plan names: of a stale outcome, the one that the caller had seen. */
export function plannedVersion({ state, requested, before }: Outcome): number | undefined {
  return state === 'stale' ? requested.version : before?.version
}

/** The answer to a plan. `names` are those of people, by id. */
export async function planAnswer(
  digest: string,
  outcomes: readonly Outcome[],
  author: Author,
  names: ReadonlyMap<string, string>,
): Promise<Plan> {
  const counts = { changed: 0, unchanged: 0, refused: 0, stale: 0 }
  for (const { state } of outcomes) counts[state] += 1
  return { digest, counts, items: await inTurns(outcomes, (one) => itemOf(one, author, names)) }
}

/** The changes that the caller does not leave out. */
export function notLeftOut(
  requested: readonly RequestedChange[],
  without: readonly string[],
): RequestedChange[] {
  const left = new Set(without)
  return requested.filter(
    ({ change }, place) => !left.has(change.action === 'create' ? `#${place}` : change.id),
  )
}

/** The outcomes to apply, without those that clash. Throws 409 for refusals. `left` were left out by the caller. */
export function chooseApplied(
  outcomes: readonly Outcome[],
  left: number,
  author: Author,
  names: ReadonlyMap<string, string>,
): { changed: Outcome[]; answer: Omit<Applied, 'id'> } {
  const refused = outcomes.filter(({ state }) => state === 'refused')
  if (refused.length > 0) {
    const [first] = refused.map(({ refusal }) => refusal?.message ?? '')
    const which = plural(refused.length, 'One record', `${refused.length} records`)
    throw conflict(`Nothing was changed. ${which} cannot be: ${first} Leave out what cannot be.`)
  }
  const clashed = outcomes.filter(({ state }) => state === 'stale')
  const changed = outcomes.filter(({ state }) => state === 'changed')
  const counts = {
    changed: changed.length,
    unchanged: outcomes.length - changed.length - clashed.length,
    left,
    clashed: clashed.length,
  }
  return {
    changed,
    answer: { counts, clashed: clashed.map((one) => itemOf(one, author, names)) },
  }
}

function itemOf(one: Outcome, author: Author, names: ReadonlyMap<string, string>): PlannedItem {
  const { requested, context, before, state, refusal, fields, latest } = one
  const { action, resource } = requested.change
  const by = latest?.actorId ? names.get(latest.actorId) : undefined
  const version = plannedVersion(one)
  return {
    resource,
    action: action === 'rework' ? 'update' : action,
    ...('id' in requested.change && { id: requested.change.id }),
    ...(version !== undefined && { version }),
    name: shownName(one, before, author),
    state,
    ...(fields && state !== 'refused' && { fields: shownFields(one, fields, author) }),
    ...(refusal && { reason: refusal.message, rule: refusal.error.rule ?? refusal.error.code }),
    ...(latest && { reason: `This ${context.noun} was changed meanwhile.`, at: latest.at }),
    ...(by !== undefined && { by }),
  }
}

/** The fields that the author may see; none of a resource that the author may not read. */
export function shownFields(
  { context }: Pick<Outcome, 'context'>,
  fields: FieldChanges,
  { role }: Author,
): FieldChanges {
  if (!context.mayRead(role, context.resource.name)) return {}
  const hidden = context.hiddenFrom(role)
  if (hidden.length === 0) return fields
  const isShown = ([path]: [string, unknown]) => !hidden.includes(path.split('.')[0] ?? '')
  return Object.fromEntries(Object.entries(fields).filter(isShown))
}

/** A record's name; only its noun for an author who may not read it. */
export function shownName(
  { context, requested }: Pick<Outcome, 'context'> & Partial<Pick<Outcome, 'requested'>>,
  before: Stored | undefined,
  author: Author,
): string {
  const { role } = author
  const { resource, noun, rights } = context
  if (!context.mayRead(role, resource.name)) return noun
  if (before) {
    if (!rights.sees(author, before.data)) return noun
    const hidden = context.hiddenFrom(role)
    const data = Object.entries(before.data).filter(([key]) => !hidden.includes(key))
    return context.nameOf({ ...before, data: Object.fromEntries(data) })
  }
  const change = requested?.change
  return change?.action === 'create'
    ? context.nameOf({ ...BLANK, data: Object(change.body) })
    : noun
}

const BLANK = { id: '', version: 0, createdAt: '', updatedAt: '' }

/** The names of people by their ids, also of deleted ones. */
export async function peopleNames(
  store: Store,
  contextOf: ContextOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { nameOf } = contextOf('users')
  const found = await store.auditLog.authors([...new Set(ids)])
  return new Map(found.map(({ id, data }) => [id, nameOf({ ...BLANK, id, data })]))
}
