import type { Choice } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import { choicesAt, type Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { MAX_PAGE_SIZE } from './api.ts'
import {
  type AheadRange,
  type Day,
  type DayRange,
  dayFault,
  RANGE_NAMES,
  rangeOf,
  TIME_RANGES,
} from './days.ts'

/** The query of a list, as the API, the console's addresses and links to lists write it. */
export interface ListQuery {
  /** The search text, or ''. */
  search: string
  /** Values by parameter: `role`, `createdAt_from`. Several choices are separated by commas. */
  filters: Readonly<Record<string, string>>
  /** The most significant first; empty for the default order. */
  sort: readonly Sort[]
  /** From 1; absent when not given. */
  page?: number
  limit?: number
  /** Only these records. */
  ids?: readonly string[]
  /** The deleted records instead of the live ones. */
  deleted?: true
}

/** The parameters of `ids` and `deleted`, and the only value of the latter. */
export const IDS = 'ids'
export const DELETED = 'deleted'
export const IS_DELETED = 'true'

export interface Sort {
  path: string
  descending: boolean
}

/** A declared filter and its parameters: its own path, the ends of a range, or a word for a range. */
export interface ListFilter {
  path: string
  kind: 'choice' | 'flag' | 'number' | 'text' | 'reference' | 'days'
  /** Its values, or the words of a range. */
  choices: readonly Choice[]
  /** For a reference: the name of its resource. */
  to?: string
  parameters: readonly string[]
}

export interface ParameterFault {
  parameter: string
  message: string
}

export const MOST_PAGES = 1_000_000
export const MOST_IDS = MAX_PAGE_SIZE

/** Returns the choices of a filter. Records match any of them. */
export const choicesIn = (text: string): readonly string[] => text.split(',')

/** The parameters of a range: both ends, included, or a word instead. */
export const rangeFrom = (path: string): string => `${path}_from`
export const rangeTo = (path: string): string => `${path}_to`
export const rangeWord = (path: string): string => `${path}_is`

/** The word for records without a value. */
export const EMPTY = 'empty'
const IS_EMPTY = { value: EMPTY, label: 'Is empty' }
const PAST_WORDS = TIME_RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))
const AHEAD_WORDS: readonly (Choice & { value: AheadRange })[] = [
  { value: 'next7days', label: 'Next 7 days' },
  { value: 'next30days', label: 'Next 30 days' },
]

/** Returns the days of a range word such as `last7days`, or undefined for other words. */
export function daysOfWord(word: string, today: Day): DayRange | undefined {
  const found = [...PAST_WORDS, ...AHEAD_WORDS].find(({ value }) => value === word)
  return found && rangeOf(found.value, today)
}

/** Returns the filters of a resource's list, in the order of its declaration. */
export function listFilters(resource: Resource): readonly ListFilter[] {
  return resource.filters.map((path): ListFilter => {
    // createdAt and updatedAt are in no schema.
    const { kind = 'date', choices: offered } = describe(resource.row, path) ?? {}
    const ends = [rangeFrom(path), rangeTo(path), rangeWord(path)]
    if (kind === 'date' || kind === 'day')
      return { path, kind: 'days', choices: dayWords(resource, path), parameters: ends }
    const plain = { path, choices: [], parameters: [path] }
    const to = referenceAt(resource.create, path)?.to
    if (to !== undefined) return { ...plain, kind: 'reference', to }
    if (kind === 'boolean') return { ...plain, kind: 'flag', choices: STATUSES }
    if (kind === 'number') return { path, kind, choices: [IS_EMPTY], parameters: [path, ...ends] }
    const choices = offered && choicesAt(resource, path)
    return choices ? { ...plain, kind: 'choice', choices } : { ...plain, kind: 'text' }
  })
}

/** Returns a filter of past days for a list without records of a resource. */
export function daysBehind(path: string): ListFilter {
  const parameters = [rangeFrom(path), rangeTo(path), rangeWord(path)]
  return { path, kind: 'days', choices: PAST_WORDS, parameters }
}

/** Only declared days can be in the future. Every record has createdAt and updatedAt. */
function dayWords({ create }: Resource, path: string): readonly Choice[] {
  const isOwn = describe(create, path) === undefined
  const isAlways = path === 'createdAt' || path === 'updatedAt'
  return [...PAST_WORDS, ...(isOwn ? [] : AHEAD_WORDS), ...(isAlways ? [] : [IS_EMPTY])]
}

export const STATUSES = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
] as const satisfies readonly Choice[]

export function sortPaths({ sorts, defaultSort }: Resource): readonly string[] {
  return [...new Set([...sorts, ...readSort(defaultSort).map(({ path }) => path)])]
}

/** Reads `-createdAt,name`: a minus means descending. */
export function readSort(text: string): readonly Sort[] {
  return text
    .split(',')
    .map((part) => ({ path: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

export function writeSort(sort: readonly Sort[]): string {
  return sort.map(({ path, descending }) => (descending ? `-${path}` : path)).join(',')
}

/** Returns the error of a parameter, as text that follows its name. */
type Check = (text: string) => string | undefined

/** A number as JSON writes one. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/**
 * Creates the reader of a resource's list queries. The reader takes parameters and returns the query of the valid
 * ones, and the errors of the others. The server rejects them, screens ignore them. `isOlder` tells whether records may
 * have a choice that is no longer offered.
 */
export function createListReader(
  resource: Resource,
  isOlder: (path: string, value: string) => boolean = () => false,
) {
  const filters = listFilters(resource)
  const sortable = sortPaths(resource)
  /** The check of each parameter that the list has. */
  const checks = new Map<string, Check>([
    ['page', (text) => numberFault(text, MOST_PAGES)],
    ['limit', (text) => numberFault(text, MAX_PAGE_SIZE)],
    ...(resource.search.length > 0 ? [['search', searchFault] as const] : []),
    ['sort', (text) => sortFault(text, sortable)],
    ...filters.flatMap((filter) =>
      filter.parameters.map((parameter): [string, Check] => [
        parameter,
        (text) => filterFault(filter, parameter, text, (one) => isOlder(filter.path, one)),
      ]),
    ),
    [IDS, idsFault],
    ...(resource.actions.includes('delete') ? [[DELETED, deletedFault] as const] : []),
  ])

  const unknown = () => `is unknown. Known are ${[...checks.keys()].join(', ')}`

  return (given: ReadonlyMap<string, string>) => {
    const faults: ParameterFault[] = []
    const valid = new Map<string, string>()
    for (const [parameter, text] of given) {
      const message = (checks.get(parameter) ?? unknown)(text)
      if (message === undefined) valid.set(parameter, text)
      else faults.push({ parameter, message })
    }
    const filtered = filters.flatMap((filter) => {
      const values = [...valid].filter(([name]) => filter.parameters.includes(name))
      const fault = rangeFault(filter, new Map(values))
      if (fault) faults.push(fault)
      return fault ? [] : values
    })
    const { search = '', sort, page, limit, ids, deleted } = Object.fromEntries(valid)
    const query: ListQuery = {
      search: searchWords(search).length > 0 ? search : '',
      filters: Object.fromEntries(filtered),
      sort: sort === undefined ? [] : readSort(sort),
      ...(page !== undefined && { page: Number(page) }),
      ...(limit !== undefined && { limit: Number(limit) }),
      ...(ids !== undefined && { ids: ids.split(',') }),
      ...(deleted !== undefined && { deleted: true }),
    }
    return { query, faults }
  }
}

/** Writes a query as `?search=ada&role=admin&sort=-createdAt`, or ''. */
export function writeListQuery(query: Partial<ListQuery>): string {
  const { search, filters = {}, sort = [], page, limit, ids, deleted } = query
  const parameters: [string, unknown][] = [
    ['search', search || undefined],
    ...Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)),
    ['sort', writeSort(sort) || undefined],
    ['page', page],
    ['limit', limit],
    [IDS, ids],
    [DELETED, deleted],
  ]
  const given = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

function deletedFault(text: string): string | undefined {
  return text === IS_DELETED ? undefined : `must be ${IS_DELETED}`
}

/** Returns the error of a list of ids, as text that follows the parameter's name. */
export function idsFault(text: string): string | undefined {
  const ids = text.split(',', MOST_IDS + 1)
  return ids.length > MOST_IDS || ids.includes('')
    ? `takes 1 to ${MOST_IDS} ids, separated by commas`
    : undefined
}

/** Returns the error of a whole number from 1, as text that follows the parameter's name. */
export function numberFault(text: string, most: number): string | undefined {
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
    : `takes ${sortable.join(', ')}, each once, with a minus in front for descending order`
}

/** Returns the error of a filter's parameter, as text that follows its name. */
export function filterFault(
  filter: ListFilter,
  parameter: string,
  text: string,
  isOlder: (choice: string) => boolean = () => false,
): string | undefined {
  const { path, kind } = filter
  const choices = filter.choices.map(({ value }) => value)
  switch (parameter === rangeWord(path) ? 'flag' : kind) {
    case 'days':
      return dayFault(text)
    case 'number':
      return NUMBER.test(text) && Number.isFinite(Number(text))
        ? undefined
        : 'must be a number, like 12 or 0.5'
    case 'choice': {
      const asked = choicesIn(text)
      const isKnown = (one: string) => choices.includes(one) || (one !== '' && isOlder(one))
      return asked.every(isKnown) && new Set(asked).size === asked.length
        ? undefined
        : `must be one or more of ${choices.join(', ')}, separated by commas, each once`
    }
    case 'flag':
      return choices.includes(text) ? undefined : `must be one of ${choices.join(', ')}`
    default:
      return undefined
  }
}

/** Returns the error of a range: the bounds are in the wrong order, or a range word is combined with bounds. */
export function rangeFault(
  { path, kind }: ListFilter,
  values: ReadonlyMap<string, string>,
): ParameterFault | undefined {
  if (kind !== 'days' && kind !== 'number') return undefined
  const [fromName, toName] = [rangeFrom(path), rangeTo(path)]
  const alone = [rangeWord(path), path].find((name) => values.has(name))
  const other = [...values.keys()].find((name) => name !== alone)
  if (alone !== undefined && other !== undefined)
    return { parameter: alone, message: `cannot be combined with '${other}'` }
  const [from, to] = [values.get(fromName), values.get(toName)]
  if (from === undefined || to === undefined) return undefined
  const isWrong = kind === 'days' ? from > to : Number(from) > Number(to)
  const word = kind === 'days' ? 'after' : 'more than'
  return isWrong ? { parameter: fromName, message: `must not be ${word} '${toName}'` } : undefined
}
