import type { Unique } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { findAt, getAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import { conflict, type Refusal } from '#server/http/refusal.ts'
import type { DbContext, Write } from '#server/records/hooks/hooks.ts'
import type { Link, Use } from '#server/records/references.ts'
import type { Data } from '#server/records/shape.ts'
import { uniqueHolders } from '#server/records/uniqueness.ts'
import type { PlannedWrite, ResourceContext } from './plan.ts'

type Refusals = Map<PlannedWrite, Refusal>
type Check = (db: DbContext, planned: readonly PlannedWrite[]) => Promise<Refusals>

/**
 * Validates writes as one set. Returns the first refusal of each and writes nothing. A refused write does not affect
 * the others. `isSingle` leaves unique values to the database.
 */
export async function validateSet(
  db: DbContext,
  planned: readonly PlannedWrite[],
  isSingle = false,
): Promise<ReadonlyMap<unknown, Refusal>> {
  const checks = [hookRules, missingReferences, inUse, ...(isSingle ? [] : [takenValues])]
  const refused: Refusals = new Map()
  for (let before = -1; before < refused.size; ) {
    before = refused.size
    const left = planned.filter((one) => !refused.has(one))
    for (const check of checks)
      for (const [one, refusal] of await check(db, left))
        if (!refused.has(one)) refused.set(one, refusal)
  }
  return refused
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

export function byResource(planned: readonly PlannedWrite[]): Map<ResourceContext, PlannedWrite[]> {
  return grouped(planned, ({ context }) => context)
}

/** Returns the values of a record after a write; undefined when it is deleted. */
export function dataAfter(write: Write): Data | undefined {
  return write.action === 'delete' ? undefined : write.data
}

function dataBefore(write: Write): Data | undefined {
  return write.action === 'update' ? write.before.data : undefined
}

/** Returns whether a write gives its record another value of a unique rule. `after` are the values after it. */
export function takesValue({ path, within = [] }: Unique, write: Write, after: Data): boolean {
  const before = dataBefore(write)
  const isSame = (at: string) => isSameValue(getAt(after, at), before && getAt(before, at))
  return write.action !== 'delete' && !(before && [path, ...within].every(isSame))
}

function idsOf(planned: readonly PlannedWrite[], ...actions: readonly string[]): string[] {
  return planned.flatMap(({ write }) =>
    'before' in write && actions.includes(write.action) ? [write.before.id] : [],
  )
}

const hookRules: Check = async (db, planned) => {
  const found: Refusals = new Map()
  for (const [{ hooks }, own] of byResource(planned)) {
    const writes = own.map(({ write }) => write)
    const refusals = (await hooks.rules?.(db, writes)) ?? []
    for (const [place, one] of own.entries()) {
      const refusal = refusals[place]
      if (refusal) found.set(one, refusal)
    }
  }
  return found
}

/** Refuses writes with new references to records that do not exist. */
const missingReferences: Check = async ({ store, runner, tx }, planned) => {
  const fresh = planned.flatMap((one) => {
    const data = dataAfter(one.write)
    const links = data ? one.context.links.fresh(data, dataBefore(one.write)) : []
    return links.map((link) => ({ ...link, one }))
  })
  const ids = [...byResource(planned)].map(([{ resource }, own]) => [resource.name, own] as const)
  const idsBy = (action: string) =>
    new Map(ids.map(([name, own]) => [name, new Set(idsOf(own, action))]))
  const [gone, back] = [idsBy('delete'), idsBy('restore')]
  const needed = fresh.filter(({ to, id }) => !back.get(to)?.has(id))
  const isGone = ({ to, id }: Link) => gone.get(to)?.has(id) === true
  const others = needed.filter((link) => !isGone(link))
  const missing = await store.references.missing(runner, others, tx && 'for share')
  // Keeps the order of errors, whatever else the set deletes.
  const lost = [...needed.filter(isGone), ...missing].sort((a, b) => a.to.localeCompare(b.to))
  const byWrite = grouped(lost, ({ one }) => one)
  return new Map([...byWrite].map(([one, links]) => [one, one.context.links.refusal(links)]))
}

/** Refuses deletions of records that others refer to, unless those are deleted or changed as well. */
const inUse: Check = async ({ store, runner }, planned) => {
  const found: Refusals = new Map()
  const contexts = byResource(planned)
  const written = new Map(
    [...contexts].map(([{ resource }, own]) => [
      resource.name,
      idsOf(own, 'update', 'delete', 'restore'),
    ]),
  )
  for (const [{ resource, links, access }, own] of contexts) {
    const deletions = own.filter(({ write }) => write.action === 'delete')
    if (deletions.length === 0) continue
    const ids = idsOf(deletions, 'delete')
    const uses = await store.references.countUses(runner, resource.name, ids, written)
    const among = usesAmong(resource.name, planned)
    for (const [place, one] of deletions.entries()) {
      const id = ids[place] ?? ''
      const { role } = one.write.author
      const refusal = links.refusedAsUsed(
        [...(uses.get(id) ?? []), ...(among.get(id) ?? [])],
        (name) => role === null || access.mayRead(role, name),
      )
      if (refusal) found.set(one, refusal)
    }
  }
  return found
}

/** Returns the uses of a resource's records by the written records themselves. */
function usesAmong(to: string, planned: readonly PlannedWrite[]): Map<string, Use[]> {
  const uses = planned.flatMap(({ write, context: { resource } }) => {
    const ids = referencesIn(resource)
      .filter((reference) => reference.to === to)
      .flatMap(({ path }) => findAt(dataAfter(write) ?? {}, path))
      .map(({ value }) => String(value))
    const { name, label } = resource
    return [...new Set(ids)].map((id) => ({ id, resource: name, label, count: 1 }))
  })
  return grouped(uses, ({ id }) => id)
}

/**
 * Refuses writes with a unique value that a live record or an earlier write of the set has. For a value such as
 * "default", the hooks decide which record keeps it.
 */
const takenValues: Check = async ({ runner, tx }, planned) => {
  const refused: Refusals = new Map()
  for (const [{ resource, unindexed, records }, own] of byResource(planned))
    for (const rule of resource.unique.filter(({ only }) => only === undefined)) {
      const takers = own.filter(({ write }) => takesValue(rule, write, dataAfter(write) ?? {}))
      if (takers.length === 0) continue
      // Without an index, only one writer runs at a time, so that the second one sees the first.
      if (tx && unindexed.includes(rule)) await records.lock(tx)
      const rows = takers.map(({ write }) => dataAfter(write) ?? {})
      const deleted = new Set(idsOf(own, 'delete'))
      const moved = new Set(idsOf(takers, 'update'))
      const first = new Map<string, PlannedWrite>()
      for (const { place, key, holder } of await uniqueHolders(runner, resource, rule, rows)) {
        const one = takers[place]
        if (!one) continue
        const isOwn = 'before' in one.write && one.write.before.id === holder
        // Deletions are written before updates, and those before what is restored and created.
        const isFree =
          holder === null ||
          deleted.has(holder) ||
          (moved.has(holder) && one.write.action !== 'update')
        const twin = first.get(key) ?? one
        first.set(key, twin)
        if ((!(isOwn || isFree) || twin !== one) && !refused.has(one))
          refused.set(one, conflict(rule.message, { [rule.path]: rule.message }))
      }
    }
  return refused
}
