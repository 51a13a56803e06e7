import {
  type DataProvider,
  type GetListParams,
  type OpenNotificationParams,
  Refine,
  type ResourceProps,
} from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { conditionsOf } from '#admin/providers/adapters/conditions.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Row } from '#model/declaration.ts'
import { registry } from '#resources/index.ts'

/** What happens to the next write: its answer is lost before or after it is stored, or it is refused. */
type Fate = 'lost before' | 'lost after' | HttpError

/** A write as it was sent. */
interface Sent {
  method: 'create' | 'update' | 'delete'
  id?: string
  version?: unknown
  values?: Record<string, unknown>
}

/**
 * A backend of one list in memory, for tests of components. It pages, sorts, filters, searches and checks versions as
 * the server does (tests/server/memory-backend.nightly.test.ts); it does not validate.
 */
export function memoryBackend(...rows: Row[]) {
  const stored = new Map(rows.map((row) => [row.id, row]))
  const sent: Sent[] = []
  const fates: Fate[] = []
  let made = 0

  async function write(one: Sent, store: () => Row) {
    sent.push(one)
    const fate = fates.shift()
    if (fate instanceof HttpError) throw fate
    if (fate === 'lost before') throw new HttpError(0)
    const data = store()
    if (fate === 'lost after') throw new HttpError(0)
    return await Promise.resolve({ data })
  }
  function find(id: unknown, version?: unknown): Row {
    const row = stored.get(String(id))
    if (!row) throw new HttpError(404)
    if (version !== undefined && version !== row.version)
      throw new HttpError(412, { current: { ...row } })
    return row
  }
  function put(row: Row): Row {
    stored.set(row.id, row)
    return row
  }

  const provider = {
    getApiUrl: () => '',
    getList: ({ resource: name, pagination, filters, sorters }: GetListParams) => {
      const { currentPage = 1, pageSize = 10, mode } = pagination ?? {}
      // The list of a resource that is made for one test is neither narrowed nor sorted.
      const resource = registry.find((one) => one.name === name || one.page === name)
      const conditions = resource ? conditionsOf(resource, filters, sorters) : []
      const all = conditions.reduce((rows, { apply }) => apply(rows), [...stored.values()])
      const from = (currentPage - 1) * pageSize
      const data = mode === 'off' ? all : all.slice(from, from + pageSize)
      return Promise.resolve({ data, total: all.length })
    },
    getMany: ({ ids }: { ids: unknown[] }) =>
      Promise.resolve({ data: ids.flatMap((id) => stored.get(String(id)) ?? []) }),
    getOne: async ({ id }: { id: unknown }) => await Promise.resolve({ data: find(id) }),
    create: ({ variables: values }: { variables: Record<string, unknown> }) =>
      write({ method: 'create', values }, () => {
        made++
        return put({ ...values, _id: `new-${made}`, id: `new-${made}`, version: 1 })
      }),
    update: ({ id, variables: values, meta }: Update) =>
      write({ method: 'update', id: String(id), version: meta?.version, values }, () => {
        const row = find(id, meta?.version)
        return put({ ...row, ...values, version: Number(row.version) + 1 })
      }),
    deleteOne: ({ id, meta }: Update) =>
      write({ method: 'delete', id: String(id), version: meta?.version }, () => {
        const row = find(id, meta?.version)
        stored.delete(row.id)
        return row
      }),
  }
  return {
    provider: provider as unknown as DataProvider,
    stored,
    sent,
    /** What happens to the writes that follow, one after the other. */
    next: (...next: Fate[]) => void fates.push(...next),
  }
}

interface Update {
  id: unknown
  variables: Record<string, unknown>
  meta?: { version?: unknown }
}

/** Refine around a component, with a backend; what it notifies of is written down. */
export function refineAround(provider: DataProvider, resources: ResourceProps[] = []) {
  const told: string[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const notes = {
    open: ({ description, message }: OpenNotificationParams) =>
      void told.push(`${description}: ${message}`),
    close: () => undefined,
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Refine
      dataProvider={provider}
      notificationProvider={notes}
      resources={resources}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: client } }}
    >
      {children}
    </Refine>
  )
  return { wrapper, told }
}
