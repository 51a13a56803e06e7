import { uuidv7 } from 'uuidv7'
import { ERASED_PERSON } from '#contract/changes.ts'
import type { SecurityPerson } from '#contract/security-log.ts'
import { TOKEN_AUTHOR } from '#contract/tokens.ts'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { referencesIn, withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { countOf, type FieldErrors, MOST_FAULTS } from '#model/words.ts'
import { at } from '#server/db/json-sql.ts'
import { join, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { conflict, invalid, type Refusal } from '#server/http/refusal.ts'
import { anyOf, holds } from './records.ts'
import { columnsOf, type Data, isId, tableName } from './shape.ts'

/** How many live records of a resource refer to a record. */
export interface Use {
  resource: string
  label: Resource['label']
  count: number
}

/** The live records of one resource that refer to a record: their number, and the first by their plain values. */
export type UsedBy = Referrer & { total: number; records: { id: string; data: Data }[] }

/** A record or an author with its current name. */
export interface Named {
  id: string
  name: string
  /** False for a deleted record and for a token. */
  isLive: boolean
  /** Only its plain values. */
  data: Data
}

/** Returns the SQL of an object without its lists and objects, which names never need and which may be large. */
export function plainValues(data: string): Sql {
  return raw(`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${data})
    where jsonb_typeof(value) not in ('object', 'array'))`)
}

/** Returns whether the user may see references at a path. */
export type MayKnow = (resource: Resource, path: string) => boolean

/** A resource whose records refer to another one's at these paths. */
interface Referrer {
  resource: Resource
  paths: readonly string[]
}

export type References = ReturnType<typeof createReferences>

/** Creates the service that finds which records refer to which, over all resources. */
export function createReferences(pool: Runner, registry: readonly Resource[]) {
  const resources = new Map(registry.map((resource) => [resource.name, resource]))

  const tableOf = (to: string): Sql => {
    const resource = resources.get(to)
    if (!resource) throw new Error(`The registry has no resource '${to}'.`)
    return raw(tableName(resource))
  }
  // One parameter, however many ids: a statement takes 65,535 of them.
  const among = (ids: readonly string[]) => sql`id = any(${ids.filter(isId)}::uuid[])`

  const referrersTo = (name: string, mayKnow: MayKnow = () => true): Referrer[] =>
    registry.flatMap((resource) => {
      const paths = referencesIn(resource)
        .filter(({ path, to }) => to === name && mayKnow(resource, path))
        .map(({ path }) => path)
      return paths.length === 0 ? [] : [{ resource, paths }]
    })

  /** FROM and WHERE of the live records that refer to an id. */
  const referring = ({ resource, paths }: Referrer, id: Sql) => {
    const columns = columnsOf(resource)
    const refers = anyOf(paths.map((path) => holds(columns.value(path), id)))
    return sql`from ${raw(tableName(resource))} where deleted_at is null and ${refers}`
  }

  /**
   * Counts, by resource, the live records that refer to each id and that the user may see, without the records
   * `besides`. Lock the records first, so that no reference is missed.
   */
  const countUses = async (
    runner: Runner,
    to: string,
    ids: readonly string[],
    besides: ReadonlyMap<string, readonly string[]> = new Map(),
    mayKnow?: MayKnow,
  ): Promise<Map<string, Use[]>> => {
    const referrers = referrersTo(to, mayKnow)
    const counts = referrers.map((referrer, place) => {
      const excluded = besides.get(referrer.resource.name) ?? []
      return sql`, (select count(*) ${referring(referrer, raw('one.id'))}
        and id <> all(${excluded}::uuid[])) as ${raw(`n${place}`)}`
    })
    const rows = await rowsOf<{ id: string } & Record<`n${number}`, number>>(
      runner,
      sql`select one.id ${join(counts, '')} from unnest(${ids.filter(isId)}::text[]) one(id)`,
    )
    const useIn =
      (row: (typeof rows)[number]) =>
      ({ resource }: Referrer, place: number) => ({
        ...{ resource: resource.name, label: resource.label, count: Number(row[`n${place}`]) },
      })
    return new Map(rows.map((row) => [row.id, referrers.map(useIn(row))]))
  }

  const named = async (
    records: readonly { resource: string; id: string }[],
    others: readonly Sql[] = [],
  ): Promise<ReadonlyMap<string, Named>> => {
    const pieces = registry.flatMap((resource) => {
      const own = records.filter((one) => one.resource === resource.name)
      return own.length === 0
        ? []
        : sql`select id, ${resource.name}::text as of, deleted_at is null as "isLive",
            ${plainValues('data')} as data
          from ${tableOf(resource.name)} where ${among(own.map(({ id }) => id))}`
    })
    const all = records.length > 0 ? [...pieces, ...others] : []
    if (all.length === 0) return new Map()
    const rows = await rowsOf<Omit<Named, 'name'> & { of: string }>(pool, join(all, ' union all '))
    return new Map(
      rows.map(({ of, ...row }) => {
        const resource = resources.get(of)
        const name = resource ? nameOf(resource, { ...row.data, _id: row.id, id: row.id }) : ''
        return [row.id, { ...row, name }]
      }),
    )
  }

  /** Returns the authors of changes by id: users, including deleted ones, and tokens. Omits erased users. */
  const authors = (given: readonly (string | null)[]) => {
    const ids = [...new Set(given)].flatMap((id) => id ?? [])
    const tokens = sql`select id, 'users' as of, false as "isLive",
        jsonb_build_object('firstName', ${TOKEN_AUTHOR}::text, 'lastName', name) as data
      from service_tokens where ${among(ids)}`
    return named(
      ids.map((id) => ({ resource: 'users', id })),
      [tokens],
    )
  }

  return {
    ...{ authors, countUses },

    /** Returns records of any resources by id, with their current names, including deleted ones. */
    named: (records: readonly { resource: string; id: string }[]) => named(records),

    /** Returns a function that names the users of a log. An erased user has an id but no name. */
    async people(ids: readonly (string | null)[]) {
      const found = await authors(ids)
      return (id: string | null): SecurityPerson | undefined => {
        if (id === null) return undefined
        const { name = '', isLive = false } = found.get(id) ?? {}
        return { id, name, isLive }
      }
    },

    /** Returns, by id, when records were deleted and by which user or token, if any. */
    async deletions(resource: string, ids: readonly string[]) {
      const rows = await rowsOf<{ id: string; deletedAt: string; by: string | null }>(
        pool,
        sql`select t.id, t.deleted_at as "deletedAt", h.actor_id as by
          from ${tableOf(resource)} t
          left join lateral (select actor_id from history
            where resource = ${resource} and record_id = t.id and version = t.version limit 1) h on true
          where ${among(ids)} and t.deleted_at is not null`,
      )
      const names = await authors(rows.map(({ by }) => by))
      const deletionOf = (deletedAt: string, _id: string | null) => {
        if (_id === null) return { deletedAt }
        return { deletedAt, deletedBy: { _id, name: names.get(_id)?.name ?? ERASED_PERSON } }
      }
      return new Map(rows.map(({ id, deletedAt, by }) => [id, deletionOf(deletedAt, by)]))
    },

    /**
     * Finds the live records that refer to a record: the first `most` of each resource by id. `isAll` is false if there
     * are others that the user may not see.
     */
    async usedBy(
      to: string,
      id: string,
      most: number,
      mayKnow: MayKnow,
    ): Promise<{ uses: UsedBy[]; isAll: boolean }> {
      const known = referrersTo(to, mayKnow)
      const all = [...known, ...referrersTo(to, (resource, path) => !mayKnow(resource, path))]
      if (!isId(id) || all.length === 0) return { uses: [], isAll: true }
      const pieces = all.map(
        (referrer, place) =>
          sql`(select ${raw(String(place))} as place, total, id, ${plainValues('data')} as data from (
            select count(*) over () as total, id, data ${referring(referrer, sql`${id}`)}
            order by id limit ${most}) found order by id)`,
      )
      type Row = { place: number; total: number; id: string; data: Data }
      const rows = await rowsOf<Row>(pool, join(pieces, ' union all '))
      const uses = known.flatMap((referrer, place) => {
        const records = rows.filter((row) => row.place === place)
        return records[0] ? [{ ...referrer, records, total: records[0].total }] : []
      })
      return { uses, isAll: rows.every(({ place }) => place < known.length) }
    },

    /** Returns the noun for one record of a resource, in lower case. */
    nounOf: (to: string) => resources.get(to)?.label.one.toLowerCase() ?? 'record',

    /** Returns the links whose records are not live. `lock` keeps the others from deletion until the transaction ends. */
    async missing<L extends Link>(
      runner: Runner,
      links: readonly L[],
      lock: '' | 'for share' = '',
    ): Promise<L[]> {
      const missing: L[] = []
      for (const to of [...new Set(links.map((link) => link.to))].sort()) {
        const own = links.filter((link) => link.to === to)
        const ids = [...new Set(own.map(({ id }) => id))]
        const found = resources.has(to)
          ? await idsIn(
              runner,
              sql`select id from ${tableOf(to)} where ${among(ids)} and deleted_at is null ${raw(lock)}`,
            )
          : new Set()
        missing.push(...own.filter(({ id }) => !found.has(id.toLowerCase())))
      }
      return missing
    },

    /** Returns the ids that are or were records, including erased ones. */
    async known(to: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (!resources.has(to)) return new Set()
      return await idsIn(
        pool,
        sql`select id from ${tableOf(to)} where ${among(ids)}
          union all select record_id from erased
            where resource = ${to} and record_id = any(${ids.filter(isId)}::uuid[])`,
      )
    },

    /** Returns the ids of live records with these names, at most five each. Ignores case and the Unicode form. */
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
          from unnest(${names}::text[]) as u(name)
          join ${tableOf(to)} t on lower(normalize(concat_ws(' ', ${raw(words.join(', '))}))) = lower(normalize(u.name))
          where t.deleted_at is null group by u.name`,
      )
      return new Map(rows.map(({ name, ids }) => [name, ids]))
    },

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

async function idsIn(runner: Runner, statement: Sql): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(runner, statement)
  return new Set(rows.map(({ id }) => id))
}

/** A reference and its path. */
export interface Link {
  to: string
  at: string
  id: string
}

export type Links = ReturnType<typeof createLinks>

/** Creates the rules of a resource's references for writes. */
export function createLinks({ references }: { references: References }, resource: Resource) {
  const links = referencesIn(resource)

  const linksIn = (data: Data): Link[] =>
    links.flatMap(({ path, to }) =>
      findAt(data, path).map(({ at, value }) => ({ to, at, id: String(value) })),
    )

  /** Returns the refusal to delete a record with these uses. It names only resources that the author may read. */
  const refusedAsUsed = (
    uses: readonly Use[],
    mayRead: (resource: string) => boolean,
  ): Refusal | undefined => {
    const sums = new Map<string, Use>()
    for (const use of uses)
      sums.set(use.resource, { ...use, count: use.count + (sums.get(use.resource)?.count ?? 0) })
    const used = [...sums.values()].filter(({ count }) => count > 0)
    if (used.length === 0) return undefined
    const shown = used.filter(({ resource }) => mayRead(resource))
    const counts = shown.map(({ label, count }) =>
      countOf(count, label.one, label.many).toLowerCase(),
    )
    if (shown.length < used.length) counts.push('other records')
    const words = new Intl.ListFormat('en-GB').format(counts)
    return conflict(`This ${resource.label.one.toLowerCase()} is used by ${words}.`)
  }

  return {
    refusedAsUsed,

    /** Returns the body with ids in place of records, in lower case as they are stored. */
    plain(body: Data): Data {
      const plain = [resource.update, resource.create].reduce(
        (value, schema) => withIds(schema, value),
        body,
      )
      const lower = (id: unknown) => (isId(id) ? id.toLowerCase() : id)
      return links.reduce((value, { path }) => mapAt(value, path, lower), plain)
    },

    /** Returns the value to store, in which ordered entries are numbered and have ids. */
    placed: (mode: 'create' | 'edit', data: Data) =>
      numbered(mode === 'create' ? resource.create : resource.update, data, uuidv7) as Data,

    /** Returns the new references of a value. The records of earlier ones may be deleted. */
    fresh(data: Data, before: Data = {}): Link[] {
      const held = new Set(linksIn(before).map(({ to, id }) => `${to} ${id}`))
      return linksIn(data).filter(({ to, id }) => !held.has(`${to} ${id}`))
    },

    /** Returns the refusal of references whose records do not exist, with an error at each path. */
    refusal(missing: readonly Link[]): Refusal {
      const errors: FieldErrors = {}
      for (const { to, at } of missing.slice(0, MOST_FAULTS))
        errors[at] = `The chosen ${references.nounOf(to)} does not exist or was deleted.`
      return invalid([...new Set(Object.values(errors))].join(' '), errors)
    },
  }
}
