import { hasCapability } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { MOST_FOUND, SEARCH_PATH, type SearchAnswer } from '#contract/search.ts'
import type { Resource } from '#model/resource.ts'
import { hasWords, searchText, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { pageReader } from './adapters/fetch-list.ts'
import { answerOf, send } from './http-client.ts'

export interface Found {
  resource: Resource
  records: {
    id: string
    name: string
    line?: string | undefined
    /** Path of `line`, when it holds the match. */
    path?: string | undefined
  }[]
  hasMore: boolean
}

export interface FoundAll {
  groups: Found[]
  missing: Resource[]
}

/** Maximum number of lists to search where the backend has no search over all resources. */
const MOST_LISTS = 6

/** Searches these resources: in one call, or at other backends by each list's own search. */
export async function searchAll(
  resources: readonly Resource[],
  text: string,
  signal: AbortSignal,
): Promise<FoundAll> {
  if (!hasChanges()) return searchLists(resources, text, signal)
  const body = await send({ method: 'GET', path: SEARCH_PATH, query: { q: text }, signal })
  const { groups, missing } = answerOf<SearchAnswer>(body, 'groups', 'missing')
  const known = (name: string) => resources.filter((one) => one.name === name)
  return {
    missing: missing.flatMap(known),
    groups: groups.flatMap(({ resource: name, records, hasMore }) =>
      known(name).map((resource) => ({
        resource,
        records: records.map(({ _id: id, ...rest }) => ({ id, ...rest })),
        hasMore,
      })),
    ),
  }
}

/** Searches each list. If the backend ignores the search, filters its answer here. */
async function searchLists(
  resources: readonly Resource[],
  text: string,
  signal: AbortSignal,
): Promise<FoundAll> {
  const words = searchWords(text)
  const searched = resources
    .filter(({ search, api }) => search.length > 0 && hasCapability(api.path) !== false)
    .slice(0, MOST_LISTS)
  const missing: Resource[] = []
  const groups = await Promise.all(
    searched.map(async (resource): Promise<Found> => {
      const ask = pageReader(resource, signal)
      const answer = await ask({ page: 1, limit: MOST_FOUND, search: text }, 1, MOST_FOUND).catch(
        () => {
          missing.push(resource)
          return { data: [], total: 0 }
        },
      )
      const records = answer.data
        .filter((row) => hasWords(searchText(resource, row), words))
        .map((row) => ({ id: row.id, name: nameOf(resource, row) }))
      const hasMore = answer.total > MOST_FOUND
      return { resource, records: records.slice(0, MOST_FOUND), hasMore }
    }),
  )
  return { groups: groups.filter(({ records }) => records.length > 0), missing }
}
