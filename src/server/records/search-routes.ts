import type { FastifyInstance } from 'fastify'
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
import { fold, hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { compareTexts } from '#model/text-order.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { answerSchema } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import { parameterFault } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import type { AccessRules } from './access.ts'
import type { Hit, Search } from './search-sql.ts'

const NEEDED = 'must say what is searched for'
const ONCE = 'may be given once only'
const LIMIT = parameterFault('limit', `must be a whole number from 1 to ${MOST_FOUND}`)

/** Records of all resources at once, by words (NAV-01). */
export function searchRoutes(app: FastifyInstance, { store, access, registry }: Context): void {
  const query = createQuery({
    q: z
      .string({ error: ({ input }) => parameterFault('q', input === undefined ? NEEDED : ONCE) })
      .min(1, parameterFault('q', NEEDED))
      .max(LONGEST_SEARCH, parameterFault('q', `may have at most ${LONGEST_SEARCH} characters`))
      .refine(
        (q) => !q.includes('\u0000'),
        parameterFault('q', 'has characters that cannot be compared'),
      )
      .describe(
        'Records that have all of these words, in any order and without regard to case and accents, where the lists of their resources search',
      ),
    limit: z.coerce
      .number({ error: LIMIT })
      .int(LIMIT)
      .min(1, LIMIT)
      .max(MOST_FOUND, LIMIT)
      .default(MOST_FOUND)
      .describe('Records of each resource'),
  })

  app.get(
    SEARCH_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Search'],
        operationId: 'searchAll',
        summary: 'Records of all resources, by words',
        description:
          'Those that your role may read, grouped by resource. First stand those whose names begin with the text, then those whose names hold the words, then all others. What cannot be searched in time is named in `missing`.',
        querystring: query.querystring,
        response: { 200: { ...answerSchema(searchAnswer), description: 'What was found' } },
      },
    },
    async (request): Promise<SearchAnswer> => {
      const { q, limit } = query.read(request.query)
      const role = roleOf(ownerOf(request))
      const { search } = store
      return await searchAll({ search, access, registry }, { role, text: q, limit })
    },
  )
}

/** What is found by words among all records that a role may read, the best first. */
async function searchAll(
  {
    search,
    access,
    registry,
  }: { search: Search; access: AccessRules; registry: readonly Resource[] },
  { role, text, limit }: { role: string; text: string; limit: number },
): Promise<SearchAnswer> {
  if (searchWords(text).length === 0) return { groups: [], missing: [] }
  const resources = registry.filter((resource) => mayFind(access, role, resource))
  const { hits, missing } = await search.find(resources, text)
  const groups = resources.flatMap((resource) => {
    const { name } = resource
    const own = hits.filter((hit) => hit.resource === name)
    const ranked = own.map((hit) => rankedHit(resource, hit, text)).sort(byRank)
    const [best] = ranked
    if (!best) return []
    const group: FoundGroup = {
      resource: name,
      records: ranked.slice(0, limit).map(({ record }) => record),
      hasMore: ranked.length > limit,
    }
    return { rank: best.rank, group }
  })
  return { groups: groups.sort((a, b) => a.rank - b.rank).map(({ group }) => group), missing }
}

/** As with its list: no word leads to a record by what the role may not read of it. */
function mayFind(
  access: AccessRules,
  role: string,
  { name, search, recordName }: Resource,
): boolean {
  if (search.length === 0 || !access.mayRead(role, name)) return false
  const hidden = access.limitsOf(role, name)?.hidden ?? []
  const isHidden = (path: string) => hidden.some((key) => `${path}.`.startsWith(`${key}.`))
  return ![...search, ...recordName].some(isHidden)
}

interface Ranked {
  /** 0: the name begins with the text. 1: a word of the name does. 2: the name has it all. 3: it is elsewhere. */
  rank: number
  record: FoundGroup['records'][number]
}

function rankedHit(resource: Resource, { id, data }: Hit, text: string): Ranked {
  const row = { ...data, _id: id, id }
  const name = nameOf(resource, row)
  const words = searchWords(text)
  const beside = lineOf(
    resource,
    row,
    words.filter((word) => !hasWords(name, [word])),
  )
  return {
    rank: rankOf(fold(name), fold(text), words),
    record: { _id: id, name, ...beside },
  }
}

function rankOf(name: string, text: string, words: readonly string[]): number {
  if (name.startsWith(text)) return 0
  if (!words.every((word) => name.includes(word))) return 3
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}

function byRank(a: Ranked, b: Ranked): number {
  return a.rank - b.rank || compareTexts(a.record.name, b.record.name)
}

/** The text that holds what the name lacks of the words, and where it stands; of none, the first beside the name. */
function lineOf(
  resource: Resource,
  row: Record<string, unknown>,
  words: readonly string[],
): Pick<FoundGroup['records'][number], 'line' | 'path'> {
  const search = resource.search.filter((path) => !resource.recordName.includes(path))
  const texts = searchedIn({ search }, row)
  const found = texts.find(({ text }) => words.some((word) => hasWords(text, [word])))
  const shown = found ?? texts[0]
  return shown ? { line: excerpt(shown.text, words), ...(found && { path: found.at }) } : {}
}

/** The longest line that tells where a word was found, and how much of it stands before the word. */
const LINE = 90
const BEFORE = 30

/** One line of a text, from where the first of these words stands in it. */
function excerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LINE) return line
  const at = Math.max(0, ...words.map((word) => fold(line).indexOf(word)))
  const from = at <= BEFORE ? 0 : line.indexOf(' ', at - BEFORE) + 1
  const rest = line.slice(from)
  const end = rest.length <= LINE ? rest.length : Math.max(rest.lastIndexOf(' ', LINE), LINE / 2)
  return `${from > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? '…' : ''}`
}

/** A text of a record that a search looks into, and where it stands. */
interface Searched {
  at: string
  text: string
}

/** The texts of a record that searches look into, in the order of the declaration. */
function searchedIn({ search }: Pick<Resource, 'search'>, record: unknown): Searched[] {
  return search
    .flatMap((path) => findAt(record, path))
    .flatMap(({ at, value }) => [value].flat().map((text) => ({ at, text })))
    .filter((one): one is Searched => typeof one.text === 'string' && one.text.trim() !== '')
}
