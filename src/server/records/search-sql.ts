import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { fold, searchWords } from '#model/search.ts'
import { databaseCode, inTransaction } from '#server/db/pool.ts'
import { all, join, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { columnsOf, type Data, shapeOf } from './shape.ts'
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
/** No index helps with words of one or two letters: of each table so many records are looked into. */
const TRIGRAM = 3
const WINDOW = 2000
/** The best of them are read. */
const READ = 12
/** Of one statement over all resources, of one over a single resource, and of all together. */
const LIMITS = { all: 400, one: 200, sum: 1000 }

/** Finds records of several resources by words, in one statement and in bounded time. */
export function createSearch(pool: pg.Pool, limits = LIMITS): Search {
  const ask = (resources: readonly Resource[], text: string, limit: number) =>
    inTransaction(pool, async (tx) => {
      await tx.query(`set local statement_timeout = ${limit}`)
      return rowsOf<Hit>(tx, searchStatement(resources, text))
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
export function searchStatement(resources: readonly Resource[], text: string): Sql {
  const [longest = ''] = searchWords(text)
  const begins = sql`t.search_text like ${`${literal(fold(text))}%`}`
  const isShort = [...longest].length < TRIGRAM
  const parts = resources.map((resource) => {
    const { table } = shapeOf(resource)
    const byName = beginsName(resource, text)
    /** Those of a table that have the words, and of short ones those of its first records. */
    const candidates = (also?: Sql) => {
      const live = all([raw('t.deleted_at is null'), ...(also ? [also] : [])])
      const from = isShort
        ? sql`(select t.id, t.search_text from ${raw(table)} t where ${live} limit ${WINDOW}) t
          where ${all(wordConditions(text))}`
        : sql`${raw(table)} t where ${all([live, ...wordConditions(text)])}`
      return sql`select t.id, not (${begins}) as later, position(${longest} in t.search_text) as at from ${from}`
    }
    // What no index finds by its beginning is among the first, or not looked for.
    const named = isShort && !byName ? undefined : candidates(byName ?? begins)
    const held = sql`(${candidates()} limit ${HOLD})`
    const found = named ? sql`(${named} limit ${BEGIN}) union ${held}` : held
    return sql`(select ${resource.name} as resource, t.id, t.data from (
      select id from (${found}) c
      order by later, at, id limit ${READ}) best join ${raw(table)} t on t.id = best.id)`
  })
  return join(parts, ' union all ')
}

/** Where records are sorted by their names, those that begin with the first word, whatever its accents: an index has them. */
function beginsName(resource: Resource, text: string): Sql | undefined {
  const [path = ''] = resource.recordName
  const [first = ''] = text.trim().toLowerCase().split(/\s+/)
  if (!resource.sorts.includes(path)) return undefined
  // Numbers are sorted by value: what begins with 2 is among all that have a number there.
  const [, stem = '', number] = /^(.*?)(\p{Nd}*)$/u.exec(first) ?? []
  const from = number ? `${fold(stem)}0` : fold(first)
  const until = number ? `${stem}a` : `${first}\uffff`
  const columns = columnsOf(resource, 't')
  const key = raw(columns.sort(path))
  return sql`${key} >= ${from} and ${key} < ${until}`
}
