import { isSameValue } from '#model/field-changes.ts'
import { findAt, getAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import { conflict, type Refusal } from '#server/http/refusal.ts'
import type { DbContext, Write } from '#server/records/hooks/hooks.ts'
import type { Use } from '#server/records/references.ts'
import type { Data } from '#server/records/shape.ts'
import type { Outcome, PlannedWrite, ResourceContext } from './plan.ts'

type Refusals = ReadonlyMap<Outcome, Refusal>
type Check = (
  db: DbContext,
  planned: readonly PlannedWrite[],
  isSingle: boolean,
) => Promise<Map<PlannedWrite, Refusal>>

/**
 * Validates writes as one set. Returns the first refusal of each; writes nothing. A refused write does not count for the
 * others. `isSingle` leaves unique values to their indexes.
 */
export async function validateSet(
  db: DbContext,
  planned: readonly PlannedWrite[],
  isSingle = false,
): Promise<Refusals> {
  const refused = new Map<PlannedWrite, Refusal>()
  for (;;) {
    const left = planned.filter((one) => !refused.has(one))
    const found = new Map<PlannedWrite, Refusal>()
    for (const check of CHECKS)
      for (const [one, refusal] of await check(db, left, isSingle))
        if (!found.has(one)) found.set(one, refusal)
    if (found.size === 0) return refused
    for (const [one, refusal] of found) refused.set(one, refusal)
  }
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

/** Returns the values of an updated record before the write. */
function dataBefore(write: Write): Data | undefined {
  return write.action === 'update' ? write.before.data : undefined
}

function idsOf(planned: readonly PlannedWrite[], actions: readonly string[]): string[] {
  return planned.flatMap(({ write }) =>
    'before' in write && actions.includes(write.action) ? [write.before.id] : [],
  )
}

/** Refuses what the rules of hooks forbid. */
const hookRules: Check = async (db, planned) => {
  const found = new Map<PlannedWrite, Refusal>()
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
const missingReferences: Check = async (db, planned) => {
  const { references } = db.store
  const fresh = planned.flatMap((one) => {
    const { write, context } = one
    const data = dataAfter(write)
    return data
      ? context.links.fresh(data, dataBefore(write)).map((link) => ({ ...link, one }))
      : []
  })
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
const inUse: Check = async ({ store, runner }, planned) => {
  const found = new Map<PlannedWrite, Refusal>()
  const contexts = byResource(planned)
  const written = new Map(
    [...contexts].map(([{ resource }, own]) => [
      resource.name,
      idsOf(own, ['update', 'delete', 'restore']),
    ]),
  )
  for (const [{ resource, links, access }, own] of contexts) {
    const deletions = own.filter(({ write }) => write.action === 'delete')
    if (deletions.length === 0) continue
    const ids = idsOf(deletions, ['delete'])
    const uses = await store.references.countUses(runner, resource.name, ids, { besides: written })
    const among = usesAmong(resource.name, planned)
    for (const [place, one] of deletions.entries()) {
      const id = ids[place] ?? ''
      const { role } = one.write.author
      const refusal = links.refusedAsUsed(
        summed([...(uses.get(id) ?? []), ...(among.get(id) ?? [])]),
        (name) => role === null || access.mayRead(role, name),
      )
      if (refusal) found.set(one, refusal)
    }
  }
  return found
}

/** Returns the uses of a resource's records by the written records themselves. */
function usesAmong(to: string, planned: readonly PlannedWrite[]): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  for (const { write, context } of planned) {
    const data = dataAfter(write) ?? {}
    const { resource } = context
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
  for (const use of uses)
    all.set(use.resource, { ...use, count: use.count + (all.get(use.resource)?.count ?? 0) })
  return [...all.values()]
}

/**
 * Refuses writes that take a unique value which a live record, or an earlier write of the set, has. Where only one record
 * can have a value, the hooks decide which one gives way.
 */
const takenValues: Check = async ({ runner, tx }, planned, isSingle) => {
  const refused = new Map<PlannedWrite, Refusal>()
  for (const [context, own] of byResource(planned)) {
    const { unindexed } = context
    const rules = isSingle ? unindexed : context.resource.unique
    for (const rule of rules.filter(({ only }) => only === undefined)) {
      const valueIn = (data: Data | undefined) =>
        data && [rule.path, ...(rule.within ?? [])].map((path) => getAt(data, path))
      const movers = own.filter(
        ({ write }) => !isSameValue(valueIn(dataAfter(write)), valueIn(dataBefore(write))),
      )
      const takers = movers.flatMap((one) => {
        const data = dataAfter(one.write)
        return data ? [{ one, data }] : []
      })
      if (takers.length === 0) continue
      // Without an index, one writer at a time: the second one to write a value sees the first.
      if (tx && unindexed.includes(rule)) await context.records.lock(tx)
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
        if ((!(isOwn || isFree) || twin !== one) && !refused.has(one))
          refused.set(one, conflict(rule.message, { [rule.path]: rule.message }))
      }
    }
  }
  return refused
}

const CHECKS: readonly Check[] = [hookRules, missingReferences, inUse, takenValues]
