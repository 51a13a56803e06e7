import type * as z from 'zod'
import type { Item, PlannedItem } from '#contract/changes.ts'
import { defOf, unwrap } from '#model/describe.ts'
import { withoutExcess } from '#model/excess.ts'
import { type FieldChanges, fieldChanges, isSameField } from '#model/field-changes.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { parseBody } from '#model/validate.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { conflict, invalid, notFound, Refusal, stale } from '#server/http/refusal.ts'
import { type AccessRules, createWriteRights, hasAdminRole } from '#server/records/access.ts'
import type { DbContext, HookTable, Write } from '#server/records/hooks/hooks.ts'
import { keepStored } from '#server/records/legacy-values.ts'
import { createFieldMasks, createPresenter } from '#server/records/present.ts'
import type { Known } from '#server/records/records.ts'
import { createLinks } from '#server/records/references.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import type { HistoryEntry } from './audit-log.ts'
import { grouped, patched, validateSet, validateWrites } from './validate.ts'

/** The versions on which a change may be based; undefined for any. */
export type Expected = readonly number[] | undefined

/** A change of one record. Bodies are checked by the resource's schemas. */
export type Change = { resource: string } & (
  | { action: 'create'; body: unknown }
  | {
      action: 'update'
      id: string
      /** Merged into the stored values. */
      body: unknown
      expected?: Expected
      /** Runs against the version being updated; throws to refuse. */
      guard?: (before: Stored) => Promise<void>
    }
  /** Replaces all values; `keys` names those that may change. */
  | { action: 'replace'; id: string; keys: readonly string[]; data: Data }
  | { action: 'delete'; id: string; expected?: Expected }
  | { action: 'restore'; id: string }
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

/** The effect of a requested change. */
export interface Outcome {
  requested: RequestedChange
  context: ResourceContext
  before: Known | undefined
  state: 'changed' | 'unchanged' | 'refused' | 'stale'
  planned?: PlannedWrite
  refusal?: Refusal
  /** Set for updates. */
  fields?: FieldChanges
  /** Set for stale ones: the latest change of the same fields. */
  latest?: HistoryEntry
}

/** Records by resource and id. */
export type KnownRecords = ReadonlyMap<string, ReadonlyMap<string, Known>>

export type ResourceContext = ReturnType<typeof createResourceContext>

/** Returns the context of a resource by its name. Throws 400 for an unknown one. */
export type ContextOf = (resource: string) => ResourceContext

/** Makes what planning and writing the records of one resource need. */
export function createResourceContext(
  store: Store,
  resource: Resource,
  table: HookTable,
  access: AccessRules,
) {
  const hooks = table[resource.name] ?? {}
  return {
    resource,
    hooks,
    noun: resource.label.one.toLowerCase(),
    records: store.records(resource.name),
    uniqueConflicts: store.uniqueConflicts(resource.name),
    uniqueHolders: store.uniqueHolders(resource.name),
    links: createLinks(store, resource),
    presenter: createPresenter(store, resource, hooks),
    /** Runs the resource's `prepare` hook. */
    prepare: (write: Write, isDryRun: boolean) => {
      const data = write.action === 'delete' ? {} : write.data
      return hooks.prepare?.(store, write, isDryRun) ?? Promise.resolve({ data, aside: undefined })
    },
    rights: createWriteRights(access, resource),
    maskFor: createFieldMasks(access, resource),
    hiddenFrom: (role: string | null): readonly string[] =>
      role === null ? [] : (access.limitsOf(role, resource.name)?.hidden ?? []),
    mayRead: (role: string | null, name: string | undefined) =>
      role === null || (name === undefined ? hasAdminRole({ role }) : access.mayRead(role, name)),
    changeOf: (record: Stored) => store.auditLog.changeOf(resource.name, record),
  }
}

/** Reads one item of a change set. */
export function changeOf(item: Item): Change {
  const { resource } = item
  if (item.action === 'create') return { resource, action: 'create', body: item.values }
  const { id } = item
  if (item.action === 'update') return { resource, action: 'update', id, body: item.values }
  return { resource, action: item.action, id }
}

/**
 * Plans a set of changes without writing anything. Within a transaction it locks the records, so that the plan holds
 * until its end.
 * @param options.known Records that the caller has read already, and locked where there is a transaction.
 * @param options.early Outcomes of some of these changes that were planned before the transaction.
 * @param options.isSingle Leaves to the database what it refuses by itself.
 * @throws 400 when a record occurs twice.
 */
export async function planSet(
  db: DbContext,
  contextOf: ContextOf,
  requested: readonly RequestedChange[],
  author: Author,
  options: {
    known?: KnownRecords | undefined
    early?: readonly Outcome[]
    isSingle?: boolean
  } = {},
): Promise<Outcome[]> {
  const early = new Map(options.early?.map((one) => [one.requested, one]))
  const open = requested.filter((one) => !early.has(one))
  for (const one of await planEach(db, contextOf, open, author, options.known))
    early.set(one.requested, one)
  const outcomes = requested.flatMap((one) => early.get(one) ?? [])
  await markStale(db, outcomes)
  const planned = outcomes.flatMap((one) => (one.state === 'changed' ? writesOf([one]) : []))
  const refusals = await (options.isSingle ? validateWrites : validateSet)(db, planned)
  return outcomes.map((one) => {
    const refusal = one.planned && refusals.get(one.planned)
    return refusal ? { ...one, state: 'refused', refusal } : one
  })
}

/** Plans each change by its record alone. */
export async function planEach(
  db: DbContext,
  contextOf: ContextOf,
  requested: readonly RequestedChange[],
  author: Author,
  known?: KnownRecords,
  isDryRun = db.tx === undefined,
): Promise<Outcome[]> {
  const ids = idsOf(requested)
  const records = known ?? (await readAll(db, contextOf, ids))
  return inTurns(requested, async (one) => {
    const { change } = one
    const before =
      change.action === 'create'
        ? undefined
        : records.get(change.resource)?.get(change.id.toLowerCase())
    const context = contextOf(change.resource)
    const outcome = { requested: one, context, before }
    try {
      const planned = await planWrite(context, change, before, author, isDryRun)
      if (planned.write.action !== 'update') return { ...outcome, state: 'changed', planned }
      const fields = changedFields(planned, planned.write.before.data)
      const state = Object.keys(fields).length > 0 ? 'changed' : 'unchanged'
      return { ...outcome, state, planned, fields }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ...outcome, state: 'refused', refusal: error }
    }
  })
}

/** Returns the writes of these outcomes. */
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
  for (const [resource, own] of grouped(moved, ({ context }) => context.resource.name)) {
    const seen = own.map(
      ({ requested, before }) => [before?.id ?? '', requested.version ?? 0] as const,
    )
    const since = await store.auditLog.since(runner, resource, new Map(seen))
    for (const one of own) {
      const entries = since.get(one.before?.id ?? '')
      const latest = entries?.findLast((entry) => touches(entry, one.fields))
      if (latest) Object.assign(one, { state: 'stale', latest })
    }
  }
}

/** Checks that an entry changed one of these fields; without fields any entry does. */
export function touches(entry: HistoryEntry, fields: FieldChanges | undefined): boolean {
  if (!fields || entry.action !== 'update') return true
  return Object.keys(fields).some((path) =>
    Object.keys(entry.fields).some((other) => isSameField(path, other)),
  )
}

/** Plans one change of a record. Throws what the record alone refuses it with. */
async function planWrite(
  context: ResourceContext,
  change: Change,
  before: Known | undefined,
  author: Author,
  isDryRun: boolean,
): Promise<PlannedWrite> {
  const { resource, rights, noun } = context
  const prepared = async (write: Write): Promise<PlannedWrite> => {
    const { data, aside } = await context.prepare(write, isDryRun)
    const final = write.action === 'delete' || write.data === data ? write : { ...write, data }
    return { context, write: final, data, unset: [], aside }
  }
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
  if (change.action === 'update') await change.guard?.(known)
  const given =
    change.action === 'replace'
      ? change.data
      : merged(resource.update, known.data, asObject(change.body))
  const data = check(context, 'edit', given, known.data)
  const planned = await prepared({ action: 'update', data, before: known, author })
  rights.refuseChange(author, known.data, planned.data)
  planned.unset = Object.keys(resource.update.shape).filter(
    (key) => Object.hasOwn(known.data, key) && planned.data[key] === undefined,
  )
  return planned
}

/**
 * Returns the live record, for an author who may change it so.
 * @throws 404 when it does not exist, 403, and 412 with the record as the author may see it for another version.
 */
export async function requireRecord(
  { noun, rights, presenter, changeOf: lastOf, maskFor }: ResourceContext,
  change: Exclude<Change, { action: 'create' | 'restore' }>,
  before: Known | undefined,
  author: Author,
): Promise<Stored> {
  if (!before || before.isDeleted || !rights.sees(author, before.data))
    throw notFound(`This ${noun} does not exist, or was deleted.`)
  const keys = change.action === 'replace' ? change.keys : []
  const body =
    change.action === 'update'
      ? asObject(change.body)
      : Object.fromEntries(keys.map((key) => [key, null]))
  rights.admit(author, change.action === 'delete' ? 'delete' : 'update', before.data, body)
  const expected = change.action === 'replace' ? undefined : change.expected
  if (expected?.includes(before.version) !== false) return before
  const mask = author.role === null ? undefined : maskFor(author.role)
  const [shown, changed] = await Promise.all([presenter.shown(before), lastOf(before)])
  throw stale(noun, mask?.view(shown) ?? shown, changed)
}

/** Returns the values to store. Stored values that are older than the declaration may stay as they are. */
function check(
  { resource, links }: ResourceContext,
  mode: 'create' | 'edit',
  body: Data,
  before?: Data,
): Data {
  const schema = mode === 'create' ? resource.create : resource.update
  const plain = links.plain(withoutExcess(schema, body) as Data)
  const strict = parseBody(resource, mode, plain, before)
  const parsed = strict.ok || !before ? strict : keepStored(resource, plain, before)
  if (parsed.ok) return links.placed(mode, parsed.value)
  throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
}

function asObject(body: unknown): Data {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw invalid('Send the values as a JSON object.')
}

/** Merges a body into the stored values: declared objects key by key, lists and free JSON as a whole. */
function merged(schema: z.core.$ZodType, stored: Data, body: Data): Data {
  const def = defOf(unwrap(schema))
  const shape = def.type === 'object' ? def.shape : {}
  const done = { ...stored, ...body }
  for (const key in body) {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
    const value = body[key]
    if (inner && isObject(before) && isObject(value) && defOf(unwrap(inner)).type === 'object')
      done[key] = merged(inner, before, value)
  }
  return done
}

/** Returns the item of an outcome in an answer. `by` is the id of the author. */
export function itemOf(one: Outcome, author: Author): PlannedItem {
  const { requested, context, before, state, refusal, fields, latest } = one
  const { action, resource } = requested.change
  const version = plannedVersion(one)
  return {
    resource,
    action: action === 'replace' ? 'update' : action,
    ...('id' in requested.change && { id: requested.change.id }),
    ...(version !== undefined && { version }),
    name: shownName(one, before, author),
    state,
    ...(fields && state !== 'refused' && { fields: shownFields(one, fields, author) }),
    ...(refusal && { reason: refusal.message, rule: refusal.error.rule ?? refusal.error.code }),
    ...(latest && { reason: `This ${context.noun} was changed meanwhile.`, at: latest.at }),
    ...(latest?.actorId && { by: latest.actorId }),
  }
}

/** Returns the version of a plan: of a stale outcome, the one that the caller has seen. */
export function plannedVersion({ state, requested, before }: Outcome): number | undefined {
  return state === 'stale' ? requested.version : before?.version
}

/** Returns the fields that the author may see; none of a resource that the author may not read. */
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

/** Returns a record's name; only its noun for an author who may not read it. */
export function shownName(
  { context, requested }: Pick<Outcome, 'context'> & Partial<Pick<Outcome, 'requested'>>,
  before: Stored | undefined,
  author: Author,
): string {
  const { resource, noun, rights } = context
  const change = requested?.change
  const body = change?.action === 'create' ? Object(change.body) : undefined
  const data: Data | undefined = before?.data ?? body
  if (!(data && context.mayRead(author.role, resource.name))) return noun
  if (!before) return nameOf(resource, { ...data, _id: '', id: '' })
  if (!rights.sees(author, data)) return noun
  const hidden = context.hiddenFrom(author.role)
  const shown = Object.entries(data).filter(([key]) => !hidden.includes(key))
  return nameOf(resource, { ...Object.fromEntries(shown), _id: before.id, id: before.id })
}
