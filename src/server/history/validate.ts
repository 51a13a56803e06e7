import { isSameValue } from '#model/field-changes.ts'
import { findAt, getAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import { conflict, type Refusal } from '#server/http/refusal.ts'
import type { DbContext, Patch } from '#server/records/hooks/hooks.ts'
import type { Use } from '#server/records/references.ts'
import type { Data } from '#server/records/shape.ts'
import type { PlannedWrite, ResourceContext } from './plan.ts'

export type Refusals = ReadonlyMap<PlannedWrite, Refusal>

/** Validates writes by the rules of hooks and by their references. Returns the first refusal of each; writes nothing. */
export async function validateWrites(
  db: DbContext,
  planned: readonly PlannedWrite[],
): Promise<Refusals> {
  const found = new Map<PlannedWrite, Refusal>()
  for (const [{ hooks }, own] of byResource(planned)) {
    if (!hooks.rules) continue
    const writes = own.map(({ write }) => write)
    const refused = await hooks.rules(db, writes)
    for (const [place, one] of own.entries()) note(found, one, refused[place])
  }
  for (const [one, refusal] of await missingReferences(db, planned)) note(found, one, refusal)
  return found
}

/**
 * Validates writes as one set: also by unique values, and by uses of deleted records. (A single write learns these from
 * the database.) A refused write does not count for the others.
 */
export async function validateSet(
  db: DbContext,
  planned: readonly PlannedWrite[],
): Promise<Refusals> {
  const all = new Map<PlannedWrite, Refusal>()
  for (;;) {
    const left = planned.filter((one) => !all.has(one))
    const found = new Map(await validateWrites(db, left))
    for (const [one, refusal] of await inUse(db, left)) note(found, one, refusal)
    for (const [one, refusal] of await takenValues(db, left)) note(found, one, refusal)
    if (found.size === 0) return all
    for (const [one, refusal] of found) all.set(one, refusal)
  }
}

export function byResource(planned: readonly PlannedWrite[]): Map<ResourceContext, PlannedWrite[]> {
  return grouped(planned, ({ context }) => context)
}

export function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** Returns the values of a record after a patch. */
export function patched(before: Data, { set, unset }: Patch): Data {
  const after = { ...before, ...set }
  for (const key of unset) delete after[key]
  return after
}

/** Returns the values of a record after a write; undefined when it is deleted. */
export function dataAfter({ write, data, unset }: PlannedWrite): Data | undefined {
  if (write.action === 'delete') return undefined
  return write.action === 'update' ? patched(write.before.data, { set: data, unset }) : data
}

function note(found: Map<PlannedWrite, Refusal>, one: PlannedWrite, refusal: Refusal | undefined) {
  if (refusal && !found.has(one)) found.set(one, refusal)
}

/** The values of an updated record before the write. */
function dataBefore({ write }: PlannedWrite): Data | undefined {
  return write.action === 'update' ? write.before.data : undefined
}

function idsOf(planned: readonly PlannedWrite[], actions: readonly string[]): string[] {
  return planned.flatMap(({ write }) =>
    'before' in write && actions.includes(write.action) ? [write.before.id] : [],
  )
}

/** Refuses writes with new references to records that do not exist. */
async function missingReferences(
  db: DbContext,
  planned: readonly PlannedWrite[],
): Promise<Refusals> {
  const { references } = db.store
  const fresh = planned.flatMap((one) =>
    one.write.action === 'delete'
      ? []
      : one.context.links.fresh(one.data, dataBefore(one)).map((link) => ({ ...link, one })),
  )
  const missing: typeof fresh = []
  for (const to of [...new Set(fresh.map((link) => link.to))].sort()) {
    const links = fresh.filter((link) => link.to === to)
    const ids = [...new Set(links.map(({ id }) => id))]
    const live = await references.live(db.runner, to, ids, db.tx && 'for share')
    const own = planned.filter(({ context }) => context.resource.name === to)
    const gone = new Set(idsOf(own, ['delete']))
    const back = new Set(idsOf(own, ['restore']))
    const isThere = ({ id }: { id: string }) => (live.has(id) && !gone.has(id)) || back.has(id)
    missing.push(...links.filter((link) => !isThere(link)))
  }
  const byWrite = grouped(missing, ({ one }) => one)
  return new Map([...byWrite].map(([one, links]) => [one, one.context.links.refusal(links)]))
}

/** Refuses deletions of records that others refer to, unless those are deleted or changed as well. */
async function inUse(
  { store, runner }: DbContext,
  planned: readonly PlannedWrite[],
): Promise<Refusals> {
  const found = new Map<PlannedWrite, Refusal>()
  const contexts = byResource(planned)
  const known = new Map(
    [...contexts].map(([{ resource }, own]) => [
      resource.name,
      idsOf(own, ['update', 'delete', 'restore']),
    ]),
  )
  for (const [{ resource, links, mayRead }, own] of contexts) {
    const deletions = own.filter(({ write }) => write.action === 'delete')
    if (deletions.length === 0) continue
    const ids = idsOf(deletions, ['delete'])
    const uses = await store.references.countUses(runner, resource.name, ids, { besides: known })
    const among = usesAmong(resource.name, planned)
    for (const [place, one] of deletions.entries()) {
      const id = ids[place] ?? ''
      const all = summed([...(uses.get(id) ?? []), ...(among.get(id) ?? [])])
      note(
        found,
        one,
        links.refusedAsUsed(all, (name) => mayRead(one.write.author.role, name)),
      )
    }
  }
  return found
}

/** Returns the uses of a resource's records by the written records themselves. */
function usesAmong(to: string, planned: readonly PlannedWrite[]): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  for (const one of planned) {
    const data = dataAfter(one) ?? {}
    const { resource } = one.context
    const use = { resource: resource.name, label: resource.label, count: 1 }
    const ids = referencesIn(resource)
      .filter((reference) => reference.to === to)
      .flatMap(({ path }) => findAt(data, path).map(({ value }) => String(value)))
    for (const id of new Set(ids)) uses.set(id, [...(uses.get(id) ?? []), use])
  }
  return uses
}

/** Adds up the counts of each resource. */
function summed(uses: readonly Use[]): Use[] {
  const all = new Map<string, Use>()
  for (const use of uses) {
    const { resource, count } = use
    all.set(resource, { ...use, count: count + (all.get(resource)?.count ?? 0) })
  }
  return [...all.values()]
}

/** Refuses writes that take a unique value which a live record, or an earlier write of the set, has. */
async function takenValues(
  { runner }: DbContext,
  planned: readonly PlannedWrite[],
): Promise<Refusals> {
  const refused = new Map<PlannedWrite, Refusal>()
  for (const [context, own] of byResource(planned)) {
    // Where only one record can have a value, the hooks decide which one gives way.
    for (const rule of context.resource.unique.filter(({ only }) => only === undefined)) {
      const valueIn = (data: Data | undefined) =>
        data && [rule.path, ...(rule.within ?? [])].map((path) => getAt(data, path))
      const movers = own.filter(
        (one) => !isSameValue(valueIn(dataAfter(one)), valueIn(dataBefore(one))),
      )
      const takers = movers.flatMap((one) => {
        const data = dataAfter(one)
        return data ? [{ one, data }] : []
      })
      if (takers.length === 0) continue
      const rows = takers.map(({ data }) => data)
      const deleted = new Set(idsOf(own, ['delete']))
      const moved = new Set(idsOf(movers, ['update']))
      const first = new Map<string, PlannedWrite>()
      for (const { place, key, holder } of await context.uniqueHolders.of(runner, rule, rows)) {
        const one = takers[place]?.one
        if (!one) continue
        const isOwn = 'before' in one.write && one.write.before.id === holder
        // Deletions are written before updates, and those before what is restored and created.
        const isFree =
          holder === null ||
          deleted.has(holder) ||
          (moved.has(holder) && one.write.action !== 'update')
        const twin = first.get(key) ?? one
        first.set(key, twin)
        if (!(isOwn || isFree) || twin !== one)
          note(refused, one, conflict(rule.message, { [rule.path]: rule.message }))
      }
    }
  }
  return refused
}
