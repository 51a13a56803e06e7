import type { CrudFilter } from '@refinedev/core'
import stockProvider from '@refinedev/simple-rest'
import { instantOf } from '#admin/format/local-time.ts'
import { todayCounted } from '#admin/format/time.ts'
import { http } from '#admin/providers/http-client.ts'
import { addDays } from '#contract/days.ts'
import { daysOfWord, listFilters, readSort } from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { refineQuery } from '../crud-filters.ts'
import type { Dialect } from './dialect.ts'

/**
 * The dialect of a stock REST backend: `_start` and `_end`, `_sort` and `_order`, X-Total-Count, PATCH, and each
 * resource at the path of its page. Refine's own provider speaks it, on our client. Such a backend knows no
 * versions, so that the last of two writers wins.
 */
const stock = (signal?: AbortSignal) => stockProvider('', signal ? cancellable(signal) : http)

/** Returns our client with an abort signal for reads, which the provider itself does not pass on. */
function cancellable(signal: AbortSignal): typeof http {
  const get: typeof http.get = (url, config) => http.get(url, { ...config, signal })
  return Object.create(http, { get: { value: get } }) as typeof http
}

export const simpleRest: Dialect = {
  async list(resource, query = {}, signal) {
    const { page, limit, sort, search, ids, ...filters } = query
    if (ids !== undefined) {
      const { data } = await stock(signal).getMany({
        resource: resource.page,
        ids: String(ids).split(','),
      })
      return data
    }
    const declared = refineQuery(resource, {
      filters: Object.fromEntries(Object.entries(filters).map(([name, one]) => [name, `${one}`])),
      // Our API has a default order; a stock backend sorts only by what the query names.
      sort: readSort(`${sort ?? resource.defaultSort}`),
    })
    const searched: CrudFilter[] = search ? [{ field: 'q', operator: 'eq', value: search }] : []
    const { data, total } = await stock(signal).getList({
      resource: resource.page,
      pagination:
        page === undefined
          ? { mode: 'off' }
          : { currentPage: Number(page), pageSize: Number(limit), mode: 'server' },
      sorters: declared.sorters,
      filters: [...searched, ...declared.filters.flatMap((one) => inStockWords(resource, one))],
    })
    // Without X-Total-Count the provider counts the rows of the page, which is not the total.
    const isCounted = Array.isArray(data) && (total !== data.length || total === 0)
    return isCounted ? { data, total } : data
  },
  async item({ page }, id, signal) {
    return (await stock(signal).getOne({ resource: page, id: encodeURIComponent(id) })).data
  },
  async create({ page }, body) {
    return { body: (await stock().create({ resource: page, variables: body })).data }
  },
  async update({ page }, id, body) {
    const at = { resource: page, id: encodeURIComponent(id) }
    return { body: (await stock().update({ ...at, variables: body })).data }
  },
  async remove({ page }, id) {
    return { body: (await stock().deleteOne({ resource: page, id: encodeURIComponent(id) })).data }
  },
}

/**
 * Translates a filter for stock backends. They compare times as texts, so days become the moments at which they
 * begin and end for the reader. A list of references either contains a value or not. There is no operator for empty
 * values: that filter is dropped and applied in the console.
 */
function inStockWords(resource: Resource, filter: CrudFilter): CrudFilter[] {
  if (!('field' in filter)) return [filter]
  const { field, operator, value } = filter
  const isCalendar = describe(resource.row, field)?.kind === 'day'
  const from = (day: string): CrudFilter => ({
    field,
    operator: 'gte',
    value: isCalendar ? day : instantOf(`${day}T00:00`),
  })
  const to = (day: string): CrudFilter => ({
    field,
    operator: 'lte',
    value: isCalendar ? `${day}T23:59:59.999Z` : justBefore(instantOf(`${addDays(day, 1)}T00:00`)),
  })
  if (operator === 'null') return []
  if (operator === 'between') {
    const days = daysOfWord(String(value), todayCounted())
    return days ? [from(days.start), to(days.end)] : []
  }
  const kind = listFilters(resource).find(({ path }) => path === field)?.kind
  if (operator === 'gte' && kind === 'days') return [from(String(value))]
  if (operator === 'lte' && kind === 'days') return [to(String(value))]
  // Several values become repeated parameters.
  if (operator === 'in') return [{ ...filter, operator: 'eq' }]
  const isMany = referenceAt(resource.create, field)?.isMany
  return [isMany ? { ...filter, operator: 'contains' } : filter]
}

function justBefore(moment: string): string {
  return new Date(Date.parse(moment) - 1).toISOString()
}
