import { found, isForeign, note } from '#admin/http/backend.ts'
import {
  type PeopleRead,
  readPeople,
  readUses,
  type UsesRead,
} from '#admin/providers/adapters/read-record-facts.ts'
import { type Counts, readUseCounts } from '#admin/providers/adapters/read-use-counts.ts'
import type { LineState, PeoplePart } from '#contract/people.ts'
import type { Resource } from '#model/resource.ts'
import { HttpError, send } from './http-client.ts'

/** Where a record is used, and by how many people; undefined of a backend that does not tell (WIRE-07). */
export function fetchUses(
  resource: Resource,
  id: string,
  signal?: AbortSignal,
): Promise<UsesRead | undefined> {
  return beside(resource, id, 'uses', readUses, undefined, signal)
}

export interface PeopleAsked {
  part: PeoplePart
  state: LineState | undefined
  page: number
  limit: number
}

/** A page of what learners do with a record, or a user did; undefined of a backend that does not tell. */
export function fetchPeople(
  resource: Resource,
  id: string,
  { state, ...asked }: PeopleAsked,
  signal?: AbortSignal,
): Promise<PeopleRead | undefined> {
  return beside(resource, id, 'people', readPeople, { ...asked, ...(state && { state }) }, signal)
}

/** What another backend has not answered for one record, it is not asked for the next. */
async function beside<T>(
  { api }: Resource,
  id: string,
  what: string,
  read: (body: unknown) => T | undefined,
  query: Record<string, string | number> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  const way = `${what} ${api.path}`
  if (found(way) === false) return undefined
  try {
    const path = `${api.path}/${encodeURIComponent(id)}/${what}`
    const answer = read(await send({ method: 'GET', path, query, signal }))
    if (!answer && isForeign()) note(way, false)
    return answer
  } catch (error) {
    const isLacking = error instanceof HttpError && [400, 404, 405, 501].includes(error.statusCode)
    if (!(isLacking && isForeign())) throw error
    note(way, false)
    return undefined
  }
}

/** How often each of some records is used and assigned. */
export async function fetchUseCounts(
  { api }: Resource,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Counts>> {
  const path = `${api.path}/uses`
  return readUseCounts(await send({ method: 'GET', path, query: { ids: ids.join(',') }, signal }))
}
