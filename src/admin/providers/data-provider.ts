import type { BaseRecord, DataProvider } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { API_URL } from '#admin/http/backend.ts'
import { readItem } from '#admin/providers/adapters/read-records.ts'
import type { Resource } from '#model/resource.ts'
import { type Basis, type Dialect, dialect } from './adapters/dialect.ts'
import { fetchByIds, fetchList } from './adapters/fetch-list.ts'
import { noteIds, withNumericIds } from './adapters/raw-payload.ts'
import { type Answer, HttpError } from './http-client.ts'
import { noteChange, noteDeletion } from './notification-provider.ts'
import { withVersions } from './versioned-provider.ts'

type Meta = Record<string, unknown> | undefined

/**
 * Refine's data provider for the API. The declarations determine methods and paths. Refine merges the address bar's
 * parameters into `meta`, so only an AbortSignal, a numeric version and a key of our own type are read from it.
 * `client`, Refine's query client, caches lists that must be read whole.
 */
export function dataProvider(
  registry: readonly Resource[],
  client = new QueryClient(),
): DataProvider {
  const resourceOf = (name: string): Resource => {
    const found = registry.find((one) => one.name === name || one.page === name)
    if (!found) throw new Error(`There is no resource '${name}'`)
    return found
  }

  const provider = {
    getList({ resource: name, meta, ...asked }) {
      return fetchList(resourceOf(name), asked, signalOf(meta), client)
    },

    async getOne({ resource: name, id, meta }) {
      const resource = resourceOf(name)
      const body = await (await dialect()).item(resource, String(id), signalOf(meta))
      const row = readItem(resource, body)
      if (!row) throw new HttpError(200)
      noteIds(resource, [row])
      return { data: row }
    },

    async getMany({ resource, ids, meta }) {
      const rows = await fetchByIds(resourceOf(resource), ids.map(String), signalOf(meta), client)
      return { data: rows }
    },

    async create({ resource: name, variables, meta }) {
      const resource = resourceOf(name)
      const sent = withNumericIds(resource.create, variables)
      return await writing(resource, {}, ({ create }) => create(resource, sent, basisOf(meta)))
    },

    async update({ resource: name, id, variables, meta }) {
      const resource = resourceOf(name)
      const sent = withNumericIds(resource.update, variables)
      return await writing(resource, { id }, ({ update }) =>
        update(resource, String(id), sent, basisOf(meta)),
      )
    },

    async deleteOne({ resource: name, id, meta }) {
      const resource = resourceOf(name)
      const answer = await writing(resource, { id }, ({ remove }) =>
        remove(resource, String(id), basisOf(meta)),
      )
      noteDeletion(resource, id)
      return answer
    },

    getApiUrl: () => API_URL,
  } satisfies Plain
  // Each caller of Refine names its own record type; the resource's schema has read the data.
  return withVersions(provider as unknown as DataProvider, resourceOf)
}

/** The provider's type before a caller chooses a record type. */
type Plain = {
  [Key in 'getList' | 'getOne' | 'getMany' | 'create' | 'update' | 'deleteOne']: (
    params: Parameters<NonNullable<DataProvider[Key]>>[0],
  ) => Promise<{ data: BaseRecord | BaseRecord[]; total?: number }>
} & Pick<DataProvider, 'getApiUrl'>

/** Makes a write. Returns the record from the answer, else `known`, with the id of the change. */
async function writing(
  resource: Resource,
  known: BaseRecord,
  write: (by: Dialect) => Promise<Answer>,
): Promise<{ data: BaseRecord; changeId?: string }> {
  const { body, ...rest } = await write(await dialect())
  noteChange(resource, rest.changeId)
  return { data: readItem(resource, body) ?? known, ...rest }
}

function basisOf(meta: Meta): Basis {
  const { version, key } = meta ?? {}
  return {
    ...(typeof version === 'number' && { version }),
    ...(typeof key === 'string' && /^[0-9a-f]{32}$/.test(key) && { key }),
  }
}

function signalOf(meta: Meta): AbortSignal | undefined {
  const { signal } = meta ?? {}
  return signal instanceof AbortSignal ? signal : undefined
}
