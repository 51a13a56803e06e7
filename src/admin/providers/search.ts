import { found } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { SearchAnswer } from '#contract/search.ts'
import { MOST_FOUND, SEARCH_PATH } from '#contract/search-names.ts'
import type { Resource } from '#model/resource.ts'
import { hasWords, searchText, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { pageReader } from './adapters/fetch-list.ts'
import { answerOf, send } from './http-client.ts'

/** The records of one resource that a search over all has found. */
export interface Found {
  resource: Resource
  records: {
    id: string
    name: string
    line?: string | undefined
    /** Where that line stands, when the words were found there. */
    path?: string | undefined
  }[]
  hasMore: boolean
}

export interface FoundAll {
  groups: Found[]
  /** Those that could not be searched. */
  missing: Resource[]
}

/** So many lists are searched one by one, where the backend has no search over all. */
const MOST_LISTS = 6

/** Finds records of these resources by words: in one call, or at another backend by each list's own search. */
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

/** A backend that ignores a list's search gets its answer searched here. Fails when each of the lists does. */
async function searchLists(
  resources: readonly Resource[],
  text: string,
  signal: AbortSignal,
): Promise<FoundAll> {
  const words = searchWords(text)
  const asked = resources
    .filter(({ search, api }) => search.length > 0 && found(api.path) !== false)
    .slice(0, MOST_LISTS)
  const answers = await Promise.allSettled(
    asked.map((one) =>
      pageReader(one, signal)({ page: 1, limit: MOST_FOUND, search: text }, 1, MOST_FOUND),
    ),
  )
  const [first] = answers
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected'))
    throw first.reason
  return {
    missing: asked.filter((_, at) => answers[at]?.status === 'rejected'),
    groups: asked.flatMap((resource, at) => {
      const answer = answers[at]
      if (answer?.status !== 'fulfilled') return []
      const records = answer.value.data
        .filter((row) => hasWords(searchText(resource, row), words))
        .map((row) => ({ id: row.id, name: nameOf(resource, row) }))
      const hasMore = records.length > MOST_FOUND || answer.value.total > MOST_FOUND
      return records.length > 0
        ? [{ resource, records: records.slice(0, MOST_FOUND), hasMore }]
        : []
    }),
  }
}
