import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import * as z from 'zod'
import {
  type FoundGroup,
  MOST_FOUND,
  SEARCH_PATH,
  type SearchAnswer,
  searchAnswer,
} from '#contract/search.ts'
import { findAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { compareTexts, fold, hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { databaseCode, inTransaction } from '#server/db/pool.ts'
import { all, join, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { createQuery, wholeNumber } from '#server/http/query.ts'
import { parameterFault } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { mayReadPath } from './access.ts'
import { literal, wordConditions } from './records.ts'
import { columnsOf, type Data, shapeOf } from './shape.ts'

const NEEDED = 'is required'
const ONCE = 'may occur only once'

/** Registers the route that searches the records of all resources by words. */
export function searchRoutes(app: FastifyInstance, { store, access, registry }: Context): void {
  const query = createQuery({
    q: z
      .string({ error: ({ input }) => parameterFault('q', input === undefined ? NEEDED : ONCE) })
      .min(1, parameterFault('q', NEEDED))
      .max(LONGEST_SEARCH, parameterFault('q', `may have at most ${LONGEST_SEARCH} characters`))
      .refine(
        (q) => !q.includes('\u0000'),
        parameterFault('q', 'has characters that are not allowed'),
      )
      .describe(
        'Records that have all of these words, in any order and without regard to case and accents, where the lists of their resources search',
      ),
    limit: wholeNumber('limit', MOST_FOUND, MOST_FOUND).describe('Records of each resource'),
  })
  // A role only finds records of resources whose searched keys it may all read.
  const mayFind = (role: string, { name, search, recordName }: Resource) =>
    search.length > 0 &&
    [...search, ...recordName].every((path) => mayReadPath(access, role, name, path))

  app.get(
    SEARCH_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Search'],
        operationId: 'searchAll',
        summary: 'Search all resources',
        description:
          'Finds records that your role may read, grouped by resource. Names that start with the text come first, then names with the words, then all others. `missing` lists resources that could not be searched in time.',
        querystring: query.querystring,
        response: { 200: { ...answerSchema(searchAnswer), description: 'The matching records' } },
      },
    },
    async (request): Promise<SearchAnswer> => {
      const { q, limit } = query.read(request.query)
      if (searchWords(q).length === 0) return { groups: [], missing: [] }
      const role = roleOf(ownerOf(request))
      const resources = registry.filter((resource) => mayFind(role, resource))
      const { hits, missing } = await searchRecords(store.pool, resources, q)
      const groups = resources.flatMap((resource) => {
        const ranked = hits
          .filter((hit) => hit.resource === resource.name)
          .map((hit) => rankedHit(resource, hit, q))
          .sort((a, b) => a.rank - b.rank || compareTexts(a.record.name, b.record.name))
        const records = ranked.slice(0, limit).map(({ record }) => record)
        const hasMore = ranked.length > limit
        return ranked[0]
          ? { rank: ranked[0].rank, group: { resource: resource.name, records, hasMore } }
          : []
      })
      groups.sort((a, b) => a.rank - b.rank)
      return { groups: groups.map(({ group }) => group), missing }
    },
  )
}

type Found = FoundGroup['records'][number]

/**
 * Ranks a match. 0: the name starts with the text. 1: words of the name start with the words. 2: the name contains all
 * words. 3: other matches.
 */
function rankedHit(
  resource: Resource,
  { id, data }: Hit,
  text: string,
): { rank: number; record: Found } {
  const row = { ...data, _id: id, id }
  const name = nameOf(resource, row)
  const words = searchWords(text)
  const missing = words.filter((word) => !hasWords(name, [word]))
  const folded = fold(name)
  const begins = words.every((word) => ` ${folded}`.includes(` ${word}`))
  const otherRank = words.some((word) => !folded.includes(word)) ? 3 : begins ? 1 : 2
  return {
    rank: folded.startsWith(fold(text)) ? 0 : otherRank,
    record: { _id: id, name, ...lineOf(resource, row, missing) },
  }
}

/** Returns the text, and its path, that contains a word missing from the name; else the first text besides the name. */
function lineOf(
  { search, recordName }: Resource,
  row: Data,
  words: readonly string[],
): Pick<Found, 'line' | 'path'> {
  const texts = search
    .filter((path) => !recordName.includes(path))
    .flatMap((path) => findAt(row, path))
    .flatMap(({ at, value }) => [value].flat().map((text: unknown) => ({ at, text })))
    .flatMap(({ at, text }) => (typeof text === 'string' && text.trim() ? [{ at, text }] : []))
  const found = texts.find(({ text }) => words.some((word) => hasWords(text, [word])))
  const shown = found ?? texts[0]
  return shown ? { line: excerpt(shown.text, words), ...(found && { path: found.at }) } : {}
}

/** The length of a line, and of its part before the found word. */
const LINE = 90
const BEFORE = 30

/** Returns one line of a text, from shortly before the first of these words. */
function excerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LINE) return line
  const at = Math.max(0, ...words.map((word) => fold(line).indexOf(word)))
  const from = at <= BEFORE ? 0 : line.indexOf(' ', at - BEFORE) + 1
  const rest = line.slice(from)
  const end = rest.length <= LINE ? rest.length : Math.max(rest.lastIndexOf(' ', LINE), LINE / 2)
  return `${from > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? '…' : ''}`
}

/** A record that contains all words somewhere. */
export interface Hit {
  resource: string
  id: string
  data: Data
}

/** The most matches that are ranked: of names that begin with the text, and of all. */
const BEGIN = 60
const HOLD = 240
/** No index helps with shorter words: the search reads the first records of each table. */
const TRIGRAM = 3
const WINDOW = 2000
/** The most matches of a resource that are read. */
const READ = 12
/** The statement timeouts in milliseconds: for all resources, for a single one, and for all attempts together. */
const LIMITS = { all: 400, one: 200, sum: 1000 }
/** PostgreSQL's code of a statement that reached its timeout. */
const CANCELLED = '57014'

/**
 * Searches the records of several resources by words, in one statement and in bounded time. Returns the likeliest hits of
 * each resource, and the names of resources that could not be searched in time.
 */
export async function searchRecords(
  pool: pg.Pool,
  resources: readonly Resource[],
  text: string,
  limits = LIMITS,
): Promise<{ hits: Hit[]; missing: string[] }> {
  const ask = (some: readonly Resource[], limit: number) =>
    inTransaction(pool, async (tx) => {
      await tx.query(`set local statement_timeout = ${limit}`)
      return rowsOf<Hit>(tx, searchStatement(some, text))
    }).catch((error: unknown) => {
      if (databaseCode(error) === CANCELLED) return undefined
      throw error
    })
  const until = Date.now() + limits.sum
  const found = resources.length === 0 ? [] : await ask(resources, limits.all)
  if (found) return { hits: found, missing: [] }
  const hits: Hit[] = []
  const missing: string[] = []
  for (const resource of resources) {
    const own = Date.now() < until ? await ask([resource], limits.one) : undefined
    if (own) hits.push(...own)
    else missing.push(resource.name)
  }
  return { hits, missing }
}

/**
 * Selects the likeliest matches. Common words match nearly all records, so the statement collects a limited number: names
 * that begin with the first word, then any matches. Search texts begin with the name, so the earlier the longest word,
 * the better the match.
 */
function searchStatement(resources: readonly Resource[], text: string): Sql {
  const [longest = ''] = searchWords(text)
  const begins = sql`t.search_text like ${`${literal(fold(text))}%`}`
  const isShort = [...longest].length < TRIGRAM
  const parts = resources.map((resource) => {
    const { table } = shapeOf(resource)
    const byName = beginsName(resource, text)
    /** The records of a table that contain the words. For short words only its first records are read. */
    const candidates = (also?: Sql) => {
      const live = all([raw('t.deleted_at is null'), ...(also ? [also] : [])])
      const from = isShort
        ? sql`(select t.id, t.search_text from ${raw(table)} t where ${live} limit ${WINDOW}) t
          where ${all(wordConditions(text))}`
        : sql`${raw(table)} t where ${all([live, ...wordConditions(text)])}`
      return sql`select t.id, not (${begins}) as later, position(${longest} in t.search_text) as at from ${from}`
    }
    // Without an index, short words are not searched at the beginning of names.
    const named = isShort && !byName ? undefined : candidates(byName ?? begins)
    const held = sql`(${candidates()} limit ${HOLD})`
    const found = named ? sql`(${named} limit ${BEGIN}) union ${held}` : held
    return sql`(select ${resource.name} as resource, t.id, t.data from (
      select id from (${found}) c
      order by later, at, id limit ${READ}) best join ${raw(table)} t on t.id = best.id)`
  })
  return join(parts, ' union all ')
}

/** Returns the condition, for the sort index of names, that the name begins with the first word, whatever its accents. */
function beginsName(resource: Resource, text: string): Sql | undefined {
  const [path = ''] = resource.recordName
  const [first = ''] = text.trim().toLowerCase().split(/\s+/)
  if (!resource.sorts.includes(path)) return undefined
  // Numbers are sorted by value, so '2' matches all names with a number there.
  const [, stem = '', number] = /^(.*?)(\p{Nd}*)$/u.exec(first) ?? []
  const from = number ? `${fold(stem)}0` : fold(first)
  const until = number ? `${stem}a` : `${first}\uffff`
  const columns = columnsOf(resource, 't')
  const key = raw(columns.sort(path))
  return sql`${key} >= ${from} and ${key} < ${until}`
}
