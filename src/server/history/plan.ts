import type * as z from 'zod'
import type { PlannedItem } from '#contract/changes.ts'
import { defOf, unwrap } from '#model/describe.ts'
import { type FieldChanges, fieldChanges, isSameField } from '#model/field-changes.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody, withoutExcess } from '#model/validate.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { conflict, invalid, notFound, Refusal, stale } from '#server/http/refusal.ts'
import { type AccessRules, createWriteRights } from '#server/records/access.ts'
import type { DbContext, HookTable, Prepared, Write } from '#server/records/hooks/hooks.ts'
import { keepStored } from '#server/records/legacy-values.ts'
import { createFieldMasks, createPresenter, nameFor, shownTo } from '#server/records/present.ts'
import type { Known } from '#server/records/records.ts'
import { createLinks } from '#server/records/references.ts'
import { type Data, type Stored, shapeOf } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import type { HistoryEntry } from './audit-log.ts'
import { grouped, validateSet } from './validate.ts'

/** The versions on which a change may be based; undefined for any. */
export type Expected = readonly number[] | undefined

/** A change of one record: an item of a change set, or one that the server makes. Schemas check the values. */
export type Change = {
  resource: string
  /** The version that the caller read. Later changes of other fields are merged. */
  version?: number | undefined
} & (
  | { action: 'create'; values: unknown }
  | {
      action: 'update'
      id: string
      /** Merged into the stored values. */
      values: unknown
      expected?: Expected
      /** Runs against the version being updated; throws to refuse. */
      guard?: (before: Stored) => Promise<void>
    }
  /** Replaces all values; `keys` names those that may change. */
  | { action: 'replace'; id: string; keys: readonly string[]; values: Data }
  | { action: 'delete'; id: string; expected?: Expected }
  | { action: 'restore'; id: string }
)

/** The effect of a change on its record. */
export interface Outcome {
  change: Change
  context: ResourceContext
  before: Known | undefined
  state: PlannedItem['state']
  /** Absent if the record or the author's permissions refuse the change. */
  write?: Write
  /** The `prepare` hook's result for the `after` hook. */
  aside?: unknown
  refusal?: Refusal
  fields?: FieldChanges
  /** Set if stale: the latest change of the same fields. */
  latest?: HistoryEntry
}

export type PlannedWrite = Outcome & { write: Write }

export type KnownRecords = ReadonlyMap<string, ReadonlyMap<string, Known>>

export type ResourceContext = ReturnType<typeof createResourceContext>

/** Returns the context of a resource by its name. Throws 400 for an unknown one. */
export type ContextOf = (resource: string) => ResourceContext

/** Creates the context that planning and writing the records of one resource needs. */
export function createResourceContext(
  store: Store,
  resource: Resource,
  table: HookTable,
  access: AccessRules,
) {
  const hooks = table[resource.name] ?? {}
  return {
    ...{ resource, hooks, access },
    noun: resource.label.one.toLowerCase(),
    records: store.records(resource.name),
    /** Unique rules without an index, because stored records break them. */
    unindexed: store.unindexedRules(resource.name),
    links: createLinks(store, resource),
    presenter: createPresenter(store, resource, hooks),
    rights: createWriteRights(access, resource),
    maskFor: createFieldMasks(access, resource),
  }
}

interface PlanOptions {
  /** Records that the caller has already read and, within a transaction, locked. */
  known?: KnownRecords | undefined
  /** Outcomes of some of these changes that were planned before the transaction. */
  early?: readonly Outcome[]
  /** Skips checks that the database repeats anyway. */
  isSingle?: boolean
  isDryRun?: boolean
}

/**
 * Plans a set of changes without writing anything. Within a transaction it locks the records, so that the plan holds
 * until its end.
 * @throws 400 when a record occurs twice.
 */
export async function planSet(
  db: DbContext,
  contextOf: ContextOf,
  changes: readonly Change[],
  author: Author,
  { known, early = [], isSingle }: PlanOptions = {},
): Promise<Outcome[]> {
  const planned = new Map(early.map((one) => [one.change, one]))
  const open = changes.filter((one) => !planned.has(one))
  for (const one of await planEach(db, contextOf, open, author, { known }))
    planned.set(one.change, one)
  const outcomes = changes.flatMap((one) => planned.get(one) ?? [])
  await markStale(db, outcomes)
  const writes = writesOf(outcomes.filter(({ state }) => state === 'changed'))
  const refusals = await validateSet(db, writes, isSingle)
  return outcomes.map((one) => {
    const refusal = refusals.get(one)
    return refusal ? { ...one, state: 'refused', refusal } : one
  })
}

/** Plans each change on its own, without regard to the others. */
export async function planEach(
  db: DbContext,
  contextOf: ContextOf,
  changes: readonly Change[],
  author: Author,
  { known, isDryRun = db.tx === undefined }: Pick<PlanOptions, 'known' | 'isDryRun'> = {},
): Promise<Outcome[]> {
  const records = known ?? (await readAll(db, contextOf, changes))
  return inTurns(changes, async (change) => {
    const context = contextOf(change.resource)
    const before =
      'id' in change ? records.get(change.resource)?.get(change.id.toLowerCase()) : undefined
    const outcome = { change, context, before }
    try {
      const { write, aside } = await planWrite(db.store, context, change, before, author, isDryRun)
      if (write.action !== 'update') return { ...outcome, state: 'changed', write, aside }
      const fields = changedFields(context.resource, write.before.data, write.data)
      const state = Object.keys(fields).length > 0 ? 'changed' : 'unchanged'
      return { ...outcome, state, write, aside, fields }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ...outcome, state: 'refused', refusal: error }
    }
  })
}

export function writesOf(outcomes: readonly Outcome[]): PlannedWrite[] {
  return outcomes.filter((one): one is PlannedWrite => one.write !== undefined)
}

/** Returns the changed fields of a record, without values that have their own table, like the last sign-in. */
export function changedFields(resource: Resource, before: Data, after: Data): FieldChanges {
  const apart = shapeOf(resource).kept.map(({ path }) => path)
  return fieldChanges(before, after, apart)
}

/** Reads the records of changes, in a transaction with a lock. Throws 400 for a record that occurs twice. */
async function readAll(
  { tx }: DbContext,
  contextOf: ContextOf,
  changes: readonly Change[],
): Promise<KnownRecords> {
  const ids = new Map<string, Set<string>>()
  for (const change of changes) {
    if (change.action === 'create') continue
    const id = change.id.toLowerCase()
    const own = ids.get(change.resource) ?? new Set()
    if (own.has(id)) throw invalid(`The record ${id} occurs twice.`)
    ids.set(change.resource, own.add(id))
  }
  const found = new Map<string, Map<string, Known>>()
  // Always in the same order, so that two sets do not wait for each other.
  for (const [resource, own] of [...ids].sort(([one], [other]) => (one < other ? -1 : 1)))
    found.set(resource, await contextOf(resource).records.many([...own], tx))
  return found
}

/**
 * Marks outcomes as stale if the record changed since the version that the caller read. An update is stale if the same
 * fields changed, otherwise it is merged. A deletion or restore is stale after any change.
 */
async function markStale({ store, runner }: DbContext, outcomes: readonly Outcome[]) {
  const moved = outcomes.filter(
    ({ change: { version }, before, state }) =>
      state === 'changed' && version !== undefined && (before?.version ?? 0) > version,
  )
  for (const [resource, own] of grouped(moved, ({ change }) => change.resource)) {
    const seen = own.map(({ change, before }) => [before?.id ?? '', change.version ?? 0] as const)
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

/** Plans one change of a record. Throws a Refusal if the record alone forbids it. */
async function planWrite(
  store: Store,
  context: ResourceContext,
  change: Change,
  before: Known | undefined,
  author: Author,
  isDryRun: boolean,
): Promise<{ write: Write; aside?: unknown }> {
  const { resource, rights, noun, hooks } = context
  if (change.action === 'restore') {
    if (!before || !rights.sees(author, before.data)) throw notFound(`This ${noun} does not exist.`)
    rights.admit(author, 'delete', before.data, {})
    if (!before.isDeleted) throw conflict(`This ${noun} is not deleted.`)
    return { write: { action: 'restore', data: before.data, before, author } }
  }
  if (change.action === 'create') {
    const body = asObject(change.values)
    rights.admit(author, 'create', undefined, body)
    const given = check(context, 'create', body)
    rights.refuseChange(author, undefined, given)
    const write = { action: 'create', data: given, author } as const
    const { data, aside }: Prepared = (await hooks.prepare?.(store, write, isDryRun)) ?? write
    return { write: { ...write, data }, aside }
  }
  const known = await requireRecord(store, context, change, before, author)
  if (change.action === 'delete') return { write: { action: 'delete', before: known, author } }
  if (change.action === 'update') await change.guard?.(known)
  const body =
    change.action === 'replace'
      ? change.values
      : merged(resource.update, known.data, asObject(change.values))
  const given = check(context, 'edit', body, known.data)
  const write = { action: 'update', data: given, before: known, author } as const
  const { data, aside }: Prepared = (await hooks.prepare?.(store, write, isDryRun)) ?? write
  rights.refuseChange(author, known.data, data)
  const after = { ...known.data, ...data }
  for (const key in resource.update.shape) if (data[key] === undefined) delete after[key]
  return { write: { ...write, data: after }, aside }
}

/**
 * Returns the live record if the author may change it in this way.
 * @throws 404 if it does not exist, 403, and 412 for an unexpected version, with the record as the author may see it.
 */
export async function requireRecord(
  store: Store,
  { resource, noun, rights, presenter, maskFor }: ResourceContext,
  change: Exclude<Change, { action: 'create' | 'restore' }>,
  before: Known | undefined,
  author: Author,
): Promise<Stored> {
  if (!before || before.isDeleted || !rights.sees(author, before.data))
    throw notFound(`This ${noun} does not exist or was deleted.`)
  const keys = change.action === 'replace' ? change.keys : []
  const body =
    change.action === 'update'
      ? asObject(change.values)
      : Object.fromEntries(keys.map((key) => [key, null]))
  rights.admit(author, change.action === 'delete' ? 'delete' : 'update', before.data, body)
  const expected = change.action === 'replace' ? undefined : change.expected
  if (expected?.includes(before.version) !== false) return before
  const mask = author.role === null ? undefined : maskFor(author.role)
  const shown = await presenter.shown(before)
  const changed = await store.auditLog.changeOf(resource.name, before)
  throw stale(noun, mask?.view(shown) ?? shown, changed)
}

/** Returns the values to store. Unchanged values from an older declaration remain valid. */
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

/** Returns the item of an outcome in a response. `by` is the id of the author. */
export function itemOf(one: Outcome, author: Author): PlannedItem {
  const { change, context, state, refusal, fields, latest } = one
  const version = plannedVersion(one)
  return {
    resource: change.resource,
    action: change.action === 'replace' ? 'update' : change.action,
    ...('id' in change && { id: change.id }),
    ...(version !== undefined && { version }),
    name: shownName(one, author),
    state,
    ...(fields &&
      state !== 'refused' && {
        fields: shownFields(one, author),
      }),
    ...(refusal && { reason: refusal.message, rule: refusal.error.rule ?? refusal.error.code }),
    ...(latest && { reason: `This ${context.noun} was changed in the meantime.`, at: latest.at }),
    ...(latest?.actorId && { by: latest.actorId }),
  }
}

/** Returns the version that a plan is based on. For a stale outcome this is the version that the caller read. */
export function plannedVersion({ state, change, before }: Outcome): number | undefined {
  return state === 'stale' ? change.version : before?.version
}

/** Returns the fields that the author may see; none of a resource that the author may not read. */
export function shownFields(
  { context: { access, resource }, fields = {} }: Pick<Outcome, 'context' | 'fields'>,
  { role }: Author,
): FieldChanges {
  return shownTo(access, role, resource, fields)
}

/** Returns a record's name; only its noun for an author who may not read it. */
export function shownName(
  { context, change, before }: Pick<Outcome, 'context' | 'before'> & { change?: Change },
  { role, ...author }: Author,
): string {
  const { access, resource, noun, rights } = context
  const body = change?.action === 'create' ? Object(change.values) : undefined
  const data: Data | undefined = before?.data ?? body
  if (!data || (role !== null && !access.mayRead(role, resource.name))) return noun
  if (before && !rights.sees({ ...author, role }, data)) return noun
  return nameFor(access, role, resource, before?.id ?? '', data)
}
