import { uuidv7 } from 'uuidv7'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { countOf } from '#model/plural.ts'
import { referencesIn, withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { type FieldErrors, MOST_FAULTS } from '#model/words.ts'
import { at } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import { join, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { conflict, invalid, type Refusal } from '#server/http/refusal.ts'
import { type Named, namedIn, plainValues } from './names.ts'
import { columnsOf, type Data, isId, shapeOf } from './shape.ts'
import { anyOf, holds } from './where.ts'

/** How many live records of a resource refer to a record. */
export interface Use {
  resource: string | undefined
  label: Resource['label']
  count: number
}

/** The live records of one resource that refer to a record. */
export interface UsedBy extends Pick<Referrer, 'resource' | 'paths'> {
  total: number
  /** The first of them, by their plain values. */
  records: { id: string; data: Data }[]
}

/** Returns whether the user may know of references at a path. */
export type MayKnow = (resource: Resource, path: string) => boolean

/** A resource whose records refer to another one's. */
interface Referrer {
  resource: Resource
  table: string
  /** The paths at which they refer. */
  paths: readonly string[]
}

/** The SQL of the lists of ids at a referrer's paths. */
const idLists = ({ resource, paths }: Referrer) => paths.map(columnsOf(resource).value)

export type References = ReturnType<typeof createReferences>

/** Finds which records refer to which, over all resources. */
export function createReferences(pool: Runner, registry: readonly Resource[]) {
  const resources = new Map(registry.map((resource) => [resource.name, resource]))
  const referrers = new Map(registry.map(({ name }) => [name, referrersTo(name, registry)]))

  const tableOf = (to: string): Sql => {
    const resource = resources.get(to)
    if (!resource) throw new Error(`The registry has no resource '${to}'.`)
    return raw(shapeOf(resource).table)
  }
  // One parameter, however many ids: a statement takes 65,535 of them.
  const among = (ids: readonly string[]) => sql`id = any(${ids.filter(isId)}::uuid[])`

  const findLive = async (runner: Runner, to: string, ids: readonly string[], lock: string) => {
    const rows = await rowsOf<{ id: string }>(
      runner,
      sql`select id from ${tableOf(to)} where ${among(ids)} and deleted_at is null ${raw(lock)}`,
    )
    return new Set(rows.map(({ id }) => id))
  }

  /** Counts in one query, for each id, the live records of each resource that refer to it, through the indexes. */
  const count = async (
    runner: Runner,
    from: readonly Referrer[],
    ids: readonly string[],
    besides: ReadonlyMap<string, readonly string[]> = new Map(),
  ): Promise<Map<string, Use[]>> => {
    const real = ids.filter(isId)
    if (real.length === 0) return new Map()
    const counts = from.map((referrer, place) => {
      const refers = anyOf(idLists(referrer).map((list) => raw(`${list} @> array[one.id]`)))
      const left = besides.get(referrer.resource.name) ?? []
      const others = left.length > 0 ? sql`and id <> all(${[...left]}::uuid[])` : raw('')
      return sql`, (select count(*) from ${raw(referrer.table)}
        where deleted_at is null and ${refers} ${others}) as ${raw(`n${place}`)}`
    })
    const rows = await rowsOf<{ id: string } & Record<`n${number}`, number>>(
      runner,
      sql`select one.id ${join(counts, '')} from unnest(${real}::text[]) one(id)`,
    )
    const usesIn = (row: (typeof rows)[number]) =>
      from.map(({ resource: { name: resource, label } }, place) => ({
        ...{ resource, label, count: Number(row[`n${place}`]) },
      }))
    return new Map(rows.map((row) => [row.id, usesIn(row)]))
  }

  /** Counts who refers to records of a resource, without the records `besides`, by resource. */
  const usesOfMany = async (
    runner: Runner,
    to: string,
    ids: readonly string[],
    besides?: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Use[]>> => {
    const counted = await count(runner, referrers.get(to) ?? [], ids, besides)
    return new Map([...counted].map(([id, uses]) => [id, uses.filter((use) => use.count > 0)]))
  }

  return {
    usesOfMany,

    /** The noun for one record of a resource, in lower case. */
    nounOf: (to: string) => resources.get(to)?.label.one.toLowerCase() ?? 'record',

    /** Those of the ids that are live records. */
    live: (runner: Runner, to: string, ids: readonly string[]) => findLive(runner, to, ids, ''),

    /** The same, and locks them against deletion until the transaction ends. */
    lockShared: (tx: Tx, to: string, ids: readonly string[]) => findLive(tx, to, ids, 'for share'),

    /** Counts who refers to a record. Lock the record first, so that no reference is missed. */
    uses: async (tx: Tx, to: string, id: string): Promise<Use[]> =>
      (await usesOfMany(tx, to, [id])).get(id) ?? [],

    /** Counts who refers to each of a page's records, by resource, as far as the user may know. */
    async countUses(to: string, ids: readonly string[], mayKnow: MayKnow) {
      const counted = await count(pool, knownTo(mayKnow, referrers.get(to)), ids)
      return new Map(
        [...counted].map(([id, uses]) => [
          id,
          Object.fromEntries(uses.map((use) => [use.resource ?? '', use.count])),
        ]),
      )
    },

    /**
     * Finds who refers to a record: by resource the first `most` records by their ids, in one query through the indexes.
     * `isAll` is false where there are more that the user may not know of.
     */
    async usedBy(
      to: string,
      id: string,
      most: number,
      mayKnow: MayKnow,
    ): Promise<{ uses: UsedBy[]; isAll: boolean }> {
      const all = referrers.get(to) ?? []
      const asked = knownTo(mayKnow, all)
      const hidden = knownTo((resource, path) => !mayKnow(resource, path), all)
      const from = (referrer: Referrer) => sql`from ${raw(referrer.table)}
        where deleted_at is null and ${anyOf(idLists(referrer).map((list) => holds(list, id)))}`
      const pieces = [
        ...asked.map(
          (
            one,
            place,
          ) => sql`(select ${raw(String(place))} as place, total, id, ${plainValues('data')} as data
            from (select count(*) over () as total, id, data ${from(one)} order by id limit ${most}) found
            order by id)`,
        ),
        ...hidden.map(
          (one) => sql`select ${raw(String(HIDDEN))} as place, count(*) as total, null::uuid as id,
            null::jsonb as data ${from(one)}`,
        ),
      ]
      if (!isId(id) || pieces.length === 0) return { uses: [], isAll: true }
      const rows = await rowsOf<{ place: number; total: number; id: string; data: Data }>(
        pool,
        join(pieces, ' union all '),
      )
      const uses = asked.flatMap(({ resource, paths }, place) => {
        const records = rows.filter((row) => row.place === place)
        const [first] = records
        return first ? [{ resource, paths, total: first.total, records }] : []
      })
      return { uses, isAll: !rows.some(({ place, total }) => place === HIDDEN && total > 0) }
    },

    /** Those of the ids that are or were records, erased ones too. */
    async known(to: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (!resources.has(to)) return new Set()
      const rows = await rowsOf<{ id: string }>(
        pool,
        sql`select id from ${tableOf(to)} where ${among(ids)}
          union all select record_id from erased
            where resource = ${to} and record_id = any(${ids.filter(isId)}::uuid[])`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** The records of these ids with what they are named by, deleted ones too. */
    async named(to: string, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
      const resource = resources.get(to)
      const rows = resource ? await namedIn(pool, shapeOf(resource).table, ids.filter(isId)) : []
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** The ids of live records with these names, five for each at most. Case and Unicode's form do not matter. */
    async byNames(
      to: string,
      names: readonly string[],
    ): Promise<ReadonlyMap<string, readonly string[]>> {
      const target = resources.get(to)
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

    /** The data of the live records of these ids. */
    async read(to: string, ids: readonly string[]): Promise<ReadonlyMap<string, Data>> {
      if (!ids.some(isId)) return new Map()
      const rows = await rowsOf<{ id: string; data: Data }>(
        pool,
        sql`select id, data from ${tableOf(to)} where ${among(ids)} and deleted_at is null`,
      )
      return new Map(rows.map(({ id, data }) => [id, data]))
    },
  }
}

/** The place of rows that count what the user may not know of. */
const HIDDEN = -1

function referrersTo(name: string, registry: readonly Resource[]): Referrer[] {
  return registry.flatMap((resource) => {
    const paths = referencesIn(resource).flatMap(({ path, to }) => (to === name ? [path] : []))
    return paths.length === 0 ? [] : [{ resource, table: shapeOf(resource).table, paths }]
  })
}

function knownTo(mayKnow: MayKnow, referrers: readonly Referrer[] = []): Referrer[] {
  return referrers
    .map((one) => ({ ...one, paths: one.paths.filter((path) => mayKnow(one.resource, path)) }))
    .filter(({ paths }) => paths.length > 0)
}

type MayRead = (resource: string | undefined) => boolean

/** A reference and its path. */
export interface Link {
  to: string
  at: string
  id: string
}

/** Creates the rules of a resource's references for writes. */
export function createLinks({ references }: { references: References }, resource: Resource) {
  const links = referencesIn(resource)

  const linksIn = (data: Data): Link[] =>
    links.flatMap(({ path, to }) =>
      findAt(data, path).map(({ at, value }) => ({ to, at, id: String(value) })),
    )

  /** The refusal to delete a record with these uses (CF-03). It names only resources that the author may read. */
  const refusedAsUsed = (uses: readonly Use[], mayRead: MayRead): Refusal | undefined => {
    if (uses.length === 0) return undefined
    const shown = uses.filter(({ resource }) => mayRead(resource))
    const counts = shown.map(({ label, count }) =>
      countOf(count, label.one, label.many).toLowerCase(),
    )
    if (shown.length < uses.length) counts.push('other records')
    const last = counts.pop()
    const words = counts.length > 0 ? `${counts.join(', ')} and ${last}` : last
    return conflict(`This ${resource.label.one.toLowerCase()} is used by ${words}.`)
  }

  return {
    refusedAsUsed,

    /** The body with ids in place of records (MEN-03), in lower case as they are stored. */
    plain(body: Data): Data {
      if (links.length === 0) return body
      const plain = [resource.update, resource.create].reduce(
        (value, schema) => withIds(schema, value),
        body,
      )
      const lower = (id: unknown) => (isId(id) ? id.toLowerCase() : id)
      return links.reduce((value, { path }) => mapAt(value, path, lower), plain)
    },

    /** The value to store: ordered entries are numbered, and have ids (MIS-03). */
    placed: (mode: 'create' | 'edit', data: Data) =>
      numbered(mode === 'create' ? resource.create : resource.update, data, uuidv7) as Data,

    /** The new references of a value. Kept ones are not checked: their records may be deleted by now. */
    fresh(data: Data, before: Data = {}): Link[] {
      const held = new Set(linksIn(before).map(({ to, id }) => `${to} ${id}`))
      return linksIn(data).filter(({ to, id }) => !held.has(`${to} ${id}`))
    },

    /** The refusal of references whose records do not exist, with an error at each path. */
    refusal(missing: readonly Link[]): Refusal {
      const errors: FieldErrors = Object.fromEntries(
        missing
          .slice(0, MOST_FAULTS)
          .map(({ to, at }) => [
            at,
            `The chosen ${references.nounOf(to)} does not exist, or was deleted.`,
          ]),
      )
      return invalid([...new Set(Object.values(errors))].join(' '), errors)
    },

    /** Throws 409 if other records refer to a record. Lock the record first. */
    async refuseIfUsed(tx: Tx, id: string, mayRead: MayRead): Promise<void> {
      const refusal = refusedAsUsed(await references.uses(tx, resource.name, id), mayRead)
      if (refusal) throw refusal
    },
  }
}
