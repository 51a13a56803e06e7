import { isSameValue } from '#model/field-changes.ts'
import { findAt, getAt } from '#model/paths.ts'
import { conflict, type Refusal } from '#server/http/refusal.ts'
import type { DbContext } from '#server/records/hooks/hooks.ts'
import type { Use } from '#server/records/reference-sql.ts'
import type { Data } from '#server/records/shape.ts'
import { referencesIn } from '#server/records/shape.ts'
import type { PlannedWrite } from './plan.ts'
import type { ResourceContext } from './resource-context.ts'
import { patched } from './write.ts'

export type Refusals = ReadonlyMap<PlannedWrite, Refusal>

/** Validates writes by the rules of hooks and by their references. Gives the first refusal of each; writes nothing. */
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
 * Validates writes as one set: also by unique values, and by uses of what is deleted. (A single write learns these from
 * the database.) A write that is refused does not count for the others.
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
  const groups = new Map<ResourceContext, PlannedWrite[]>()
  for (const one of planned) {
    const group = groups.get(one.context)
    if (group) group.push(one)
    else groups.set(one.context, [one])
  }
  return groups
}

function note(
  found: Map<PlannedWrite, Refusal>,
  one: PlannedWrite,
  refusal: Refusal | undefined,
): void {
  if (refusal && !found.has(one)) found.set(one, refusal)
}

/** What the record holds after the write; undefined when it is deleted. */
export function dataAfter({ write, data, unset }: PlannedWrite): Data | undefined {
  if (write.action === 'delete') return undefined
  if (write.action !== 'update') return data
  return patched(write.before.data, { set: data, unset })
}

function idsOf(planned: readonly PlannedWrite[], actions: readonly string[]): string[] {
  return planned.flatMap(({ write }) =>
    'before' in write && actions.includes(write.action) ? [write.before.id] : [],
  )
}

/** Writes with new references to records that do not exist. */
async function missingReferences(
  db: DbContext,
  planned: readonly PlannedWrite[],
): Promise<Refusals> {
  const { references } = db.store
  const contexts = byResource(planned)
  const fresh = planned.flatMap((one) =>
    one.write.action === 'delete'
      ? []
      : one.context.links
          .fresh(one.data, one.write.action === 'update' ? one.write.before.data : undefined)
          .map((link) => ({ ...link, one })),
  )
  const missing = new Map<PlannedWrite, typeof fresh>()
  for (const to of [...new Set(fresh.map((link) => link.to))].sort()) {
    const asked = fresh.filter((link) => link.to === to)
    const ids = [...new Set(asked.map(({ id }) => id))]
    const live = db.tx
      ? await references.lockShared(db.tx, to, ids)
      : await references.live(db.runner, to, ids)
    const [, own = []] = [...contexts].find(([{ resource }]) => resource.name === to) ?? []
    const gone = new Set(idsOf(own, ['delete']))
    const back = new Set(idsOf(own, ['restore']))
    for (const link of asked)
      if ((!live.has(link.id) || gone.has(link.id)) && !back.has(link.id))
        missing.set(link.one, [...(missing.get(link.one) ?? []), link])
  }
  return new Map([...missing].map(([one, links]) => [one, one.context.links.refusal(links)]))
}

/** Deletions of records that others refer to which stay. */
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
  for (const [context, own] of contexts) {
    const deletions = own.filter(({ write }) => write.action === 'delete')
    if (deletions.length === 0) continue
    const to = context.resource.name
    const ids = idsOf(deletions, ['delete'])
    const uses = await store.references.usesOfMany(runner, to, ids, known)
    const among = usesAmong(to, planned)
    for (const one of deletions) {
      const id = 'before' in one.write ? one.write.before.id : ''
      const all = together([...(uses.get(id) ?? []), ...(among.get(id) ?? [])])
      note(
        found,
        one,
        context.links.refusedAsUsed(all, (name) => context.mayRead(one.write.author.role, name)),
      )
    }
  }
  return found
}

/** Uses of the records of a resource by the written records themselves. */
function usesAmong(to: string, planned: readonly PlannedWrite[]): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  for (const one of planned) {
    const data = dataAfter(one)
    if (!data) continue
    const { resource } = one.context
    const paths = referencesIn(resource).filter((reference) => reference.to === to)
    const ids = new Set(
      paths.flatMap(({ path }) => findAt(data, path)).map(({ value }) => String(value)),
    )
    for (const id of ids) {
      const use = { resource: resource.name, label: resource.label, count: 1 }
      uses.set(id, [...(uses.get(id) ?? []), use])
    }
  }
  return uses
}

function together(uses: readonly Use[]): Use[] {
  const all = new Map<string, Use>()
  for (const use of uses) {
    const key = use.resource ?? use.label.many
    all.set(key, { ...use, count: use.count + (all.get(key)?.count ?? 0) })
  }
  return [...all.values()]
}

/** Writes that take a unique value which a live record holds, or another write of the set takes. */
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
      const beforeOf = ({ write }: PlannedWrite) =>
        write.action === 'update' ? write.before.data : undefined
      const movers = own.filter(
        (one) => !isSameValue(valueIn(dataAfter(one)), valueIn(beforeOf(one))),
      )
      const takers = movers.flatMap((one) => {
        const data = dataAfter(one)
        return data ? [{ one, data }] : []
      })
      if (takers.length === 0) continue
      const deleted = new Set(idsOf(own, ['delete']))
      const moved = new Set(idsOf(movers, ['update']))
      const rows = takers.map(({ data }) => data)
      const first = new Map<string, PlannedWrite>()
      for (const { place, key, holder } of await context.taken.of(runner, rule, rows)) {
        const one = takers[place]?.one
        if (!one) continue
        const isOwn = 'before' in one.write && one.write.before.id === holder
        // Deletions are written before updates, and those before what is restored and created.
        const isFree =
          holder === null ||
          deleted.has(holder) ||
          (moved.has(holder) && one.write.action !== 'update')
        const twin = first.get(key)
        if (!twin) first.set(key, one)
        if (!(isOwn || isFree) || (twin && twin !== one))
          note(refused, one, conflict(rule.message, { [rule.path]: rule.message }))
      }
    }
  }
  return refused
}
