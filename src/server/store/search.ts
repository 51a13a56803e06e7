import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { fold, searchWords } from '#model/search.ts'
import type { Filled } from './filled.ts'
import { databaseCode, inTransaction } from './pool.ts'
import { columnsOf, type Data, shapeOf } from './shape.ts'
import { all, join, raw, rowsOf, type Sql, sql } from './sql.ts'
import { literal, wordConditions } from './where.ts'

/** A record that has all words somewhere. */
export interface Hit {
  resource: string
  id: string
  data: Data
}

export interface Search {
  /** The likeliest hits of each resource, and the names of those that could not be searched in time. */
  find(resources: readonly Resource[], text: string): Promise<{ hits: Hit[]; missing: string[] }>
}

/** So many that match are looked at: of those that begin with the text, and of all. */
const BEGIN = 60
const HOLD = 240
/** The best of them are read. */
const READ = 12
/** Of one statement over all resources, of one over a single resource, and of all together. */
const LIMITS = { all: 400, one: 200, sum: 1000 }

/** Finds records of several resources by words, in one statement and in bounded time. */
export function createSearch(pool: pg.Pool, filled: Filled, limits = LIMITS): Search {
  const ask = (resources: readonly Resource[], text: string, limit: number) =>
    inTransaction(pool, async (tx) => {
      await tx.query(`set local statement_timeout = ${limit}`)
      return rowsOf<Hit>(tx, searchStatement(resources, text, filled))
    }).catch((error: unknown) => {
      if (databaseCode(error) === CANCELLED) return undefined
      throw error
    })

  return {
    async find(resources, text) {
      if (resources.length === 0) return { hits: [], missing: [] }
      const until = Date.now() + limits.sum
      const found = await ask(resources, text, limits.all)
      if (found) return { hits: found, missing: [] }
      const hits: Hit[] = []
      const missing: string[] = []
      for (const resource of resources) {
        const own = Date.now() < until ? await ask([resource], text, limits.one) : undefined
        if (own) hits.push(...own)
        else missing.push(resource.name)
      }
      return { hits, missing }
    },
  }
}

const CANCELLED = '57014'

/**
 * How many match is not known before, and common words match nearly all. So names that begin with the first word are
 * looked for in the order of names, where there is one, then anything, both up to a bound; only the best of those are
 * read. Names lead the search texts: the further ahead the longest word stands, the likelier it is one of the name.
 */
export function searchStatement(resources: readonly Resource[], text: string, filled: Filled): Sql {
  const [longest = ''] = searchWords(text)
  const where = all([raw('t.deleted_at is null'), ...wordConditions(text)])
  const begins = sql`t.search_text like ${`${literal(fold(text))}%`}`
  const parts = resources.map((resource) => {
    const { table } = shapeOf(resource)
    const candidates = sql`select t.id, not (${begins}) as later, position(${longest} in t.search_text) as at
      from ${raw(table)} t where ${where}`
    const named = sql`${candidates} and ${beginsName(resource, text, filled) ?? begins} limit ${BEGIN}`
    return sql`(select ${resource.name} as resource, t.id, t.data from (
      select id from ((${named}) union (${candidates} limit ${HOLD})) c
      order by later, at, id limit ${READ}) best join ${raw(table)} t on t.id = best.id)`
  })
  return join(parts, ' union all ')
}

/** Where records are sorted by their names, those from the first word on: an index has them. */
function beginsName(resource: Resource, text: string, filled: Filled): Sql | undefined {
  const { table } = shapeOf(resource)
  const [path = ''] = resource.recordName
  const [first = ''] = text.trim().toLowerCase().split(/\s+/)
  if (!resource.sorts.includes(path)) return undefined
  const columns = columnsOf(resource, (column) => filled.has(table, column), 't')
  const key = raw(columns.sort(path))
  return sql`${key} >= ${first} and ${key} < ${`${first}\uffff`}`
}
