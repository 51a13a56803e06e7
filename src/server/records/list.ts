import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { types } from '#server/db/pool.ts'
import { all, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { countLive, liveRecords } from '#server/db/tallies.ts'
import { latestOf } from './latest.ts'
import { columnsOf, listRows, type Stored, shapeOf, wholeRows } from './shape.ts'
import { type Filter, type Narrowed, whereOf } from './where.ts'

export interface RowQuery extends Narrowed {
  offset: number
  limit: number
  sort: readonly { path: string; descending: boolean }[]
  /** Selects among these records only, without pages: there are never more than a page holds. */
  ids?: readonly string[] | undefined
}

/** A query for all records that match, without a page. */
export type AllQuery = Omit<RowQuery, 'offset' | 'limit'>

export interface Total {
  total: number
  /** There are more: counting ends at MOST_COUNTED. */
  isMore: boolean
}

export interface Page extends Total {
  rows: Stored[]
  /** Where the route stores the answer it wrote, for requests whose rows and total are the very same. */
  cache?: AnswerCache
}

export interface AnswerCache {
  answer?: { body: string; tag: string }
}

/** The most matches of a search or filter that are counted. */
export const MOST_COUNTED = 10_000
/** Beyond this offset, the rows before the page are skipped in the index alone. */
const DEEP = 50
const ALL = 2_000_000_000

/** Lists the records of one resource, sorted by the id last. */
export function createLister(pool: pg.Pool, resource: Resource) {
  const totals = createTotals<Total>()
  const { table, kept, keptTable } = shapeOf(resource)
  const columns = columnsOf(resource, 't')
  const reader = listRows(resource)
  const whole = wholeRows(resource)
  const isKept = (path: string) => kept.some((one) => one.path === path)

  const fromFor = ({ sort, filters }: Pick<RowQuery, 'sort' | 'filters'>): Sql => {
    const needsJoin = [...sort, ...filters].some(({ path }) => isKept(path))
    return raw(`from ${table} t${needsJoin ? ` left join ${keptTable} k on k.id = t.id` : ''}`)
  }

  const orderOf = (sort: RowQuery['sort'], isReversed = false): string => {
    const direction = (descending = false) => (descending !== isReversed ? 'desc' : 'asc')
    const ordered = sort.map(
      ({ path, descending }) => `${columns.sort(path)} ${direction(descending)}`,
    )
    return [...ordered, `t.id ${direction(sort.at(-1)?.descending)}`].join(', ')
  }

  const readRows = async (piece: Sql): Promise<Stored[]> => {
    const found = await pool.query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
    return found.rows.map((row) => reader.read(row))
  }

  /** The kept columns are read for the rows of the page alone, and not for those that are skipped. */
  const select = (query: RowQuery, where: Sql, page: Sql): Promise<Stored[]> =>
    readRows(sql`select ${raw(reader.select)} from (
      select ${raw(reader.own)} ${fromFor(query)}
      where ${where} order by ${raw(orderOf(query.sort))} ${page}) t`)

  /**
   * A deep page is found in the index alone, from the end where that is nearer. `total` is the number of records, if
   * it is known.
   */
  const selectPage = (query: RowQuery, total?: number): Promise<Stored[]> => {
    const where = whereOf(columns, query)
    const { limit, offset } = query
    if (offset < DEEP) return select(query, where, sql`limit ${limit} offset ${offset}`)
    const behind = (total ?? 0) - offset - limit
    const isReversed = total !== undefined && offset < total && behind < offset
    const page = isReversed
      ? sql`limit ${Math.max(0, limit + Math.min(0, behind))} offset ${Math.max(0, behind)}`
      : sql`limit ${limit} offset ${offset}`
    const order = raw(orderOf(query.sort, isReversed))
    const ids = sql`select t.id ${fromFor(query)} where ${where} order by ${order} ${page}`
    return select(query, sql`t.id in (${ids})`, raw(''))
  }

  const countMatches = async (query: AllQuery, most = MOST_COUNTED): Promise<Total> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (
        select 1 ${fromFor(query)} where ${whereOf(columns, query)} limit ${most + 1}
      ) as counted`,
    )
    const n = row?.n ?? 0
    return { total: Math.min(n, most), isMore: n > most }
  }

  const matching = (query: AllQuery): Sql => {
    const chosen = query.ids && sql`t.id = any(${[...query.ids]}::uuid[])`
    return all([...(chosen ? [chosen] : []), whereOf(columns, query)])
  }

  const listAll = async (query: RowQuery): Promise<Page> => {
    const total = await countLive(pool, resource.name)
    const latest = latestOf(shapeOf(resource), query, reader)
    const rows = latest ? await readRows(latest) : []
    const isFull = latest !== undefined && rows.length === query.limit
    return { rows: isFull ? rows : await selectPage(query, total), total, isMore: false }
  }

  const firstPage = createFirstPages(pool, resource, ({ path, descending }, limit) =>
    isKept(path)
      ? undefined
      : `select ${reader.select}, ${liveRecords(resource.name)}
        from (select ${reader.own} from ${table} t where t.deleted_at is null
          order by ${orderOf([{ path, descending }])} limit ${limit}) t`,
  )

  return {
    /** Drops the remembered totals, after a write of this process. */
    forget: totals.forget,

    /** Counts the live records that match all filters, `most` at most. The count is remembered for some seconds. */
    async count(filters: readonly Filter[], most = ALL): Promise<number> {
      const query = { sort: [], filters }
      const counted = totals.of(`${most}:${totalKey(query)}`, () => countMatches(query, most))
      return (await counted).total
    },

    /** Returns the statements that select and count all records of a query. Rows are read by `readTexts`. */
    statements(query: AllQuery): { select: Sql; count: Sql } {
      const from = sql`${fromFor(query)} where ${matching(query)}`
      return {
        select: sql`select ${raw(whole.select)} from (select ${raw(whole.own)} ${from}
          order by ${raw(orderOf(query.sort))}) t`,
        count: sql`select count(*) ${from}`,
      }
    },

    /** Returns the ids of the records of a query in its order, `most` at most. */
    async ids(query: AllQuery, most: number): Promise<string[]> {
      const found = await rowsOf<{ id: string }>(
        pool,
        sql`select t.id ${fromFor(query)} where ${matching(query)}
          order by ${raw(orderOf(query.sort))} limit ${most}`,
      )
      return found.map(({ id }) => id)
    },

    /** Returns a page. A total that cannot be counted in time does not fail it. */
    async list(query: RowQuery): Promise<Page> {
      if (query.ids) {
        const rows = await select(query, matching(query), raw(''))
        return { rows, total: rows.length, isMore: false }
      }
      if (!isNarrowed(query)) return (await firstPage(query, reader.read)) ?? listAll(query)
      // Unnamed: the plan depends on how rare the search or filter is.
      const [rows, total] = await Promise.all([
        selectPage(query),
        totals.of(totalKey(query), () => countMatches(query)).catch(() => undefined),
      ])
      return { rows, ...(total ?? atLeast(query, rows.length)) }
    },
  }
}

/** Page sizes that are requested often. */
const HOT_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100])
/** The number of first pages of a resource whose latest rows are remembered. */
const MOST_REMEMBERED = 8
/** Values as PostgreSQL sends them. */
const AS_TEXTS: pg.CustomTypesConfig = { getTypeParser: () => String }

type Order = RowQuery['sort'][number]

/**
 * Reads first pages in a plain order: the list's hot path. Their statements have a name and no parameters, so that
 * PostgreSQL plans each once per connection. While the rows that PostgreSQL sends stay the same, the page has the same
 * `cache`, and the route sends the answer it wrote before.
 */
function createFirstPages(
  pool: pg.Pool,
  resource: Resource,
  /** Returns a SELECT of the page's rows and, in the last column, of the total. Undefined where there is no index. */
  statementOf: (order: Order, limit: number) => string | undefined,
) {
  const pages = new Map<string, { fingerprint: string; cache: AnswerCache }>()

  return async (
    { sort: [order, second], offset, limit }: RowQuery,
    read: (row: readonly unknown[]) => Stored,
  ): Promise<Page | undefined> => {
    if (!order || second || offset > 0 || !HOT_LIMITS.has(limit)) return undefined
    const text = statementOf(order, limit)
    if (!text) return undefined
    const name = `list_${resource.page}_${order.path}_${order.descending}_${limit}`
    const { rows: texts, fields } = await pool.query<(string | null)[]>({
      ...{ name, text, rowMode: 'array', types: AS_TEXTS },
    })
    // The rows have the total. Without any, another statement counts it.
    const total = texts[0] ? Number(texts[0].at(-1)) : await countLive(pool, resource.name)
    const fingerprint = JSON.stringify([total, texts])
    const known = pages.get(name)
    const page = known?.fingerprint === fingerprint ? known : { fingerprint, cache: {} }
    if (page !== known) {
      if (pages.size >= MOST_REMEMBERED) pages.clear()
      pages.set(name, page)
    }
    const parsed = (value: string | null, at: number) =>
      value === null ? null : types.getTypeParser(fields[at]?.dataTypeID ?? 0)(value)
    return {
      total,
      isMore: false,
      cache: page.cache,
      /** Parsed on demand. A cached answer does not need them. */
      get rows() {
        return texts.map((row) => read(row.map(parsed)))
      },
    }
  }
}

/** Returns what is known of a total that could not be counted in time. */
function atLeast({ offset, limit }: RowQuery, here: number): Total {
  return { total: offset + here, isMore: here === limit }
}

/** Returns the key under which the total of a search and filters is remembered. */
function totalKey({ search, filters, deleted, scope }: Narrowed): string {
  return JSON.stringify([search, filters, deleted, scope])
}

/** Returns whether a query asks for other records than all live ones. */
function isNarrowed({ search, filters, deleted, scope }: Narrowed): boolean {
  return search !== undefined || filters.length > 0 || deleted === true || scope !== undefined
}

const FRESH_MS = 5000
const MOST_TOTALS = 500

/**
 * Remembers totals for some seconds, so that paging through a list does not count it again for each page. Concurrent
 * requests for the same total share one count.
 */
export function createTotals<Total>() {
  const known = new Map<string, { at: number; total: Promise<Total> }>()
  return {
    of(key: string, count: () => Promise<Total>): Promise<Total> {
      const hit = known.get(key)
      if (hit && Date.now() - hit.at < FRESH_MS) return hit.total
      if (known.size >= MOST_TOTALS) known.clear()
      const total = count()
      known.set(key, { at: Date.now(), total })
      // A failed count is not remembered.
      total.catch(() => known.delete(key))
      return total
    },
    forget(): void {
      known.clear()
    },
  }
}
