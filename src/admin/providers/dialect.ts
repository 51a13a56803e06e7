import { type Call, send } from '#admin/http/http.ts'
import type { Resource } from '#model/resource.ts'

/** How a backend is asked for records. What it answers is read by admin/wire, whatever the dialect. */
export interface Dialect {
  /** Takes the query in our own words: page, limit, search, sort, ids and declared filters. */
  list(resource: Resource, query: Call['query'], signal?: AbortSignal): Promise<unknown>
  item(resource: Resource, id: string, signal?: AbortSignal): Promise<unknown>
  create(resource: Resource, body: unknown): Promise<unknown>
  /** A version says what the write is based on; a dialect without versions leaves it out. */
  update(resource: Resource, id: string, body: unknown, version?: number): Promise<unknown>
  remove(resource: Resource, id: string, version?: number): Promise<unknown>
}

const itemPath = ({ api }: Resource, id: string) => `${api.path}/${encodeURIComponent(id)}`

/** The API of the specification (section 7). */
const ours: Dialect = {
  list: ({ api }, query, signal) => send({ method: 'GET', path: api.path, query, signal }),
  item: (resource, id, signal) => send({ method: 'GET', path: itemPath(resource, id), signal }),
  create: ({ api }, body) => send({ method: 'POST', path: api.create, body }),
  update: (resource, id, body, version) =>
    send({ method: 'PUT', path: itemPath(resource, id), body, version }),
  remove: (resource, id, version) =>
    send({ method: 'DELETE', path: itemPath(resource, id), version }),
}

/** The dialect that this build speaks. The other one is left out of it (VITE_API_DIALECT). */
export async function dialect(): Promise<Dialect> {
  if (import.meta.env.VITE_API_DIALECT !== 'simple-rest') return ours
  return (await import('./simple-rest.ts')).simpleRest
}
