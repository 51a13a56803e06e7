import type { CrudFilter, CrudSort } from '@refinedev/core'
import stockProvider from '@refinedev/simple-rest'
import { http } from '#admin/http/http.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Dialect } from './dialect.ts'

/**
 * The dialect of a stock REST backend: `_start` and `_end`, `_sort` and `_order`, X-Total-Count, PATCH, and each
 * resource at the path of its page. Refine's own provider speaks it, on our client. Such a backend knows no
 * versions, so that the last of two writers wins.
 */
const stock = stockProvider('', http)

export const simpleRest: Dialect = {
  async list(resource, query = {}) {
    const { page, limit, sort, search, ids, ...filters } = query
    if (ids !== undefined) {
      const { data } = await stock.getMany({ resource: resource.page, ids: String(ids).split(',') })
      return data
    }
    const { data, total } = await stock.getList({
      resource: resource.page,
      pagination:
        page === undefined
          ? { mode: 'off' }
          : { currentPage: Number(page), pageSize: Number(limit), mode: 'server' },
      // Our API has an order of its own where none is asked for; a stock backend has only what it is told.
      sorters: sortersOf(String(sort ?? resource.defaultSort)),
      filters: [
        ...(search === undefined ? [] : [{ field: 'q', operator: 'eq' as const, value: search }]),
        ...Object.entries(filters).map(([name, value]) => filterOf(resource, name, value)),
      ],
    })
    // Without X-Total-Count the provider counts what came, which says nothing of the other pages.
    const isCounted = Array.isArray(data) && (total !== data.length || total === 0)
    return isCounted ? { data, total } : data
  },
  async item({ page }, id) {
    return (await stock.getOne({ resource: page, id: encodeURIComponent(id) })).data
  },
  async create({ page }, body) {
    return (await stock.create({ resource: page, variables: body })).data
  },
  async update({ page }, id, body) {
    const at = { resource: page, id: encodeURIComponent(id) }
    return (await stock.update({ ...at, variables: body })).data
  },
  async remove({ page }, id) {
    return (await stock.deleteOne({ resource: page, id: encodeURIComponent(id) })).data
  },
}

/** `-createdAt,name`: a minus before what descends. */
function sortersOf(sort: string): CrudSort[] {
  return sort.split(',').map((key) => ({
    field: key.replace(/^-/, ''),
    order: key.startsWith('-') ? 'desc' : 'asc',
  }))
}

/** `createdAt_from` and `_to` bound a day; a list of references is asked whether it holds one. */
function filterOf(resource: Resource, name: string, value: unknown): CrudFilter {
  const [, field = name, end] = /^(.+)_(from|to)$/.exec(name) ?? []
  if (end === 'from') return { field, operator: 'gte', value }
  // The whole of the day: times are compared as texts.
  if (end === 'to') return { field, operator: 'lte', value: `${value}T23:59:59.999Z` }
  const isMany = referenceAt(resource.create, field)?.isMany
  return { field, operator: isMany ? 'contains' : 'eq', value }
}
