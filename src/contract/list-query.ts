import type { Choice } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { MAX_PAGE_SIZE } from './api.ts'
import { dayFault } from './insight/days.ts'

/** What a list is asked for. The API's query, the console's addresses and the links to lists all say it alike. */
export interface ListQuery {
  /** The search text; '' asks for none. */
  search: string
  /** Values by the parameter's name: `role`, `createdAt_from`. */
  filters: Readonly<Record<string, string>>
  /** The first counts most; empty for the resource's own order. */
  sort: readonly Sort[]
  /** Counted from 1; absent when nobody asked for a page. */
  page?: number
  limit?: number
  /** Of these records only. */
  ids?: readonly string[]
}

export interface Sort {
  path: string
  descending: boolean
}

/** A declared filter, and the parameters that set it: its own path, or the first and the last of some days. */
export interface ListFilter {
  path: string
  kind: 'choice' | 'flag' | 'number' | 'text' | 'reference' | 'days'
  choices: readonly Choice[]
  /** The Refine name of the resource that a reference leads to. */
  to?: string
  parameters: readonly string[]
}

/** What is wrong with a parameter; the message stands after its name. */
export interface ParameterFault {
  parameter: string
  message: string
}

export const MOST_PAGES = 1_000_000
export const MOST_IDS = MAX_PAGE_SIZE

export const firstDay = (path: string): string => `${path}_from`
export const lastDay = (path: string): string => `${path}_to`

/** The filters of a resource's list, in the declaration's order. */
export function listFilters(resource: Resource): readonly ListFilter[] {
  return resource.filters.map((path) => {
    const described = describe(resource.row, path)
    const plain = { path, choices: [], parameters: [path] }
    // The times that every record has stand in no schema.
    if (!described || described.kind === 'date')
      return { ...plain, kind: 'days', parameters: [firstDay(path), lastDay(path)] }
    const reference = referenceAt(resource.create, path)
    if (reference) return { ...plain, kind: 'reference', to: reference.to }
    if (described.kind === 'boolean') return { ...plain, kind: 'flag', choices: STATUSES }
    if (described.kind === 'number') return { ...plain, kind: 'number' }
    const { choices } = described
    return choices ? { ...plain, kind: 'choice', choices } : { ...plain, kind: 'text' }
  })
}

/** What a boolean of a record says. */
export const STATUSES = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
] as const satisfies readonly Choice[]

/** The paths that a list can be sorted by. */
export function sortPaths({ sorts, defaultSort }: Resource): readonly string[] {
  return [...new Set([...sorts, ...readSort(defaultSort).map(({ path }) => path)])]
}

/** `-createdAt,name`: a minus before what descends. */
export function readSort(text: string): readonly Sort[] {
  return text
    .split(',')
    .map((part) => ({ path: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

export function writeSort(sort: readonly Sort[]): string {
  return sort.map(({ path, descending }) => (descending ? `-${path}` : path)).join(',')
}

/** A number as JSON writes one. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/**
 * Makes the reader of a resource's list queries. What the declaration says is looked up once, and not for each
 * query. The reader takes the parameters, each given once, and gives the query without what is wrong, and what
 * is wrong: a server refuses then, a screen goes on.
 */
export function createListReader(resource: Resource) {
  const filters = listFilters(resource)
  const sortable = sortPaths(resource)
  const isSearched = resource.search.length > 0
  const known = [
    ...['page', 'limit', ...(isSearched ? ['search'] : []), 'sort'],
    ...filters.flatMap(({ parameters }) => parameters),
    'ids',
  ]

  return (given: ReadonlyMap<string, string>) => {
    const faults: ParameterFault[] = []
    /** A parameter's value; undefined when it is not given, or when `fault` finds one in it. */
    const take = (parameter: string, fault: (text: string) => string | undefined) => {
      const text = given.get(parameter)
      const message = text === undefined ? undefined : fault(text)
      if (message !== undefined) faults.push({ parameter, message })
      return message === undefined ? text : undefined
    }
    const ids = take('ids', idsFault)?.split(',')
    const page = take('page', (text) => numberFault(text, MOST_PAGES))
    const limit = take('limit', (text) => numberFault(text, MAX_PAGE_SIZE))
    const search = isSearched ? (take('search', searchFault) ?? '') : ''
    const sort = take('sort', (text) => sortFault(text, sortable))
    const query: ListQuery = {
      search: searchWords(search).length > 0 ? search : '',
      filters: Object.fromEntries(
        filters.flatMap((filter) => {
          const values = filter.parameters.flatMap((parameter) => {
            const text = take(parameter, (value) => filterFault(filter, value))
            return text === undefined ? [] : [[parameter, text] as const]
          })
          const [from, to] = values
          if (!(from && to && from[1] > to[1])) return values
          faults.push({ parameter: from[0], message: `must not be after '${to[0]}'` })
          return []
        }),
      ),
      sort: sort === undefined ? [] : readSort(sort),
      ...(page !== undefined && { page: Number(page) }),
      ...(limit !== undefined && { limit: Number(limit) }),
      ...(ids && { ids }),
    }
    for (const parameter of given.keys())
      if (!known.includes(parameter))
        faults.push({ parameter, message: `is not known here. Known are ${known.join(', ')}` })
    return { query, faults }
  }
}

/** The parameters that ask for it, each with its value. */
function listParameters(query: Partial<ListQuery>): [string, string][] {
  const { search, filters = {}, sort = [], page, limit, ids } = query
  return [
    ...(search ? [['search', search] as [string, string]] : []),
    ...Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)),
    ...Object.entries({
      ...(sort.length > 0 && { sort: writeSort(sort) }),
      ...(page !== undefined && { page: String(page) }),
      ...(limit !== undefined && { limit: String(limit) }),
      ...(ids && { ids: ids.join(',') }),
    }),
  ]
}

/** The query of an address: `?search=ada&role=admin&sort=-createdAt`; '' when nothing is asked for. */
export function writeListQuery(query: Partial<ListQuery>): string {
  const text = new URLSearchParams(listParameters(query)).toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

function idsFault(text: string): string | undefined {
  const ids = text.split(',', MOST_IDS + 1)
  return ids.length > MOST_IDS || ids.includes('')
    ? `takes 1 to ${MOST_IDS} ids, separated by commas`
    : undefined
}

function numberFault(text: string, most: number): string | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number < 1 || number > most ? `must be a whole number from 1 to ${most}` : undefined
}

function searchFault(text: string): string | undefined {
  return text.length > LONGEST_SEARCH ? `may have at most ${LONGEST_SEARCH} characters` : undefined
}

function sortFault(text: string, sortable: readonly string[]): string | undefined {
  const paths = readSort(text).map(({ path }) => path)
  const isKnown = paths.every((path) => sortable.includes(path))
  return isKnown && new Set(paths).size === paths.length
    ? undefined
    : `takes ${sortable.join(', ')}, each once, with a minus in front to turn it round`
}

function filterFault({ kind, choices }: ListFilter, text: string): string | undefined {
  switch (kind) {
    case 'days':
      return dayFault(text)
    case 'number':
      return NUMBER.test(text) && Number.isFinite(Number(text))
        ? undefined
        : 'must be a number, like 12 or 0.5'
    case 'choice':
    case 'flag':
      return choices.some(({ value }) => value === text)
        ? undefined
        : `must be one of ${choices.map(({ value }) => value).join(', ')}`
    default:
      return undefined
  }
}
