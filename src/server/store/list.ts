import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { searchWords } from '#model/search.ts'
import type { Db } from './pool.ts'
import { tallies } from './schema.ts'
import {
  dateExpression,
  exactExpression,
  type RecordTable,
  refersTo,
  type Stored,
  sortExpression,
  stampColumn,
  storedColumns,
} from './shape.ts'
import { createTotals } from './totals.ts'

export type Filter =
  | { path: string; is: string }
  /** Holds this id somewhere at a path of references, stars and all. */
  | { path: string; refersTo: string }
  /** A half-open stretch of time: from inclusive, until exclusive. */
  | { path: string; from?: Date; until?: Date }

export interface RowQuery {
  offset: number
  limit: number
  search: string | undefined
  sort: readonly { path: string; descending: boolean }[]
  filters: readonly Filter[]
  /** Of these records only; they are answered at once, so there are never more than a page holds. */
  ids?: readonly string[] | undefined
}

type Narrowed = Pick<RowQuery, 'filters'> & { search?: string | undefined }

export interface Page {
  rows: Stored[]
  total: number
}

/** From here on the rows before the page are skipped in the index alone, without reading their data. */
const DEEP = 1000

/** Lists of one resource: rows and total, sorted with the id as the last word. */
export function createLister(db: Db, resource: Resource, table: RecordTable) {
  const totals = createTotals()
  const columns = storedColumns(table)
  const tally = db
    .select({ live: tallies.live })
    .from(tallies)
    .where(eq(tallies.resource, resource.name))

  const orderOf = (sort: RowQuery['sort']): SQL[] => {
    const ordered = sort.map(({ path, descending }) => {
      const expression = sql.raw(sortExpression(resource, path))
      return descending ? desc(expression) : asc(expression)
    })
    return [...ordered, sort.at(-1)?.descending ? desc(table.id) : asc(table.id)]
  }

  /** The plain list of a sort order is the hot path: parsed once per connection. */
  const plain = (order: readonly SQL[], name: string) =>
    db
      .select({ ...columns, total: sql<number>`(${tally})` })
      .from(table)
      .where(isNull(table.deletedAt))
      .orderBy(...order)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(name)
  const prepared = new Map<string, ReturnType<typeof plain>>()

  const listPlain = async (query: RowQuery): Promise<Page | undefined> => {
    const [only] = query.sort
    if (!only || query.sort.length > 1) return undefined
    if (query.ids || query.search || query.filters.length > 0 || query.offset >= DEEP)
      return undefined
    const name = `list_${resource.page}_${only.path}_${only.descending}`
    const statement = prepared.get(name) ?? plain(orderOf(query.sort), name)
    prepared.set(name, statement)
    const rows = await statement.execute({ limit: query.limit, offset: query.offset })
    return { rows, total: rows[0]?.total ?? (await liveTotal()) }
  }

  const liveTotal = async () => (await tally)[0]?.live ?? 0

  const countMatches = async (where: SQL | undefined): Promise<number> => {
    const [row] = await db.select({ n: sql<number>`count(*)` }).from(table).where(where)
    return row?.n ?? 0
  }

  const listIds = async (query: RowQuery, ids: readonly string[]): Promise<Page> => {
    if (ids.length === 0) return { rows: [], total: 0 }
    const rows = await db
      .select(columns)
      .from(table)
      .where(and(inArray(table.id, [...ids]), whereOf(table, query)))
      .orderBy(...orderOf(query.sort))
    return { rows, total: rows.length }
  }

  return {
    /** Drops what is remembered of totals, after a write of this process. */
    forget: totals.forget,

    /** How many live records match all of these filters. */
    count(filters: readonly Filter[]): Promise<number> {
      const query = { search: undefined, filters }
      return totals.of(totalKey(query), () => countMatches(whereOf(table, query)))
    },

    async list(query: RowQuery): Promise<Page> {
      if (query.ids) return listIds(query, query.ids)
      const page = await listPlain(query)
      if (page) return page
      const where = whereOf(table, query)
      const order = orderOf(query.sort)
      const ids = db
        .select({ id: table.id })
        .from(table)
        .where(where)
        .orderBy(...order)
        .limit(query.limit)
        .offset(query.offset)
      const isNarrowed = query.search !== undefined || query.filters.length > 0
      const key = totalKey(query)
      // Not prepared by name: how rare a search or a filter is decides the plan each time.
      const [rows, total] = await Promise.all([
        query.offset >= DEEP
          ? db
              .select(columns)
              .from(table)
              .where(inArray(table.id, ids))
              .orderBy(...order)
          : db
              .select(columns)
              .from(table)
              .where(where)
              .orderBy(...order)
              .limit(query.limit)
              .offset(query.offset),
        isNarrowed ? totals.of(key, () => countMatches(where)) : liveTotal(),
      ])
      return { rows, total }
    },
  }
}

/** Which live records a search and filters leave. */
export function whereOf(table: RecordTable, { search, filters }: Narrowed): SQL | undefined {
  return and(
    isNull(table.deletedAt),
    ...searchWords(search ?? '').map(
      (word) => sql`${table.searchText} like ${containsPattern(word)}`,
    ),
    ...filters.flatMap(conditionsOf),
  )
}

/** A LIKE pattern that finds a folded word literally, wherever it stands. */
function containsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

/** Under what the total of a search and filters is remembered. */
function totalKey({ search, filters }: Narrowed): string {
  return JSON.stringify([search, filters])
}

function conditionsOf(filter: Filter): SQL[] {
  if ('refersTo' in filter) return [refersTo(filter.path, filter.refersTo)]
  if ('is' in filter) return [sql`${sql.raw(exactExpression(filter.path))} = ${filter.is}`]
  const expression = sql.raw(dateExpression(filter.path))
  const { from, until } = filter
  // An absent time is compared as '', which lies before all others and is no match.
  const isPresent = from || stampColumn(filter.path) ? [] : [sql`${expression} > ''`]
  return [
    ...isPresent,
    ...(from ? [sql`${expression} >= ${from.toISOString()}`] : []),
    ...(until ? [sql`${expression} < ${until.toISOString()}`] : []),
  ]
}
