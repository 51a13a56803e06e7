import type * as z from 'zod'
import type { Item } from '#contract/changes.ts'
import { defOf, unwrap } from '#model/describe.ts'
import { withoutExcess } from '#model/excess.ts'
import { type FieldChanges, fieldChanges, isSameField } from '#model/field-changes.ts'
import { isObject } from '#model/paths.ts'
import { parseBody } from '#model/validate.ts'
import { inTurns } from '#server/http/in-turns.ts'
import { conflict, invalid, notFound, Refusal, stale } from '#server/http/refusal.ts'
import type { DbContext, Write } from '#server/records/hooks/hooks.ts'
import { keepStored } from '#server/records/kept-values.ts'
import type { Known } from '#server/records/records.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'
import type { HistoryEntry } from './audit-log.ts'
import type { ContextOf, ResourceContext } from './resource-context.ts'
import { validateSet } from './validate.ts'
import { type Author, patched } from './write.ts'

/** The versions on which a change may be based; undefined for any. */
export type Expected = readonly number[] | undefined

/** A change of one record. Bodies are checked by the resource's schemas. */
export type Change = { resource: string } & (
  | { action: 'create'; body: unknown }
  | {
      action: 'update'
      id: string
      body: unknown
      expected?: Expected
      /** Runs against the version being updated; throws to refuse. */
      guard?: (before: Stored) => Promise<void>
    }
  /** Computes the new values from the stored ones; `keys` names those that it may change. */
  | { action: 'rework'; id: string; keys: readonly string[]; values(before: Data): Data }
  | { action: 'delete' | 'restore'; id: string; expected?: Expected }
)

/** A change, and the version that the caller has seen. */
export interface RequestedChange {
  change: Change
  version?: number | undefined
}

/** A write that its record and its author's rights allow. */
export interface PlannedWrite {
  context: ResourceContext
  write: Write
  data: Data
  unset: readonly string[]
  aside: unknown
}

/** What a requested change would do. */
export interface Outcome {
  requested: RequestedChange
  context: ResourceContext
  before: Known | undefined
  state: 'changed' | 'unchanged' | 'refused' | 'stale'
  planned?: PlannedWrite
  refusal?: Refusal
  /** Of an update. */
  fields?: FieldChanges
  /** Of a stale one: the latest change of the same fields. */
  latest?: HistoryEntry
}

/** Records by resource and id. */
export type KnownRecords = ReadonlyMap<string, ReadonlyMap<string, Known>>

/** Creates of a set that were planned before its transaction. */
export type PlannedCreates = ReadonlyMap<RequestedChange, Outcome>

/** Reads one item of a change set. */
export function changeOf(item: Item): Change {
  if (item.action === 'create')
    return { resource: item.resource, action: 'create', body: item.values }
  const { resource, id } = item
  if (item.action === 'update') return { resource, action: 'update', id, body: item.values }
  return { resource, action: item.action, id }
}

/**
 * Plans a set of changes without writing anything. Within a transaction the records are locked, so that the plan holds
 * until its end.
 * @param options.known Records that the caller has read already, and locked where there is a transaction.
 * @param options.creates What `planCreates` gave for the same set.
 * @throws 400 when a record occurs twice.
 */
export async function planSet(
  db: DbContext,
  contextOf: ContextOf,
  requested: readonly RequestedChange[],
  author: Author,
  options: { known?: KnownRecords | undefined; creates?: PlannedCreates } = {},
): Promise<Outcome[]> {
  const ids = idsOf(requested)
  const known = options.known ?? (await readAll(db, contextOf, ids))
  const outcomes = await inTurns(requested, (one) => {
    const { change } = one
    const created = options.creates?.get(one)
    if (created) return created
    const before =
      change.action === 'create'
        ? undefined
        : known.get(change.resource)?.get(change.id.toLowerCase())
    return outcomeOf(contextOf(change.resource), one, before, author, db.tx === undefined)
  })
  await markStale(db, outcomes)
  const planned = outcomes.flatMap(({ state, planned }) =>
    state === 'changed' && planned ? [planned] : [],
  )
  const refusals = await validateSet(db, planned)
  return outcomes.map((one) => {
    const refusal = one.planned && refusals.get(one.planned)
    return refusal ? { ...one, state: 'refused', refusal } : one
  })
}

/**
 * Plans the creates of a set, before its transaction. They need no lock, and hashing many passwords takes longer than a
 * transaction may wait.
 */
export async function planCreates(
  contextOf: ContextOf,
  requested: readonly RequestedChange[],
  author: Author,
): Promise<PlannedCreates> {
  const creates = requested.filter(({ change }) => change.action === 'create')
  const outcomes = await inTurns(creates, (one) =>
    outcomeOf(contextOf(one.change.resource), one, undefined, author, false),
  )
  return new Map(outcomes.map((one) => [one.requested, one]))
}

/** The writes of these outcomes. */
export function writesOf(outcomes: readonly Outcome[]): PlannedWrite[] {
  return outcomes.flatMap(({ planned }) => planned ?? [])
}

function idsOf(requested: readonly RequestedChange[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { change } of requested) {
    if (change.action === 'create') continue
    const id = change.id.toLowerCase()
    const own = ids.get(change.resource) ?? new Set()
    if (own.has(id)) throw invalid(`The record ${id} is in it twice.`)
    ids.set(change.resource, own.add(id))
  }
  return ids
}

async function readAll(
  { tx }: DbContext,
  contextOf: ContextOf,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<KnownRecords> {
  const found = new Map<string, Map<string, Known>>()
  // Always in the same order, so that two sets do not wait for each other.
  for (const [resource, own] of [...ids].sort(([one], [other]) => (one < other ? -1 : 1)))
    found.set(resource, await contextOf(resource).records.many([...own], tx))
  return found
}

async function outcomeOf(
  context: ResourceContext,
  requested: RequestedChange,
  before: Known | undefined,
  author: Author,
  isDryRun: boolean,
): Promise<Outcome> {
  const one = { requested, context, before }
  try {
    const planned = await planWrite(context, requested.change, before, author, isDryRun)
    if (planned.write.action !== 'update') return { ...one, state: 'changed', planned }
    const fields = changedFields(planned, planned.write.before.data)
    const isChanged = Object.keys(fields).length > 0
    return { ...one, state: isChanged ? 'changed' : 'unchanged', planned, fields }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...one, state: 'refused', refusal: error }
  }
}

function changedFields({ context, data, unset }: PlannedWrite, before: Data): FieldChanges {
  const apart = shapeOf(context.resource).kept.map(({ path }) => path)
  return fieldChanges(before, patched(before, { set: data, unset }), apart)
}

/**
 * Marks as stale what was changed since the version that the caller has seen: an update by changes of the same fields,
 * a deletion or a restore by any. An update of other fields is merged.
 */
async function markStale({ store, runner }: DbContext, outcomes: readonly Outcome[]) {
  const moved = outcomes.filter(
    ({ requested: { version }, before, state }) =>
      state === 'changed' && version !== undefined && (before?.version ?? 0) > version,
  )
  for (const resource of new Set(moved.map(({ context }) => context.resource.name))) {
    const own = moved.filter(({ context }) => context.resource.name === resource)
    const seen = own.map(
      ({ requested, before }) => [before?.id ?? '', requested.version ?? 0] as const,
    )
    const since = await store.auditLog.since(runner, resource, new Map(seen))
    for (const one of own) {
      const latest = since
        .get(one.before?.id ?? '')
        ?.findLast((entry) => touches(entry, one.fields))
      if (latest) Object.assign(one, { state: 'stale', latest })
    }
  }
}

/** Whether an entry changed one of these fields; without fields any entry does. */
export function touches(entry: HistoryEntry, fields: FieldChanges | undefined): boolean {
  if (!fields || entry.action !== 'update') return true
  return Object.keys(fields).some((path) =>
    Object.keys(entry.fields).some((other) => isSameField(path, other)),
  )
}

/** Plans one change of a record as it is. Throws what the record alone refuses it with. */
export async function planWrite(
  context: ResourceContext,
  change: Change,
  before: Known | undefined,
  author: Author,
  isDryRun = false,
): Promise<PlannedWrite> {
  const { resource, rights, noun } = context
  const prepared = (write: Write) => prepare(context, write, isDryRun)
  if (change.action === 'create') {
    const body = asObject(change.body)
    rights.admit(author, 'create', undefined, body)
    const data = check(context, 'create', body)
    rights.refuseChange(author, undefined, data)
    return prepared({ action: 'create', data, author })
  }
  if (change.action === 'restore') {
    if (!before || !rights.sees(author, before.data)) throw notFound(`This ${noun} does not exist.`)
    rights.admit(author, 'delete', before.data, {})
    if (!before.isDeleted) throw conflict(`This ${noun} is not deleted.`)
    return prepared({ action: 'restore', data: before.data, before, author })
  }
  const known = await requireRecord(context, change, before, author)
  if (change.action === 'delete') return prepared({ action: 'delete', before: known, author })
  const given =
    change.action === 'rework'
      ? change.values(known.data)
      : laidOver(resource.update, known.data, asObject('body' in change ? change.body : {}))
  if (change.action === 'update') await change.guard?.(known)
  const data = check(context, 'edit', given, known.data)
  const planned = await prepared({ action: 'update', data, before: known, author })
  rights.refuseChange(author, known.data, planned.data)
  planned.unset = context.keys.filter(
    (key) => Object.hasOwn(known.data, key) && planned.data[key] === undefined,
  )
  return planned
}

async function prepare(
  context: ResourceContext,
  write: Write,
  isDryRun: boolean,
): Promise<PlannedWrite> {
  const { data, aside } = await context.prepare(write, isDryRun)
  const final = write.action === 'delete' || write.data === data ? write : { ...write, data }
  return { context, write: final, data, unset: [], aside }
}

/**
 * The live record, for an author who may change it so.
 * @throws 404 when it does not exist, 403, and 412 with the record as the author may see it for another version.
 */
export async function requireRecord(
  { noun, rights, presenter, changeOf: lastOf, viewOf }: ResourceContext,
  change: Exclude<Change, { action: 'create' | 'restore' }>,
  before: Known | Stored | undefined,
  author: Author,
): Promise<Stored> {
  if (!before || ('isDeleted' in before && before.isDeleted) || !rights.sees(author, before.data))
    throw notFound(`This ${noun} does not exist, or was deleted.`)
  const named =
    change.action === 'rework'
      ? Object.fromEntries(change.keys.map((key) => [key, undefined]))
      : change.action === 'update'
        ? asObject(change.body)
        : {}
  rights.admit(author, change.action === 'delete' ? 'delete' : 'update', before.data, named)
  const expected = change.action === 'rework' ? undefined : change.expected
  if (expected?.includes(before.version) !== false) return before
  const view = author.role === null ? undefined : viewOf(author.role)
  const [shown, changed] = await Promise.all([presenter.shown(before), lastOf(before)])
  throw stale(noun, view ? view(shown) : shown, changed)
}

/** The values to store. Stored values that are older than the declaration may stay as they are. */
function check(
  { resource, links }: ResourceContext,
  mode: 'create' | 'edit',
  body: Data,
  before?: Data,
): Data {
  const schema = mode === 'create' ? resource.create : resource.update
  const plain = links.plain(withoutExcess(schema, body) as Data)
  const asked = parseBody(resource, mode, plain, before)
  const parsed = asked.ok || !before ? asked : keepStored(resource, plain, before)
  if (parsed.ok) return links.placed(mode, parsed.value)
  throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
}

function asObject(body: unknown): Data {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw invalid('Send the values as a JSON object.')
}

/** Merges a body into the stored values: declared objects key by key, lists and free JSON as a whole. */
function laidOver(schema: z.core.$ZodType, stored: Data, body: Data): Data {
  const def = defOf(unwrap(schema))
  const shape = def.type === 'object' ? def.shape : {}
  const done = { ...stored, ...body }
  for (const key in body) {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
    const value = body[key]
    if (inner && isObject(before) && isObject(value) && defOf(unwrap(inner)).type === 'object')
      done[key] = laidOver(inner, before, value)
  }
  return done
}
