import { isSameValue } from '#model/field-changes.ts'
import { findAt, getAt } from '#model/paths.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Store } from '#server/db/store.ts'
import { conflict, type Refusal } from '#server/http/refusal.ts'
import type { Use } from '#server/records/reference-sql.ts'
import { referencesIn } from '#server/records/references-in.ts'
import type { Data } from '#server/records/shape.ts'
import type { Planned } from './planning.ts'
import type { Subject } from './subject.ts'
import { patched } from './write.ts'

/** Whether records are asked for by a plan, or locked by the transaction that writes. */
export interface Ground {
  store: Store
  runner: Runner
  tx?: Tx | undefined
}

export type Refusals = ReadonlyMap<Planned, Refusal>

/**
 * What stands against writes as a whole: the rules of hooks, and references to nothing (MEN-03). The first for each
 * write; nothing is written.
 */
export async function standing(ground: Ground, planned: readonly Planned[]): Promise<Refusals> {
  const found = new Map<Planned, Refusal>()
  for (const [{ hooks }, own] of bySubject(planned)) {
    if (!hooks.rules) continue
    const writes = own.map(({ write }) => write)
    const refused = await hooks.rules(ground, writes)
    for (const [place, one] of own.entries()) note(found, one, refused[place])
  }
  for (const [one, refusal] of await unlinked(ground, planned)) note(found, one, refusal)
  return found
}

/**
 * The same with what a single write hears from the database only when it is made: taken values, and deleting what
 * is in use (CF-03). Records that are refused are not counted upon by the others.
 */
export async function standingOfMany(
  ground: Ground,
  planned: readonly Planned[],
): Promise<Refusals> {
  const all = new Map<Planned, Refusal>()
  for (;;) {
    const left = planned.filter((one) => !all.has(one))
    const found = new Map(await standing(ground, left))
    for (const [one, refusal] of await inUse(ground, left)) note(found, one, refusal)
    for (const [one, refusal] of (await takings(ground, left)).refused) note(found, one, refusal)
    if (found.size === 0) return all
    for (const [one, refusal] of found) all.set(one, refusal)
  }
}

/**
 * The updates that give up a unique value which another write takes, with the keys that hold it. Two may exchange
 * theirs, so that no order of them would do.
 */
export async function givenUp(
  ground: Ground,
  planned: readonly Planned[],
): Promise<ReadonlyMap<Planned, ReadonlySet<string>>> {
  return (await takings(ground, planned)).given
}

export function bySubject(planned: readonly Planned[]): Map<Subject, Planned[]> {
  const groups = new Map<Subject, Planned[]>()
  for (const one of planned) {
    const group = groups.get(one.subject)
    if (group) group.push(one)
    else groups.set(one.subject, [one])
  }
  return groups
}

function note(found: Map<Planned, Refusal>, one: Planned, refusal: Refusal | undefined): void {
  if (refusal && !found.has(one)) found.set(one, refusal)
}

/** What the record holds after the write; nothing when it is gone. */
export function dataAfter({ write, data, unset }: Planned): Data | undefined {
  if (write.action === 'delete') return undefined
  if (write.action !== 'update') return data
  return patched(write.before.data, { set: data, unset })
}

function idsOf(planned: readonly Planned[], actions: readonly string[]): string[] {
  return planned.flatMap(({ write }) =>
    'before' in write && actions.includes(write.action) ? [write.before.id] : [],
  )
}

/** Writes that refer to what is not there. What a record held before is not asked for again. */
async function unlinked(ground: Ground, planned: readonly Planned[]): Promise<Refusals> {
  const { references } = ground.store
  const subjects = bySubject(planned)
  const fresh = planned.flatMap((one) =>
    one.write.action === 'delete'
      ? []
      : one.subject.links
          .fresh(one.data, one.write.action === 'update' ? one.write.before.data : undefined)
          .map((link) => ({ ...link, one })),
  )
  const missing = new Map<Planned, typeof fresh>()
  for (const to of [...new Set(fresh.map((link) => link.to))].sort()) {
    const asked = fresh.filter((link) => link.to === to)
    const ids = [...new Set(asked.map(({ id }) => id))]
    const live = ground.tx
      ? await references.lockShared(ground.tx, to, ids)
      : await references.live(ground.runner, to, ids)
    const [, own = []] = [...subjects].find(([{ resource }]) => resource.name === to) ?? []
    const gone = new Set(idsOf(own, ['delete']))
    const back = new Set(idsOf(own, ['restore']))
    for (const link of asked)
      if ((!live.has(link.id) || gone.has(link.id)) && !back.has(link.id))
        missing.set(link.one, [...(missing.get(link.one) ?? []), link])
  }
  return new Map([...missing].map(([one, links]) => [one, one.subject.links.refusal(links)]))
}

/** Deletions of what records refer to that stay. */
async function inUse({ store, runner }: Ground, planned: readonly Planned[]): Promise<Refusals> {
  const found = new Map<Planned, Refusal>()
  const subjects = bySubject(planned)
  const known = new Map(
    [...subjects].map(([{ resource }, own]) => [
      resource.name,
      idsOf(own, ['update', 'delete', 'restore']),
    ]),
  )
  for (const [subject, own] of subjects) {
    const deletions = own.filter(({ write }) => write.action === 'delete')
    if (deletions.length === 0) continue
    const to = subject.resource.name
    const ids = idsOf(deletions, ['delete'])
    const uses = await store.references.usesOfMany(runner, to, ids, known)
    const among = usesAmong(to, planned)
    for (const one of deletions) {
      const id = 'before' in one.write ? one.write.before.id : ''
      const all = together([...(uses.get(id) ?? []), ...(among.get(id) ?? [])])
      note(
        found,
        one,
        subject.links.refusedAsUsed(all, (name) => subject.mayRead(one.write.author.role, name)),
      )
    }
  }
  return found
}

/** Who refers to the records of a resource among those that are written. */
function usesAmong(to: string, planned: readonly Planned[]): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  for (const one of planned) {
    const data = dataAfter(one)
    if (!data) continue
    const { resource } = one.subject
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

/** Who would take a value that another has: refused, unless the other gives it up. */
async function takings({ runner }: Ground, planned: readonly Planned[]) {
  const refused = new Map<Planned, Refusal>()
  const given = new Map<Planned, Set<string>>()
  for (const [subject, own] of bySubject(planned)) {
    for (const rule of subject.resource.unique) {
      const valueIn = (data: Data | undefined) =>
        data && [rule.path, ...(rule.within ?? [])].map((path) => getAt(data, path))
      const takers = own.flatMap((one) => {
        const data = dataAfter(one)
        const before = one.write.action === 'update' ? one.write.before.data : undefined
        return data && !isSameValue(valueIn(data), valueIn(before)) ? [{ one, data }] : []
      })
      if (takers.length === 0) continue
      const found = await subject.taken.of(
        runner,
        rule,
        takers.map(({ data }) => data),
      )
      const givers = new Map(
        own.flatMap((other) =>
          'before' in other.write &&
          !isSameValue(valueIn(dataAfter(other)), valueIn(other.write.before.data))
            ? [[other.write.before.id, other] as const]
            : [],
        ),
      )
      const first = new Map<string, Planned>()
      for (const { place, key, holder } of found) {
        const one = takers[place]?.one
        if (!one) continue
        const isOwn = 'before' in one.write && one.write.before.id === holder
        const giver = givers.get(holder ?? '')
        const twin = first.get(key)
        if (!twin) first.set(key, one)
        // What is deleted is gone before anything else is written.
        if (giver?.write.action === 'update' && giver !== one)
          given.set(giver, (given.get(giver) ?? new Set()).add(keyOf(rule.path)))
        // Of what only one can be, the hooks know who gives way.
        if (rule.only !== undefined) continue
        if ((holder !== null && !isOwn && !giver) || (twin && twin !== one))
          note(refused, one, conflict(rule.message, { [rule.path]: rule.message }))
      }
    }
  }
  return { refused, given }
}

/** The key of the record that a path begins with. */
function keyOf(path: string): string {
  return path.split('.', 1)[0] ?? path
}
