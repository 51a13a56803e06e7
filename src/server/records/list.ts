import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import type { SessionOwner } from '#server/auth/sessions.ts'
import { latestOf } from '#server/db/latest.ts'
import { types } from '#server/db/pool.ts'
import { all, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { countLive, liveRecords } from '#server/db/tallies.ts'
import { type Claim, callerOf, rowsBehind, withCaller, withCallerText } from './claim.ts'
import { listRows, wholeRows } from './rows.ts'
import { AS_TEXTS, createSameRows } from './same-rows.ts'
import { columnsOf, type Stored, shapeOf } from './shape.ts'
import { createTotals } from './totals.ts'
import { type Filter, type Narrowed, whereOf } from './where.ts'

export interface RowQuery extends Narrowed {
  offset: number
  limit: number
  sort: readonly { path: string; descending: boolean }[]
  /** Of these records only; they are answered at once, so there are never more than a page holds. */
  ids?: readonly string[] | undefined
}

export interface Total {
  total: number
  /** There are more than were counted: counting ends at MOST_COUNTED. */
  isMore: boolean
}

export interface Page extends Total {
  rows: Stored[]
  /** Whose claim it was; undefined without a claim, and when its token is not live. */
  owner?: SessionOwner | undefined
  /** Of a first page that is asked for all the time: the same object as long as its rows and total are the very same. */
  seal?: object | undefined
}

type Read = Pick<Page, 'rows' | 'owner'>

/** Up to so many matches of a search or filter are counted. */
export const MOST_COUNTED = 10_000
/** Page sizes that are asked for all the time. */
const HOT_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100])
/** From here on the rows before the page are skipped in the index alone, without reading their data. */
const DEEP = 50

/** A statement that is planned once for each connection; with a claim it is another one. */
interface Hot {
  name: string
  text: string
  forClaims: Map<string, { name: string; text: string }>
}

/** Lists of one resource: rows and total, sorted with the id as the last word. */
export function createLister(pool: pg.Pool, resource: Resource) {
  const totals = createTotals<Total>()
  const same = createSameRows()
  const { table, kept, keptTable } = shapeOf(resource)
  const columns = columnsOf(resource, 't')
  const isKept = (path: string) => kept.some((one) => one.path === path)

  const reader = listRows(resource)

  const fromFor = (query: RowQuery): Sql => {
    const paths = [...query.sort, ...query.filters].map(({ path }) => path)
    const apart = paths.some(isKept) ? ` left join ${keptTable} k on k.id = t.id` : ''
    return raw(`from ${table} t${apart}`)
  }

  const orderOf = (sort: RowQuery['sort'], isTurned = false): string => {
    const way = (descending: boolean | undefined) => (descending !== isTurned ? 'desc' : 'asc')
    const ordered = sort.map(
      ({ path, descending }) => `${columns.sort(path)} ${way(descending === true)}`,
    )
    return [...ordered, `t.id ${way(sort.at(-1)?.descending === true)}`].join(', ')
  }

  /**
   * The plain list of a sort order is the hot path. Its first page has no parameters, so that PostgreSQL
   * plans it once for each connection: with any, it would plan it anew for each request.
   */
  const hot = new Map<string, Hot>()

  const hotStatement = ({ sort, limit, offset }: RowQuery) => {
    const [only] = sort
    if (!only || sort.length > 1 || isKept(only.path)) return undefined
    if (offset > 0 || !HOT_LIMITS.has(limit)) return undefined
    const key = `${only.path}_${only.descending}_${limit}`
    const made = hot.get(key) ?? {
      name: `list_${resource.page}_${key}`,
      text: `select ${reader.select}, ${liveRecords(resource.name)}
        from (select ${reader.own} from ${table} t where t.deleted_at is null
          order by ${orderOf(sort)} limit ${limit}) t`,
      forClaims: new Map(),
    }
    hot.set(key, made)
    return made
  }

  const listPlain = async (query: RowQuery, claim?: Claim): Promise<Page | undefined> => {
    if (query.ids || isNarrowed(query)) return undefined
    const statement = hotStatement(query)
    if (!statement) return undefined
    const { name, text, forClaims } = statement
    if (!claim) {
      const { rows } = await pool.query<unknown[]>({ name, text, rowMode: 'array' })
      const total = rows[0] ? Number(rows[0].at(-1)) : await liveTotal()
      return { rows: rows.map((row) => reader.read(row)), total, isMore: false }
    }
    const known = forClaims.get(claim.form) ?? {
      name: `${name}_for_${claim.form}`,
      text: withCallerText(claim, text),
    }
    forClaims.set(claim.form, known)
    const found = await pool.query<(string | null)[]>({
      ...{ ...known, values: [claim.hash] },
      ...{ rowMode: 'array', types: AS_TEXTS },
    })
    const valuesOf = (texts: readonly (string | null)[]) =>
      texts.map((value, at) =>
        value === null ? null : types.getTypeParser(found.fields[at]?.dataTypeID ?? 0)(value),
      )
    const [first] = found.rows
    const owner = first && claim.read(valuesOf(first.slice(0, claim.width)))
    const texts = rowsBehind(claim, found.rows)
    if (!texts[0]) return { owner, rows: [], total: await liveTotal(), isMore: false }
    return {
      owner,
      // Whoever knows the seal does not read them.
      get rows() {
        return texts.map((row) => reader.read(valuesOf(row), claim.width))
      },
      total: Number(texts[0].at(-1)),
      isMore: false,
      seal: same.sealOf(known.name, texts, claim.width),
    }
  }

  const liveTotal = () => countLive(pool, resource.name)

  const countMatches = async (query: RowQuery, most = MOST_COUNTED): Promise<Total> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (
        select 1 ${fromFor(query)} where ${whereOf(columns, query)} limit ${most + 1}
      ) as counted`,
    )
    const n = row?.n ?? 0
    return { total: Math.min(n, most), isMore: n > most }
  }

  const select = (
    query: RowQuery,
    where: Sql,
    rest: Sql,
    claim: Claim | undefined,
  ): Promise<Read> => {
    const order = raw(orderOf(query.sort))
    // What is kept apart is looked up for the rows of the page alone, and not for those that are skipped.
    const piece = sql`select ${raw(reader.select)} from (
      select ${raw(reader.own)} ${fromFor(query)} where ${where} order by ${order} ${rest}) t`
    return readRows(piece, claim)
  }

  const readRows = async (piece: Sql, claim: Claim | undefined): Promise<Read> => {
    const asked = claim ? withCaller(claim, piece) : piece
    const found = await pool.query<unknown[]>({ ...asked.toQuery(), rowMode: 'array' })
    if (!claim) return { rows: found.rows.map((row) => reader.read(row)) }
    const rows = rowsBehind(claim, found.rows).map((row) => reader.read(row, claim.width))
    return { owner: callerOf(claim, found.rows), rows }
  }

  const selectLatest = async (query: RowQuery, claim: Claim | undefined) => {
    const piece = latestOf(shapeOf(resource), query, reader)
    const read = piece && (await readRows(piece, claim))
    return read?.rows.length === query.limit ? read : undefined
  }

  /**
   * The page; a deep one is skipped to by the index alone, without reading what lies before it, and from the end where
   * that is nearer: `total` says where it is.
   */
  const selectPage = (query: RowQuery, claim: Claim | undefined, total?: number): Promise<Read> => {
    const where = whereOf(columns, query)
    const { limit, offset } = query
    if (offset < DEEP) return select(query, where, sql`limit ${limit} offset ${offset}`, claim)
    const behind = (total ?? 0) - offset - limit
    const isTurned = total !== undefined && offset < total && behind < offset
    const page = isTurned
      ? sql`limit ${Math.max(0, limit + Math.min(0, behind))} offset ${Math.max(0, behind)}`
      : sql`limit ${limit} offset ${offset}`
    const order = raw(orderOf(query.sort, isTurned))
    const ids = sql`select t.id ${fromFor(query)} where ${where} order by ${order} ${page}`
    return select(query, sql`t.id in (${ids})`, raw(''), claim)
  }

  /** Of all records the number is known before, and says from which end a deep page is nearer. */
  const listAll = async (query: RowQuery, claim: Claim | undefined): Promise<Page> => {
    const total = await liveTotal()
    const read = (await selectLatest(query, claim)) ?? (await selectPage(query, claim, total))
    return { ...read, total, isMore: false }
  }

  /** What a query leaves; of chosen records, those among them. */
  const amongChosen = (query: RowQuery): Sql => {
    const chosen = query.ids && sql`t.id = any(${[...query.ids]}::uuid[])`
    return all([...(chosen ? [chosen] : []), whereOf(columns, query)])
  }

  const listIds = async (query: RowQuery, claim: Claim | undefined): Promise<Page> => {
    if (query.ids?.length === 0 && !claim) return { rows: [], total: 0, isMore: false }
    const read = await select(query, amongChosen(query), raw(''), claim)
    return { ...read, total: read.rows.length, isMore: false }
  }

  const whole = wholeRows(resource)

  return {
    /** Drops what is remembered of totals, after a write of this process. */
    forget: totals.forget,

    /** How many live records match all of these filters: to the last, or `most` at most. */
    async count(filters: readonly Filter[], most = ALL): Promise<number> {
      const query = { ...EVERYTHING, filters }
      const key = `${most}:${totalKey(query)}`
      const counted = totals.of(key, () => countMatches(query, most))
      return (await counted).total
    },

    /** The statements for all records that a query leaves, on whatever page: `readWhole` reads their rows. */
    statements(query: Omit<RowQuery, 'offset' | 'limit'>): { select: Sql; count: Sql } {
      const asked = { ...query, offset: 0, limit: 0 }
      const where = amongChosen(asked)
      const from = fromFor(asked)
      return {
        select: sql`select ${raw(whole.select)} from (select ${raw(whole.own)} ${from}
          where ${where} order by ${raw(orderOf(query.sort))}) t`,
        count: sql`select count(*) ${from} where ${where}`,
      }
    },

    /** The ids of what a query leaves, in its order: `most` at most. */
    async ids(query: Omit<RowQuery, 'offset' | 'limit'>, most: number): Promise<string[]> {
      const asked = { ...query, offset: 0, limit: most }
      const found = await rowsOf<{ id: string }>(
        pool,
        sql`select t.id ${fromFor(asked)} where ${amongChosen(asked)}
          order by ${raw(orderOf(query.sort))} limit ${most}`,
      )
      return found.map(({ id }) => id)
    },

    async list(query: RowQuery, claim?: Claim): Promise<Page> {
      if (query.ids) return listIds(query, claim)
      const plain = await listPlain(query, claim)
      if (plain) return plain
      if (!isNarrowed(query)) return listAll(query, claim)
      // Not prepared by name: how rare a search or a filter is decides the plan each time.
      const [read, total] = await Promise.all([
        selectPage(query, claim),
        totals.of(totalKey(query), () => countMatches(query)).catch(() => undefined),
      ])
      return { ...read, ...(total ?? atLeast(query, read.rows.length)) }
    },
  }
}

const ALL = 2_000_000_000
const EVERYTHING: RowQuery = { offset: 0, limit: 0, search: undefined, sort: [], filters: [] }

/** What is known of a total that could not be counted in time: rows never wait for it. */
function atLeast({ offset, limit }: RowQuery, here: number): Total {
  return { total: offset + here, isMore: here === limit }
}

/** Under what the total of a search and filters is remembered. */
function totalKey({ search, filters, deleted, seen }: Narrowed): string {
  return JSON.stringify([search, filters, deleted, seen])
}

/** Whether it asks for others than all live records. */
function isNarrowed({ search, filters, deleted, seen }: Narrowed): boolean {
  return search !== undefined || filters.length > 0 || deleted === true || seen !== undefined
}
