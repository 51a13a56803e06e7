import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { searchWords } from '#model/search.ts'
import { quote } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import { all, join, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { liveRecords, lockTally } from '#server/db/tallies.ts'
import {
  type Columns,
  columnsOf,
  isId,
  type Stored,
  shapeOf,
  TEXT_ORDER,
  wholeRows,
} from './shape.ts'

export type Filter =
  | { path: string; is: string }
  | { path: string; isAnyOf: readonly string[] }
  /** Contains this id somewhere at a path of references, stars and all. */
  | { path: string; refersTo: string }
  /** Has no value at the path. */
  | { path: string; isEmpty: true }
  /** A range, open where an end is absent. It includes `from` and `to`, and excludes `until`. */
  | { path: string; from?: string | undefined; to?: string | undefined; until?: string | undefined }

/** Which records a query selects. */
export interface Narrowed {
  search?: string | undefined
  filters: readonly Filter[]
  ids?: readonly string[] | undefined
  /** Selects deleted records instead of live ones. */
  deleted?: boolean | undefined
  /** Limits the records to those that the user sees, if records have owners. */
  scope?: RowScope | undefined
}

/** Which records of a resource a user sees, if records have owners. */
export interface RowScope {
  person: string
  /** Keys of the record: the owner's id, whether it is shared, and the resource that it is about. */
  owner: string
  shared?: string | undefined
  of?: string | undefined
  /** The resources that `of` may name; all where it is absent. */
  among?: readonly string[] | undefined
}

/** Which entries of the audit log a user sees. */
export interface LogScope {
  /** The resources whose entries are visible; all, removed ones included, where it is absent. */
  names?: readonly string[] | undefined
  /** The row scope of each resource whose records have owners. */
  own: ReadonlyMap<string, RowScope>
}

/** A record that may be deleted. */
export interface Known extends Stored {
  isDeleted: boolean
}

/** A query for all records that match, in an order. */
export interface AllQuery extends Narrowed {
  sort: readonly { path: string; descending: boolean }[]
}

/** A query for a page of records. With `ids`, all records are on one page. */
export type RowQuery = AllQuery & { offset: number; limit: number }

export interface Total {
  total: number
  /** True if there are more: counting ends at MOST_COUNTED. */
  isMore: boolean
}

export interface Page extends Total {
  rows: Stored[]
  /** Where the route caches its response, for requests with the same rows and total. */
  cache?: AnswerCache
}

export interface AnswerCache {
  answer?: { body: string; tag: string }
}

/** The most matches of a search or filter that are counted. */
export const MOST_COUNTED = 10_000
const ALL = 2_000_000_000
/** The most values of a filter that are suggested. */
const MOST_VALUES = 100
/** Beyond this offset, the rows before the page are skipped with an index-only scan. */
const DEEP = 50
/** Page sizes that are requested often. */
const HOT_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100])
/** The number of records, by the latest of a kept time, that the first pages can list without an index. */
const LATEST = 500
/** Values as PostgreSQL sends them. */
const AS_TEXTS: pg.CustomTypesConfig = { getTypeParser: () => String }

/** Creates the reader of one resource's records. Only history/changes.ts writes them. */
export function createRecords(pool: pg.Pool, resource: Resource) {
  const { table, kept, keptTable } = shapeOf(resource)
  const columns = columnsOf(resource, 't')
  const rows = wholeRows(resource)
  const cacheOf = createAnswerCaches()
  const known = `select ${rows.select}, t.deleted_at is not null from ${table} t`
  // PostgreSQL plans a statement with a name once per connection.
  const byId = { name: `known_${resource.page}`, text: `${known} where t.id = $1` }
  const readKnown = (row: unknown[]): Known => ({
    ...rows.read(row),
    isDeleted: row.at(-1) === true,
  })

  const read = async (runner: Runner, statement: Sql): Promise<Stored[]> => {
    const found = await runner.query<unknown[]>({ ...statement.toQuery(), rowMode: 'array' })
    return found.rows.map(rows.read)
  }

  const tablesOf = ({ sort, filters }: AllQuery): Sql => {
    const isApart = [...sort, ...filters].some(({ path }) => kept.some((one) => one.path === path))
    return raw(`from ${table} t${isApart ? ` left join ${keptTable} k on k.id = t.id` : ''}`)
  }

  const matching = (query: AllQuery): Sql =>
    sql`${tablesOf(query)} where ${whereOf(columns, query)}`

  const orderOf = ({ sort }: AllQuery): Sql => {
    const direction = (descending = false) => (descending ? 'desc' : 'asc')
    const keys = sort.map(
      ({ path, descending }) => `${columns.sort(path)} ${direction(descending)}`,
    )
    const last = `t.id ${direction(sort.at(-1)?.descending)}`
    return raw(`order by ${[...keys, last].join(', ')}`)
  }

  /** Selects records in order. The kept times are read only for the rows of the page. */
  const select = (query: AllQuery, from: Sql, page = raw(''), further = ''): Sql =>
    sql`select ${raw(rows.select + further)} from (
      select ${raw(rows.own)} ${from} ${orderOf(query)} ${page}) t`

  const selectPage = (query: RowQuery, further?: string): Sql => {
    const page = raw(`limit ${query.limit} offset ${query.offset}`)
    if (query.offset < DEEP) return select(query, matching(query), page, further)
    const ids = sql`select t.id ${matching(query)} ${orderOf(query)} ${page}`
    return select(query, sql`${tablesOf(query)} where t.id in (${ids})`, raw(''), further)
  }

  /**
   * Selects one of the first pages by the latest of a kept time, which has no index. Sorts only the narrow table, and
   * reads twice as many ids as needed because some records are deleted. Omits records without the time.
   */
  const selectLatest = ({ sort, offset, limit }: RowQuery, further: string): Sql | undefined => {
    const [order, second] = sort
    const time = kept.find(({ path }) => path === order?.path)
    if (!time || !order?.descending || second || offset + limit > LATEST) return undefined
    const latest = `order by k.${time.name} desc, k.id desc`
    return raw(`select ${rows.select}${further} from (
      select ${rows.own} from (
        select k.id, k.${time.name} from ${keptTable} k
        where k.${time.name} is not null ${latest} limit ${2 * LATEST}) k
      join ${table} t on t.id = k.id
      where t.deleted_at is null ${latest} limit ${limit} offset ${offset}) t`)
  }

  const count = async (query: AllQuery, most: number): Promise<Total> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (select 1 ${matching(query)} limit ${most + 1}) as counted`,
    )
    const n = row?.n ?? 0
    return { total: Math.min(n, most), isMore: n > most }
  }

  /**
   * Reads a page of all live records, with their number in the last column. A first page in a plain order is the hot
   * path of lists: its statement has a name and no parameters, so that PostgreSQL plans it once per connection. As long
   * as the rows stay the same, the page has the same `cache`, and the route sends its earlier response.
   */
  const listLive = async (query: RowQuery): Promise<Page> => {
    const [order, second] = query.sort
    const isHot = order && !second && query.offset === 0 && HOT_LIMITS.has(query.limit)
    const name = isHot && `list_${resource.page}_${order.path}_${order.descending}_${query.limit}`
    const textsOf = async (statement: Sql, named = {}) => {
      const as = { rowMode: 'array', types: AS_TEXTS } as const
      return (await pool.query<(string | null)[]>({ ...statement.toQuery(), ...named, ...as })).rows
    }
    const further = `, ${liveRecords(resource.name)}`
    const latest = selectLatest(query, further)
    let texts = latest ? await textsOf(latest) : []
    // Records without the time come last, so a page that is not full may need them.
    if (texts.length < query.limit)
      texts = await textsOf(selectPage(query, further), name ? { name } : {})
    // If there are no rows, another statement reads the number.
    const live = () => textsOf(sql`select ${raw(liveRecords(resource.name))}`)
    const total = Number((texts[0] ?? (await live())[0])?.at(-1) ?? 0)
    return {
      ...{ total, isMore: false },
      ...(name && { cache: cacheOf(name, `${total}\0${fingerprintOf(texts)}`) }),
      /** Parsed on demand, because a cached response does not need them. */
      get rows() {
        return texts.map(rows.readTexts)
      },
    }
  }

  const one = async (id: string | undefined): Promise<Known | undefined> => {
    if (!isId(id)) return undefined
    const found = await pool.query<unknown[]>({ ...byId, values: [id], rowMode: 'array' })
    return found.rows.map(readKnown)[0]
  }

  return {
    ...{ resource, one, readTexts: rows.readTexts },

    async get(id: string): Promise<Stored | undefined> {
      const found = await one(id)
      return found?.isDeleted ? undefined : found
    },

    /**
     * Returns the records of these ids by id, including deleted ones. With a transaction it locks them until its end,
     * always in the same order.
     */
    async many(wanted: readonly string[], lock?: Tx): Promise<Map<string, Known>> {
      const statement = sql`${raw(known)} where t.id = any(${wanted.filter(isId)}::uuid[])
        order by t.id ${raw(lock ? 'for update' : '')}`
      const query = { ...statement.toQuery(), rowMode: 'array' } as const
      const found = await (lock ?? pool).query<unknown[]>(query)
      return new Map(found.rows.map(readKnown).map((record) => [record.id, record]))
    },

    /** Returns the oldest live records that match all filters, `most` at most. */
    firstOf(runner: Runner, filters: readonly Filter[], most: number): Promise<Stored[]> {
      const query = { filters, sort: [{ path: 'createdAt', descending: false }] }
      return read(runner, select(query, matching(query), raw(`limit ${most}`)))
    },

    /** Returns the distinct texts of live records at a declared filter, most used first. */
    async values(path: string): Promise<string[]> {
      const value = raw(columns.value(path))
      const found = await rowsOf<{ value: string }>(
        pool,
        sql`select ${value} as value from ${raw(table)} t where t.deleted_at is null and ${value} <> ''
          group by ${value} order by count(*) desc, ${value} collate ${raw(TEXT_ORDER)} limit ${MOST_VALUES}`,
      )
      return found.map((row) => row.value)
    },

    /** Waits until no other transaction writes this resource, so that each sees the writes before it. */
    lock: (tx: Tx) => lockTally(tx, resource.name),

    /** Counts the live records that match all filters, `most` at most. */
    count: async (filters: readonly Filter[], most = ALL): Promise<number> =>
      (await count({ filters, sort: [] }, most)).total,

    /** Returns the statements that select and count all records of a query. Rows are read by `readTexts`. */
    statements: (query: AllQuery): { select: Sql; count: Sql } => ({
      select: select(query, matching(query)),
      count: sql`select count(*) ${matching(query)}`,
    }),

    /** Returns the ids of the records of a query in its order, `most` at most. */
    async ids(query: AllQuery, most: number): Promise<string[]> {
      const found = sql`select t.id ${matching(query)} ${orderOf(query)} limit ${most}`
      return (await rowsOf<{ id: string }>(pool, found)).map(({ id }) => id)
    },

    /** Returns a page. A total that cannot be counted in time does not fail it. */
    async list(query: RowQuery): Promise<Page> {
      const { search, filters, deleted, scope, ids, offset, limit } = query
      if (ids) {
        const found = await read(pool, selectPage(query))
        return { rows: found, total: found.length, isMore: false }
      }
      if (search === undefined && filters.length === 0 && !deleted && !scope) return listLive(query)
      // Unnamed: the plan depends on how rare the search or filter is.
      const [found, total] = await Promise.all([
        read(pool, selectPage(query)),
        count(query, MOST_COUNTED).catch(() => undefined),
      ])
      const atLeast = { total: offset + found.length, isMore: found.length === limit }
      return { rows: found, ...(total ?? atLeast) }
    },
  }
}

/** Joins the values of rows. PostgreSQL texts contain no NUL, and the mark distinguishes an empty text from null. */
function fingerprintOf(rows: readonly (string | null)[][]): string {
  return rows.flatMap((row) => row.map((text) => (text === null ? '' : `=${text}`))).join('\0')
}

/** The most pages of a resource in the cache. */
const MOST_REMEMBERED = 8

/** Creates a cache of the latest rows of pages, and of their responses. */
function createAnswerCaches() {
  const pages = new Map<string, { fingerprint: string; cache: AnswerCache }>()
  return (name: string, fingerprint: string): AnswerCache => {
    const known = pages.get(name)
    if (known?.fingerprint === fingerprint) return known.cache
    if (pages.size >= MOST_REMEMBERED) pages.clear()
    const cache = {}
    pages.set(name, { fingerprint, cache })
    return cache
  }
}

function whereOf(columns: Columns, { search = '', filters, ids, deleted, scope }: Narrowed): Sql {
  return all([
    ...(ids ? [sql`t.id = any(${ids}::uuid[])`] : []),
    deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
    ...wordConditions(search),
    ...filters.flatMap((filter) => conditionsOf(columns, filter)),
    ...(scope ? [inScope(columns.value, scope)] : []),
  ])
}

/** Returns a condition for each word of a search on the search text of table `t`. */
export const wordConditions = (search: string): Sql[] =>
  searchWords(search).map((word) => sql`t.search_text like ${`%${literal(word)}%`}`)

/** Escapes a text for a LIKE pattern. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function conditionsOf(columns: Columns, filter: Filter): Sql[] {
  const { path } = filter
  if ('refersTo' in filter) return [holds(columns.value(path), sql`${filter.refersTo}`)]
  if ('is' in filter || 'isAnyOf' in filter) {
    const value = raw(columns.value(path))
    const some = 'is' in filter ? [filter.is] : filter.isAnyOf
    // For a single value, the filter's index is also in the order of the list.
    return [some.length === 1 ? sql`${value} = ${some[0]}` : sql`${value} = any(${some}::text[])`]
  }
  // The sort key has an index, and absent values come first in it.
  const key = raw(columns.sort(path))
  const nothing = columns.nothing(path)
  if ('isEmpty' in filter) return [sql`${key} = ${nothing}`]
  const { from, to, until } = filter
  return [
    from === undefined ? sql`${key} > ${nothing}` : sql`${key} >= ${from}`,
    ...(to === undefined ? [] : [sql`${key} <= ${to}`]),
    ...(until === undefined ? [] : [sql`${key} < ${until}`]),
  ]
}

/** Returns the condition that a list of references contains an id. */
export const holds = (list: string, id: Sql): Sql => sql`${raw(list)} @> array[${id}]::text[]`

export const anyOf = (conditions: readonly Sql[]): Sql => sql`(${join(conditions, ' or ')})`

/** Returns the condition on audit log entries `h` for what a user sees, by the record as it was then. */
export function isEntrySeen({ names, own }: LogScope): Sql {
  const value = (key: string) => `h.data ->> ${quote(key)}`
  return all([
    names ? sql`h.resource = any(${names}::text[])` : raw('true'),
    ...[...own].map(
      ([name, scope]) => sql`(h.resource <> ${name} or (${inScope(value, scope)}) is true)`,
    ),
  ])
}

/** `value` returns the SQL of a key's value. */
function inScope(
  value: (key: string) => string,
  { person, owner, shared, of, among }: RowScope,
): Sql {
  const isOwn = sql`${raw(value(owner))} = ${person}`
  const isSeen = shared ? anyOf([isOwn, raw(`${value(shared)} = 'true'`)]) : isOwn
  return of && among ? sql`${isSeen} and ${raw(value(of))} = any(${among}::text[])` : isSeen
}
