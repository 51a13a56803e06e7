import { found, isForeign, note } from '#admin/http/backend.ts'
import { readFound } from '#admin/providers/adapters/read-found.ts'
import { MOST_FOUND, SEARCH_PATH } from '#contract/search-names.ts'
import type { Resource } from '#model/resource.ts'
import { hasWords, searchText, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { pageReader } from './adapters/fetch-list.ts'
import { HttpError, send } from './http-client.ts'

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

/** Finds records of these resources by words: in one call, or of another backend by each list's own search. */
export async function searchAll(
  resources: readonly Resource[],
  text: string,
  signal: AbortSignal,
): Promise<FoundAll> {
  return (await searchAtOnce(resources, text, signal)) ?? searchLists(resources, text, signal)
}

async function searchAtOnce(
  resources: readonly Resource[],
  text: string,
  signal: AbortSignal,
): Promise<FoundAll | undefined> {
  if (found(SEARCH_PATH) === false) return undefined
  try {
    const answer = readFound(
      await send({ method: 'GET', path: SEARCH_PATH, query: { q: text }, signal }),
    )
    if (answer) {
      const known = (name: string) => resources.find((one) => one.name === name) ?? []
      return {
        missing: answer.missing.flatMap(known),
        groups: answer.groups.flatMap(({ resource: name, records, hasMore }) =>
          [known(name)].flat().map((resource) => ({
            resource,
            records: records.map(({ _id: id, ...rest }) => ({ id, ...rest })),
            hasMore,
          })),
        ),
      }
    }
    if (!isForeign()) throw new HttpError(200)
  } catch (error) {
    const isLacking = error instanceof HttpError && [400, 404, 405, 501].includes(error.statusCode)
    if (!(isLacking && isForeign())) throw error
  }
  note(SEARCH_PATH, false)
  return undefined
}

/** What a list answers that knows of no search is looked through here. Fails when each of them does. */
async function searchLists(
  resources: readonly Resource[],
  text: string,
  signal: AbortSignal,
): Promise<FoundAll> {
  const words = searchWords(text)
  const asked = resources
    .filter(({ search, api }) => search.length > 0 && found(api.path) !== false)
    .slice(0, MOST_LISTS)
  const page = { current: 1, pageSize: MOST_FOUND }
  const answers = await Promise.allSettled(
    asked.map((one) => pageReader(one, signal)({ page: 1, limit: MOST_FOUND, search: text }, page)),
  )
  const [first] = answers
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected'))
    throw first.reason
  const of = (at: number) => asked[at] as Resource
  return {
    missing: asked.filter((_, at) => answers[at]?.status === 'rejected'),
    groups: answers.flatMap((answer, at) => {
      if (answer.status === 'rejected') return []
      const records = answer.value.data
        .filter((row) => hasWords(searchText(of(at), row), words))
        .map((row) => ({ id: row.id, name: nameOf(of(at), row) }))
      const hasMore = records.length > MOST_FOUND || answer.value.total > MOST_FOUND
      if (records.length === 0) return []
      return { resource: of(at), records: records.slice(0, MOST_FOUND), hasMore }
    }),
  }
}
