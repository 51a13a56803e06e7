import { MAX_ALL, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import { describe } from '#model/describe.ts'
import type { Reference } from '#model/references.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, searchWords } from '#model/search.ts'
import type { Filter, ListQuery } from '../store/list.ts'
import { filteredReference } from '../store/references.ts'
import { isId } from '../store/shape.ts'
import { isDate } from '../store/tables.ts'
import { dayFault, startOfDay } from './days.ts'
import { invalidParameter } from './errors.ts'
import { listQuerySchema, MOST_IDS, MOST_PAGES, sortWords, suggestible } from './list-parameters.ts'

export interface ParsedQuery extends ListQuery {
  page: number
  /** Whether the caller asked for pages at all. */
  isPaged: boolean
}

/** Reads one filter's parameters off what is given. */
type FilterReader = (take: (name: string) => string | undefined) => Filter | undefined

/**
 * Makes the reader of a resource's list queries: page, limit, search, sort and the declared filters
 * (API-03). What the declaration says is looked up here, once, and not at each request.
 * The reader throws 400 that names the parameter for anything else, and for one that is given twice.
 */
export function createListParser(resource: Resource, zone: string) {
  const isAll = isListedWhole(resource)
  const readers = resource.filters.map((path) => filterReader(resource, path, zone))
  const sortable = sortWords(resource)
  const parameters = Object.keys(listQuerySchema(resource).properties)

  return (query: Readonly<Record<string, unknown>>): ParsedQuery => {
    const { take, end } = takerOf(query, parameters)
    const ids = idsOf(take('ids'))
    const asked = wholeNumber('page', take('page'), MOST_PAGES)
    const limit = wholeNumber('limit', take('limit'), MAX_PAGE_SIZE)
    const isPaged = asked !== undefined || limit !== undefined || !isAll
    const size = ids ? MOST_IDS : (limit ?? (isPaged ? PAGE_SIZE : MAX_ALL))
    const page = ids ? 1 : (asked ?? 1)
    const parsed: ParsedQuery = {
      page,
      isPaged,
      offset: (page - 1) * size,
      limit: size,
      search: resource.search.length > 0 ? searchOf(take('search')) : undefined,
      sort: sortOf(sortable, take('sort') ?? resource.defaultSort),
      filters: readers.flatMap((read) => read(take) ?? []),
      ids,
    }
    end()
    return parsed
  }
}

/** Makes the reader of `?of=`: one of the filters on free texts. Throws 400 for anything else. */
export function createValuesParser(resource: Resource) {
  const known = suggestible(resource)
  return (query: Readonly<Record<string, unknown>>): string => {
    const { take, end } = takerOf(query, ['of'])
    const of = take('of')
    end()
    if (of === undefined || !known.includes(of))
      throw invalidParameter('of', `must be one of ${known.join(', ')}`)
    return of
  }
}

/** Hands out each parameter once; what nobody took in the `end` is none of ours. */
function takerOf(query: Readonly<Record<string, unknown>>, parameters: readonly string[]) {
  const given = new Map(Object.entries(query).map(([name, value]) => [name, single(name, value)]))
  return {
    take(name: string): string | undefined {
      const value = given.get(name)
      given.delete(name)
      return value
    },
    end(): void {
      const [unknown] = given.keys()
      if (unknown !== undefined)
        throw invalidParameter(unknown, `is not known here. Known are ${parameters.join(', ')}`)
    },
  }
}

/** Ids of records that may exist; those that cannot are left out like all others that do not. */
function idsOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const ids = text.split(',', MOST_IDS + 1)
  if (ids.length > MOST_IDS || ids.includes(''))
    throw invalidParameter('ids', `takes 1 to ${MOST_IDS} ids, separated by commas`)
  return [...new Set(ids)].filter(isId)
}

function single(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidParameter(name, 'may be given once only')
  if (value.includes('\u0000'))
    throw invalidParameter(name, 'has characters that cannot be compared')
  return value
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > most)
    throw invalidParameter(name, `must be a whole number from 1 to ${most}`)
  return number
}

function searchOf(text: string | undefined): string | undefined {
  if (text !== undefined && text.length > LONGEST_SEARCH)
    throw invalidParameter('search', `may have at most ${LONGEST_SEARCH} characters`)
  return text && searchWords(text).length > 0 ? text : undefined
}

function sortOf(sortable: readonly string[], text: string): ListQuery['sort'] {
  const sort = text.split(',').map((part) => ({
    path: part.replace(/^-/, ''),
    descending: part.startsWith('-'),
  }))
  const isKnown = sort.every(({ path }) => sortable.includes(path))
  if (!isKnown || new Set(sort.map(({ path }) => path)).size < sort.length)
    throw invalidParameter(
      'sort',
      `takes ${sortable.join(', ')}, each once, with a minus in front to turn it round`,
    )
  return sort
}

function filterReader(resource: Resource, path: string, zone: string): FilterReader {
  if (isDate(resource, path)) return (take) => readDays(path, zone, take)
  const reference = filteredReference(resource, path)
  if (reference) return (take) => readReference(path, reference, take)
  const described = describe(resource.row, path)
  if (described?.kind === 'number') return (take) => readNumber(path, take)
  const choices =
    described?.kind === 'boolean'
      ? ['true', 'false']
      : described?.choices?.map(({ value }) => value)
  return (take) => {
    const is = take(path)
    if (is === undefined) return undefined
    if (choices && !choices.includes(is))
      throw invalidParameter(path, `must be one of ${choices.join(', ')}`)
    return { path, is }
  }
}

function readReference(
  path: string,
  { path: pattern, to }: Reference,
  take: (name: string) => string | undefined,
): Filter | undefined {
  const id = take(path)
  if (id === undefined) return undefined
  if (!isId(id)) throw invalidParameter(path, `must be the id of one of ${to}`)
  return { path: pattern, refersTo: id.toLowerCase() }
}

/** A number as JSON writes one, compared as the store writes it. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

function readNumber(path: string, take: (name: string) => string | undefined): Filter | undefined {
  const text = take(path)
  if (text === undefined) return undefined
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) throw invalidParameter(path, 'must be a number, like 12 or 0.5')
  // Without an exponent, and without the sign of a zero.
  const is = (number + 0).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
  return { path, is }
}

function readDays(
  path: string,
  zone: string,
  take: (name: string) => string | undefined,
): Filter | undefined {
  const from = dayOf(`${path}_from`, take(`${path}_from`), zone, 0)
  // The day named is included: the stretch ends where the next one begins.
  const until = dayOf(`${path}_to`, take(`${path}_to`), zone, 1)
  if (from && until && from >= until)
    throw invalidParameter(`${path}_from`, `must not be after '${path}_to'`)
  return from || until ? { path, ...(from && { from }), ...(until && { until }) } : undefined
}

function dayOf(name: string, text: string | undefined, zone: string, plusDays: number) {
  if (text === undefined) return undefined
  const fault = dayFault(text)
  if (fault) throw invalidParameter(name, fault)
  return startOfDay(text, zone, plusDays)
}
