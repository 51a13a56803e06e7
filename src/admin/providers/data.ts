import type { BaseKey, BaseRecord, DataProvider } from '@refinedev/core'
import { API_URL } from '#admin/http/backend.ts'
import { HttpError } from '#admin/http/http.ts'
import { readItem } from '#admin/wire/read-records.ts'
import { MAX_ALL } from '#contract/api.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { type Dialect, dialect } from './dialect.ts'
import { fetchByIds } from './fetch-by-ids.ts'
import { fetchList, orHttpError, pageReader } from './list.ts'
import { noteIds, withNumericIds } from './numeric-ids.ts'
import { forgetWhole } from './whole.ts'

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
    const body = await (await dialect()).item(resource, String(id), signalOf(meta))
    const row = orHttpError(() => readItem(resource, body))
    if (!row) throw new HttpError(200)
    noteIds(resource, [row])
    return row
  }

  const provider = {
    getList({ resource: name, meta, ...asked }) {
      return fetchList(resourceOf(name), asked, signalOf(meta))
    },

    async getOne({ resource, id, meta }) {
      return { data: await getOne(resource, id, meta) }
    },

    async getMany({ resource: name, ids, meta }) {
      const resource = resourceOf(name)
      const ask = pageReader(resource, signalOf(meta))
      const rows = await fetchByIds(
        resource.api.path,
        ids.map(String),
        !isListedWhole(resource),
        (query, current) => ask(query, { current, pageSize: MAX_ALL }),
      )
      return { data: rows }
    },

    async create({ resource: name, variables }) {
      const resource = resourceOf(name)
      const sent = withNumericIds(resource.create, variables)
      const body = await writing(resource, ({ create }) => create(resource, sent))
      return { data: orHttpError(() => readItem(resource, body)) ?? {} }
    },

    async update({ resource: name, id, variables, meta }) {
      const resource = resourceOf(name)
      const sent = withNumericIds(resource.update, variables)
      const body = await writing(resource, ({ update }) =>
        update(resource, String(id), sent, versionOf(meta)),
      )
      return { data: orHttpError(() => readItem(resource, body)) ?? { id } }
    },

    async deleteOne({ resource: name, id, meta }) {
      const resource = resourceOf(name)
      const body = await writing(resource, ({ remove }) =>
        remove(resource, String(id), versionOf(meta)),
      )
      return { data: orHttpError(() => readItem(resource, body)) ?? { id } }
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

/** After a write, whatever became of it, what was read of the whole list is old. */
async function writing(
  { api: { path } }: Resource,
  write: (by: Dialect) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await write(await dialect())
  } finally {
    forgetWhole(path)
  }
}

function versionOf(meta: Meta): number | undefined {
  const { version } = meta ?? {}
  return typeof version === 'number' ? version : undefined
}

function signalOf(meta: Meta): AbortSignal | undefined {
  const { signal } = meta ?? {}
  return signal instanceof AbortSignal ? signal : undefined
}
