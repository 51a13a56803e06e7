import { MAX_ALL, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import {
  createListReader,
  firstDay,
  type ListFilter,
  lastDay,
  listFilters,
  readSort,
} from '#contract/list-query.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { startOfDay } from '#server/base/days.ts'
import { invalidParameter } from '#server/domain/refusals.ts'
import type { Filter, RowQuery } from '../store/list.ts'
import { filteredReference, isId } from '../store/shape.ts'
import { suggestible } from './list-parameters.ts'

export interface ParsedQuery extends RowQuery {
  page: number
  /** Whether the caller asked for pages at all. */
  isPaged: boolean
}

/**
 * Makes the reader of a resource's list queries: page, limit, search, sort and the declared filters
 * (API-03). What the declaration says is looked up here, once, and not at each request.
 * The reader throws 400 that names the parameter for anything else, and for one that is given twice.
 */
export function createListParser(resource: Resource, zone: () => string) {
  const isAll = isListedWhole(resource)
  const read = createListReader(resource)
  const filters = listFilters(resource).map((filter) => storedFilter(resource, filter, zone))
  const ownOrder = readSort(resource.defaultSort)

  return (given: Readonly<Record<string, unknown>>): ParsedQuery => {
    const { query, faults } = read(parametersIn(given))
    const [fault] = faults
    if (fault) throw invalidParameter(fault.parameter, fault.message)
    const isPaged = query.page !== undefined || query.limit !== undefined || !isAll
    // Ids that cannot exist are left out like all others that do not.
    const ids = query.ids && [...new Set(query.ids)].filter(isId)
    const limit = ids ? MAX_PAGE_SIZE : (query.limit ?? (isPaged ? PAGE_SIZE : MAX_ALL))
    const page = ids ? 1 : (query.page ?? 1)
    return {
      page,
      isPaged,
      offset: (page - 1) * limit,
      limit,
      search: query.search || undefined,
      sort: query.sort.length > 0 ? query.sort : ownOrder,
      filters: filters.flatMap((one) => one(query.filters) ?? []),
      ids,
    }
  }
}

/** Makes the reader of `?of=`: one of the filters on free texts. Throws 400 for anything else. */
export function createValuesParser(resource: Resource) {
  const known = suggestible(resource)
  return (given: Readonly<Record<string, unknown>>): string => {
    const parameters = parametersIn(given)
    const of = parameters.get('of')
    const unknown = [...parameters.keys()].find((name) => name !== 'of')
    if (unknown !== undefined) throw invalidParameter(unknown, 'is not known here. Known are of')
    if (of === undefined || !known.includes(of))
      throw invalidParameter('of', `must be one of ${known.join(', ')}`)
    return of
  }
}

/** Each parameter's one value. Throws 400 for what is given twice, and for what cannot be compared. */
function parametersIn(query: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = Object.entries(query).map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw invalidParameter(name, 'may be given once only')
    if (value.includes('\u0000'))
      throw invalidParameter(name, 'has characters that cannot be compared')
    return [name, value]
  })
  return new Map(entries)
}

/** Makes what turns a filter's values into what the store compares. Throws 400 for an id that is none. */
function storedFilter(resource: Resource, { path, kind, to }: ListFilter, zone: () => string) {
  const reference = filteredReference(resource, path)
  return (values: Readonly<Record<string, string>>): Filter | undefined => {
    if (kind === 'days') {
      const { [firstDay(path)]: first, [lastDay(path)]: last } = values
      const from = first === undefined ? undefined : startOfDay(first, zone())
      // The day named is included: the stretch ends where the next one begins.
      const until = last === undefined ? undefined : startOfDay(last, zone(), 1)
      return from || until ? { path, ...(from && { from }), ...(until && { until }) } : undefined
    }
    const is = values[path]
    if (is === undefined) return undefined
    if (!reference) return { path, is: kind === 'number' ? asStored(Number(is)) : is }
    if (!isId(is)) throw invalidParameter(path, `must be the id of one of ${to}`)
    return { path: reference.path, refersTo: is.toLowerCase() }
  }
}

/** As the store writes a number: without an exponent, and without the sign of a zero. */
function asStored(number: number): string {
  return (number + 0).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}
