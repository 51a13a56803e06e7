import type { BaseKey, BaseRecord, CrudFilter, CrudSort, DataProvider } from '@refinedev/core'
import { generateFilter, generateSort } from '@refinedev/simple-rest'
import { MAX_ALL } from '#contract/api.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { type ListPage, Refusal, readItem, readList, UnexpectedShape } from '#model/wire.ts'
import { API_URL } from '../session/wire.ts'
import { type Call, HttpError, send } from './http.ts'
import { chosen, type Page } from './many.ts'

type Meta = Record<string, unknown> | undefined

/**
 * Refine's way to the API. Methods and paths are fixed by the declarations: Refine merges the address bar's
 * parameters into `meta`, so nothing of it is read but an AbortSignal and a version that is a number.
 */
export function dataProvider(registry: readonly Resource[]): DataProvider {
  const resourceOf = (name: string): Resource => {
    const found = registry.find((one) => one.name === name || one.page === name)
    if (!found) throw new Error(`There is no resource '${name}'`)
    return found
  }

  async function getOne(name: string, id: BaseKey, meta?: Meta): Promise<BaseRecord> {
    const resource = resourceOf(name)
    const body = await send({ method: 'GET', path: itemPath(resource, id), signal: signalOf(meta) })
    const row = reading(() => readItem(resource, body))
    if (!row) throw new HttpError(200)
    return row
  }

  const provider = {
    async getList({ resource: name, pagination, sorters, filters, meta }) {
      const resource = resourceOf(name)
      const page = { current: pagination?.currentPage ?? 1, pageSize: pagination?.pageSize ?? 10 }
      const isPaged = !isListedWhole(resource) && pagination?.mode !== 'off'
      const body = await send({
        method: 'GET',
        path: resource.api.path,
        query: {
          ...(isPaged && { page: page.current, limit: page.pageSize }),
          ...sortQuery(sorters),
          ...filterQuery(filters),
        },
        signal: signalOf(meta),
      })
      if (isPaged) return listed(resource, body, page)
      const all = listed(resource, body, { current: 1, pageSize: MAX_ALL })
      if (pagination?.mode === 'off') return all
      const before = (page.current - 1) * page.pageSize
      return { data: all.data.slice(before, before + page.pageSize), total: all.data.length }
    },

    async getOne({ resource, id, meta }) {
      return { data: await getOne(resource, id, meta) }
    },

    async getMany({ resource: name, ids, meta }) {
      const resource = resourceOf(name)
      const isPaged = !isListedWhole(resource)
      const ask = async (query: Call['query'], current: number): Promise<Page> => {
        const { path } = resource.api
        const body = await send({ method: 'GET', path, query, signal: signalOf(meta) })
        return listed(resource, body, { current, pageSize: MAX_ALL })
      }
      return { data: await chosen(ids.map(String), isPaged, ask) }
    },

    async create({ resource: name, variables }) {
      const resource = resourceOf(name)
      const body = await send({ method: 'POST', path: resource.api.create, body: variables })
      return { data: reading(() => readItem(resource, body)) ?? {} }
    },

    async update({ resource: name, id, variables, meta }) {
      const resource = resourceOf(name)
      const body = await send(writeTo('PUT', resource, id, meta, variables))
      return { data: reading(() => readItem(resource, body)) ?? { id } }
    },

    async deleteOne({ resource: name, id, meta }) {
      const resource = resourceOf(name)
      const body = await send(writeTo('DELETE', resource, id, meta))
      return { data: reading(() => readItem(resource, body)) ?? { id } }
    },

    getApiUrl: () => API_URL,
  } satisfies Plain
  // Refine lets each caller name its own record type; what arrives was read by the resource's schema.
  return provider as unknown as DataProvider
}

/** The provider's shape before each caller names a record type of its own. */
type Plain = {
  [Key in 'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'deleteOne']: (
    params: Parameters<NonNullable<DataProvider[Key]>>[0],
  ) => Promise<{ data: BaseRecord | BaseRecord[]; total?: number }>
} & Pick<DataProvider, 'getApiUrl'>

function itemPath(resource: Resource, id: BaseKey): string {
  return `${resource.api.path}/${encodeURIComponent(id)}`
}

function writeTo(
  method: 'PUT' | 'DELETE',
  resource: Resource,
  id: BaseKey,
  meta: Meta,
  body?: unknown,
): Call {
  const { version } = meta ?? {}
  return {
    method,
    path: itemPath(resource, id),
    ...(body !== undefined && { body }),
    ...(typeof version === 'number' && { version }),
  }
}

function signalOf(meta: Meta): AbortSignal | undefined {
  const { signal } = meta ?? {}
  return signal instanceof AbortSignal ? signal : undefined
}

function listed(
  resource: Resource,
  body: unknown,
  page: { current: number; pageSize: number },
): { data: ListPage['rows'] } & Pick<ListPage, 'total' | 'limit'> {
  const { rows, total, dropped, limit } = reading(() => readList(resource, body, page))
  if (dropped > 0) console.warn(`${resource.api.path} sent ${dropped} entries that are no records`)
  return { data: rows, total, limit }
}

/** What the reader refuses is a failed call to the screens, with the reader's words. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal || error instanceof UnexpectedShape)
      throw new HttpError(200, { message: error.message })
    throw error
  }
}

/** `-createdAt,name`: a minus before what descends. */
function sortQuery(sorters?: CrudSort[]): { sort?: string } {
  const { _sort: fields = [], _order: orders = [] } = generateSort(sorters) ?? {}
  const sort = fields.map((field, index) => (orders[index] === 'desc' ? `-${field}` : field))
  return sort.length > 0 ? { sort: sort.join(',') } : {}
}

/** Where simple-rest's query words differ from the API's: `createdAt_from=2026-01-01`, `search=ada`. */
const ENDINGS: Record<string, string> = { _gte: '_from', _lte: '_to', _like: '' }
const OPERATORS: readonly string[] = ['eq', 'contains', 'gte', 'lte']

function filterQuery(filters: CrudFilter[] = []): Record<string, string> {
  // simple-rest reads an operator it does not know as equality, and would answer another question.
  const strange = filters.find(({ operator }) => !OPERATORS.includes(operator))
  if (strange) throw new Error(`The API has no filter '${strange.operator}'`)
  const given = Object.entries(generateFilter(filters)).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(
    given.map(([name, value]) => [
      name.replace(/_(gte|lte|like)$/, (ending) => ENDINGS[ending] ?? ''),
      String(value),
    ]),
  )
}
