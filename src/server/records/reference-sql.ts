import type { Resource } from '#model/resource.ts'
import { at } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import { join, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { type Named, namedIn } from './names.ts'
import { type Referrer, referrersTo } from './referrers.ts'
import { type Data, isId, shapeOf } from './shape.ts'
import { createUsedBy, type MayKnow } from './used-by.ts'
import { anyOf, holds } from './where.ts'

/** How many live records of a resource refer to a record, and what they are called. */
export interface Use {
  resource: string | undefined
  label: Resource['label']
  count: number
}

/** What records say of each other, over all resources. */
export interface References {
  /** What one record of a resource is called, within a sentence. */
  nounOf(to: string): string
  /**
   * Those of the ids that are live records. They stay so until the transaction ends: a delete of one of
   * them waits, and one that came first is waited for.
   */
  lockShared(tx: Tx, to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Who refers to a record. Ask it after the row is locked, so that no reference can still be on its way. */
  uses(tx: Tx, to: string, id: string): Promise<Use[]>
  /** Those of the ids that are live records. */
  live(runner: Runner, to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Who refers to each of many records, by its id, leaving out by resource the records of these ids: those that are
   * changed together with them.
   */
  usesOfMany(
    runner: Runner,
    to: string,
    ids: readonly string[],
    besides: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Use[]>>
  /** Those of the ids that are records or were, in one query. */
  known(to: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Who refers to a record, by name, as far as whoever asks may know; up to `most` records of each resource. */
  usedBy: ReturnType<typeof createUsedBy>
  countUses: ReturnType<typeof createUseCounts>
  /** What the records that these ids are or were are named by, by id, in one query. */
  named(to: string, ids: readonly string[]): Promise<ReadonlyMap<string, Named>>
  /** The live records that are called so, whatever the case and Unicode's form, by the names as they were asked; five of each at most. */
  byNames(to: string, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** What these records hold, by id, in one query; deleted ones are left out. */
  read(to: string, ids: readonly string[]): Promise<ReadonlyMap<string, Data>>
}

export function createReferences(pool: Runner, registry: readonly Resource[]): References {
  const tables = new Map(registry.map((resource) => [resource.name, raw(shapeOf(resource).table)]))
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))
  const nouns = new Map(registry.map(({ name, label }) => [name, label.one.toLowerCase()]))

  const tableOf = (to: string): Sql => {
    const table = tables.get(to)
    if (!table) throw new Error(`The registry has no resource '${to}'.`)
    return table
  }
  // One parameter, however many ids: a statement takes 65,535 of them.
  const among = (ids: readonly string[]) => sql`id = any(${[...ids]}::uuid[])`

  return {
    nounOf: (to) => nouns.get(to) ?? 'record',

    async lockShared(tx, to, ids) {
      const possible = ids.filter(isId)
      if (possible.length === 0) return new Set()
      const rows = await rowsOf<{ id: string }>(
        tx,
        sql`select id from ${tableOf(to)} where ${among(possible)} and deleted_at is null for share`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    async live(runner, to, ids) {
      const rows = await rowsOf<{ id: string }>(
        runner,
        sql`select id from ${tableOf(to)} where ${among(ids.filter(isId))} and deleted_at is null`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    async usesOfMany(runner, to, ids, besides) {
      const uses = new Map<string, Use[]>()
      for (const { resource, label, table, ids: lists } of referrers.get(to) ?? []) {
        const left = besides.get(resource.name) ?? []
        const anywhere = lists().map((list) => raw(`${list} @> array[x.id]`))
        const rows = await rowsOf<{ id: string; n: number }>(
          runner,
          sql`select x.id, count(*) as n from unnest(${[...ids]}::text[]) as x(id)
            join ${raw(table)} t on t.deleted_at is null and ${anyOf(anywhere)}
            where t.id <> all(${[...left]}::uuid[]) group by x.id`,
        )
        for (const { id, n } of rows)
          uses.set(id, [...(uses.get(id) ?? []), { resource: resource.name, label, count: n }])
      }
      return uses
    },

    async uses(tx, to, id) {
      const from = referrers.get(to) ?? []
      if (from.length === 0) return []
      const counts = from.map((referrer, place) => countUses(referrer, id, place))
      const rows = await rowsOf<{ place: number; n: number }>(tx, join(counts, ' union all '))
      const found = new Map(rows.map(({ place, n }) => [place, n]))
      return from.flatMap(({ resource, label }, place) => {
        const count = found.get(place) ?? 0
        return count > 0 ? [{ resource: resource.name, label, count }] : []
      })
    },

    async known(to, ids) {
      const table = tables.get(to)
      if (!table) return new Set()
      const rows = await rowsOf<{ id: string }>(
        pool,
        sql`select id from ${table} where ${among(ids.filter(isId))}
          union all select record_id from erased
            where resource = ${to} and record_id = any(${ids.filter(isId)}::uuid[])`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    usedBy: createUsedBy(pool, registry),
    countUses: createUseCounts(pool, registry),

    async named(to, ids) {
      const resource = registry.find(({ name }) => name === to)
      const rows = resource ? await namedIn(pool, shapeOf(resource).table, ids.filter(isId)) : []
      return new Map(rows.map((row) => [row.id, row]))
    },

    async byNames(to, names) {
      const target = registry.find(({ name }) => name === to)
      if (!target || names.length === 0) return new Map()
      const words = target.recordName.map((path) => `nullif(trim(${at('t.data', path, true)}), '')`)
      const rows = await rowsOf<{ name: string; ids: string[] }>(
        pool,
        sql`select u.name, (array_agg(t.id::text order by t.id))[1:5] as ids
          from unnest(${[...names]}::text[]) as u(name)
          join ${tableOf(to)} t on lower(normalize(concat_ws(' ', ${raw(words.join(', '))}))) = lower(normalize(u.name))
          where t.deleted_at is null group by u.name`,
      )
      return new Map(rows.map(({ name, ids }) => [name, ids]))
    },

    async read(to, ids) {
      const possible = ids.filter(isId)
      if (possible.length === 0) return new Map()
      const rows = await rowsOf<{ id: string; data: Data }>(
        pool,
        sql`select id, data from ${tableOf(to)} where ${among(possible)} and deleted_at is null`,
      )
      return new Map(rows.map(({ id, data }) => [id, data]))
    },
  }
}

/** A record that refers twice is one use. */
function countUses({ table, ids }: Referrer, id: string, place: number): Sql {
  const anywhere = anyOf(ids().map((list) => holds(list, id)))
  return sql`select ${raw(String(place))} as place, count(*) as n
    from ${raw(table)} where deleted_at is null and ${anywhere}`
}

/** By the name of each resource that refers to a record: how many of its live records do. */
type UseCounts = Readonly<Record<string, number>>

/**
 * Makes what counts, for a page of records at once, who refers to each: one query, and in it for each record a look
 * into the index of each reference. Paths that whoever asks may not know of are left out.
 */
function createUseCounts(pool: Runner, registry: readonly Resource[]) {
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))

  return async (
    to: string,
    ids: readonly string[],
    mayKnow: MayKnow,
  ): Promise<ReadonlyMap<string, UseCounts>> => {
    const asked = (referrers.get(to) ?? []).flatMap(({ resource, table, paths, ids: columns }) => {
      const known = paths.filter((path) => mayKnow(resource, path))
      if (known.length === 0) return []
      return [{ name: resource.name, count: countIn(table, columns(known)) }]
    })
    const real = ids.filter(isId)
    if (asked.length === 0 || real.length === 0) return new Map(real.map((id) => [id, {}] as const))
    const counts = asked.map(({ count }, at) => sql`${count} as ${raw(`n${at}`)}`)
    const rows = await rowsOf<{ id: string } & Record<`n${number}`, number>>(
      pool,
      sql`select one.id, ${join(counts, ', ')} from unnest(${real}::text[]) one(id)`,
    )
    return new Map(
      rows.map((row) => [
        row.id,
        Object.fromEntries(asked.map(({ name }, at) => [name, Number(row[`n${at}`])])),
      ]),
    )
  }
}

/** Through the index of each list of ids, a record that refers twice once. */
function countIn(table: string, lists: readonly string[]): Sql {
  const refers = join(
    lists.map((list) => raw(`${list} @> array[one.id]`)),
    ' or ',
  )
  return sql`(select count(*) from ${raw(table)} where deleted_at is null and (${refers}))`
}
