import { type Answer, type Call, send, write } from '#admin/providers/http-client.ts'
import type { Resource } from '#model/resource.ts'

/** Builds the requests for a backend. The readers of this folder accept the answers of all dialects. */
export interface Dialect {
  /** Reads a list. Takes the query with our API's parameters: page, limit, search, sort, ids and declared filters. */
  list(resource: Resource, query: Call['query'], signal?: AbortSignal): Promise<unknown>
  item(resource: Resource, id: string, signal?: AbortSignal): Promise<unknown>
  create(resource: Resource, body: unknown, basis: Basis): Promise<Answer>
  update(resource: Resource, id: string, body: unknown, basis: Basis): Promise<Answer>
  remove(resource: Resource, id: string, basis: Basis): Promise<Answer>
}

/** The version that a write is based on, and its idempotency key. Dialects without either ignore it. */
export type Basis = Pick<Call, 'version' | 'key'>

const itemPath = ({ api }: Resource, id: string) => `${api.path}/${encodeURIComponent(id)}`

const ours: Dialect = {
  list: ({ api }, query, signal) => send({ method: 'GET', path: api.path, query, signal }),
  item: (resource, id, signal) => send({ method: 'GET', path: itemPath(resource, id), signal }),
  create: ({ api }, body, { key }) => write({ method: 'POST', path: api.create, body, key }),
  update: (resource, id, body, basis) =>
    write({ method: 'PUT', path: itemPath(resource, id), body, ...basis }),
  remove: (resource, id, basis) =>
    write({ method: 'DELETE', path: itemPath(resource, id), ...basis }),
}

/** Loads the dialect of this build (VITE_API_DIALECT). The other one is not bundled. */
export async function dialect(): Promise<Dialect> {
  if (import.meta.env.VITE_API_DIALECT !== 'simple-rest') return ours
  return (await import('./simple-rest.ts')).simpleRest
}
