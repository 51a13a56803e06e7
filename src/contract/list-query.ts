import { choicesAt } from '#model/choices.ts'
import type { Choice } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { searchWords } from '#model/search.ts'
import { MAX_PAGE_SIZE } from './api.ts'
import {
  type AheadRange,
  type Day,
  type DayRange,
  dayFault,
  rangeOf,
  type TimeRange,
} from './insight/days.ts'
import { deletedFault, IS_DELETED, idsFault, numberFault, searchFault } from './parameter-faults.ts'

/** What a list is asked for. The API's query, the console's addresses and the links to lists all say it alike. */
export interface ListQuery {
  /** The search text; '' asks for none. */
  search: string
  /** Values by the parameter's name: `role`, `createdAt_from`. Several choices are separated by commas. */
  filters: Readonly<Record<string, string>>
  /** The first counts most; empty for the resource's own order. */
  sort: readonly Sort[]
  /** Counted from 1; absent when nobody asked for a page. */
  page?: number
  limit?: number
  /** Of these records only. */
  ids?: readonly string[]
  /** The deleted ones instead of those that there are. */
  deleted?: true
}

/** The parameter of that. */
export const IDS = 'ids'
/** The parameter of the deleted ones. */
export const DELETED = 'deleted'

export interface Sort {
  path: string
  descending: boolean
}

/**
 * A declared filter, and the parameters that set it: its own path; or the ends of a range, which may be left open,
 * or a word that stands for one.
 */
export interface ListFilter {
  path: string
  kind: 'choice' | 'flag' | 'number' | 'text' | 'reference' | 'days'
  /** The values it takes; of a range, its words. */
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

/** The choices that a filter asks for: records have any of them. */
export const choicesIn = (text: string): readonly string[] => text.split(',')

/** The parameters of a range: its ends, both included, and a word that stands alone. */
export const rangeFrom = (path: string): string => `${path}_from`
export const rangeTo = (path: string): string => `${path}_to`
export const rangeWord = (path: string): string => `${path}_is`

/** The word for records that say nothing at the path. */
export const EMPTY = 'empty'
const IS_EMPTY = { value: EMPTY, label: 'Is empty' }
const PAST_WORDS: readonly (Choice & { value: TimeRange })[] = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last7days', label: 'Last 7 days' },
  { value: 'last30days', label: 'Last 30 days' },
  { value: 'thisMonth', label: 'This month' },
  { value: 'lastMonth', label: 'Last month' },
]
const AHEAD_WORDS: readonly (Choice & { value: AheadRange })[] = [
  { value: 'next7days', label: 'Next 7 days' },
  { value: 'next30days', label: 'Next 30 days' },
]

/** The days that a word stands for, seen from today; undefined for any other word. */
export function daysOfWord(word: string, today: Day): DayRange | undefined {
  const found = [...PAST_WORDS, ...AHEAD_WORDS].find(({ value }) => value === word)
  return found && rangeOf(found.value, today)
}

/** The filters of a resource's list, in the declaration's order. */
export function listFilters(resource: Resource): readonly ListFilter[] {
  return resource.filters.map((path) => {
    const described = describe(resource.row, path)
    const plain = { path, choices: [], parameters: [path] }
    const ends = [rangeFrom(path), rangeTo(path)]
    // The times that every record has stand in no schema.
    if (!described || described.kind === 'date' || described.kind === 'day')
      return {
        ...plain,
        kind: 'days',
        choices: dayWords(resource, path),
        parameters: [...ends, rangeWord(path)],
      }
    const reference = referenceAt(resource.create, path)
    if (reference) return { ...plain, kind: 'reference', to: reference.to }
    if (described.kind === 'boolean') return { ...plain, kind: 'flag', choices: STATUSES }
    if (described.kind === 'number')
      return {
        ...plain,
        kind: 'number',
        choices: [IS_EMPTY],
        parameters: [path, ...ends, rangeWord(path)],
      }
    const choices = described.choices && choicesAt(resource, path)
    return choices ? { ...plain, kind: 'choice', choices } : { ...plain, kind: 'text' }
  })
}

/** The filter of days that are always said and lie behind, of what is no resource. */
export function daysBehind(path: string): ListFilter {
  const parameters = [rangeFrom(path), rangeTo(path), rangeWord(path)]
  return { path, kind: 'days', choices: PAST_WORDS, parameters }
}

/** The server's own times lie behind; and each record has the one of its creation. */
function dayWords({ create }: Resource, path: string): readonly Choice[] {
  const isOwn = describe(create, path) === undefined
  const isAlways = path === 'createdAt' || path === 'updatedAt'
  return [...PAST_WORDS, ...(isOwn ? [] : AHEAD_WORDS), ...(isAlways ? [] : [IS_EMPTY])]
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

/** Whether a filter takes the text for a number. */
function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text))
}

/**
 * Makes the reader of a resource's list queries. What the declaration says is looked up once, and not for each
 * query. The reader takes the parameters, each given once, and gives the query without what is wrong, and what
 * is wrong: a server refuses then, a screen goes on. `isOlder` says whether records may have a choice that is no
 * longer offered.
 */
export function createListReader(
  resource: Resource,
  isOlder: (path: string, value: string) => boolean = () => false,
) {
  const filters = listFilters(resource)
  const sortable = sortPaths(resource)
  const isSearched = resource.search.length > 0
  const canDelete = resource.actions.includes('delete')
  const known = [
    ...['page', 'limit', ...(isSearched ? ['search'] : []), 'sort'],
    ...filters.flatMap(({ parameters }) => parameters),
    IDS,
    ...(canDelete ? [DELETED] : []),
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
    const ids = take(IDS, (text) => idsFault(text, MOST_IDS))?.split(',')
    const deleted = canDelete ? take(DELETED, deletedFault) : undefined
    const page = take('page', (text) => numberFault(text, MOST_PAGES))
    const limit = take('limit', (text) => numberFault(text, MAX_PAGE_SIZE))
    const search = isSearched ? (take('search', searchFault) ?? '') : ''
    const sort = take('sort', (text) => sortFault(text, sortable))
    const query: ListQuery = {
      search: searchWords(search).length > 0 ? search : '',
      filters: Object.fromEntries(
        filters.flatMap((filter) => {
          const values = filter.parameters.flatMap((parameter) => {
            const text = take(parameter, (value) =>
              filterFault(filter, parameter, value, (one) => isOlder(filter.path, one)),
            )
            return text === undefined ? [] : [[parameter, text] as const]
          })
          const fault = rangeFault(filter, new Map(values))
          if (fault) faults.push(fault)
          return fault ? [] : values
        }),
      ),
      sort: sort === undefined ? [] : readSort(sort),
      ...(page !== undefined && { page: Number(page) }),
      ...(limit !== undefined && { limit: Number(limit) }),
      ...(ids && { ids }),
      ...(deleted && { deleted: true }),
    }
    for (const parameter of given.keys())
      if (!known.includes(parameter))
        faults.push({ parameter, message: `is not known here. Known are ${known.join(', ')}` })
    return { query, faults }
  }
}

/** The parameters that ask for it, each with its value. */
function listParameters(query: Partial<ListQuery>): [string, string][] {
  const { search, filters = {}, sort = [], page, limit, ids, deleted } = query
  return [
    ...(search ? [['search', search] as [string, string]] : []),
    ...Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)),
    ...Object.entries({
      ...(sort.length > 0 && { sort: writeSort(sort) }),
      ...(page !== undefined && { page: String(page) }),
      ...(limit !== undefined && { limit: String(limit) }),
      ...(ids && { [IDS]: ids.join(',') }),
      ...(deleted && { [DELETED]: IS_DELETED }),
    }),
  ]
}

/** The query of an address: `?search=ada&role=admin&sort=-createdAt`; '' when nothing is asked for. */
export function writeListQuery(query: Partial<ListQuery>): string {
  const text = new URLSearchParams(listParameters(query)).toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

function sortFault(text: string, sortable: readonly string[]): string | undefined {
  const paths = readSort(text).map(({ path }) => path)
  const isKnown = paths.every((path) => sortable.includes(path))
  return isKnown && new Set(paths).size === paths.length
    ? undefined
    : `takes ${sortable.join(', ')}, each once, with a minus in front to turn it round`
}

/** What is wrong with one parameter of a filter. `isOlder`: whether records may have a choice that is not offered. */
export function filterFault(
  filter: ListFilter,
  parameter: string,
  text: string,
  isOlder: (choice: string) => boolean = () => false,
): string | undefined {
  const { path, kind, choices } = filter
  const isOffered = (one: string) => choices.some(({ value }) => value === one)
  const offered = choices.map(({ value }) => value).join(', ')
  switch (parameter === rangeWord(path) ? 'flag' : kind) {
    case 'days':
      return dayFault(text)
    case 'number':
      return isNumber(text) ? undefined : 'must be a number, like 12 or 0.5'
    case 'choice': {
      const asked = choicesIn(text)
      const isRight =
        new Set(asked).size === asked.length &&
        asked.every((one) => isOffered(one) || (one !== '' && isOlder(one)))
      return isRight
        ? undefined
        : `must be one or more of ${offered}, separated by commas, each once`
    }
    case 'flag':
      return isOffered(text) ? undefined : `must be one of ${offered}`
    default:
      return undefined
  }
}

/** Ends that leave nothing between them, or more than one way to say a range. */
export function rangeFault(
  { path, kind }: ListFilter,
  values: ReadonlyMap<string, string>,
): ParameterFault | undefined {
  if (kind !== 'days' && kind !== 'number') return undefined
  const [fromName, toName] = [rangeFrom(path), rangeTo(path)]
  const alone = [rangeWord(path), path].find((name) => values.has(name))
  const other = [...values.keys()].find((name) => name !== alone)
  if (alone !== undefined && other !== undefined)
    return { parameter: alone, message: `must not stand beside '${other}'` }
  const [from, to] = [values.get(fromName), values.get(toName)]
  if (from === undefined || to === undefined) return undefined
  const isWrong = kind === 'days' ? from > to : Number(from) > Number(to)
  const word = kind === 'days' ? 'after' : 'more than'
  return isWrong ? { parameter: fromName, message: `must not be ${word} '${toName}'` } : undefined
}
