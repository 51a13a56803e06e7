import { pageAddress } from '#admin/format/addresses.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import {
  choicesIn,
  createListReader,
  IDS,
  type ListQuery,
  writeListQuery,
} from '#contract/list-query.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** Longer than every stored value that can be filtered by, and than any list of a hundred ids. */
const LONGEST = 200
const LONGEST_LIST = 4000

const isShortValue = (value: string) => value.length <= LONGEST

/** The address of a list with these filters, or searched by a text. Takes the page's segment. */
export function listLink(page: string, query: Partial<ListQuery> = {}): string {
  return `${pageAddress(page)}${listAddress(query)}`
}

/** Returns the address of a list that searches for a record by its name, to check whether it was created. */
export function lookUpAddress(resource: Resource, draft: object): string {
  const isSearched = ({ path }: { path: string }) => resource.search.includes(path)
  const named = resource.unique.filter(isSearched).map(({ path }) => path)
  const search = [...named, ...resource.search]
    .map((path) => getAt(draft, path))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return listLink(resource.page, { search: String(search ?? '').trim() })
}

/**
 * Returns the query of an address for a part of a list; '' for its start. A first page without a size uses the
 * reader's own; later ones the specification's, so that a link shows the same rows to all users.
 */
export function listAddress(
  { page = 1, limit, ...query }: Partial<ListQuery>,
  usual = PAGE_SIZE,
): string {
  const isUsual = limit === undefined || limit === (page > 1 ? PAGE_SIZE : usual)
  return writeListQuery({ ...query, ...(page > 1 && { page }), ...(!isUsual && { limit }) })
}

/**
 * Reads a list's query from an address. Ignores invalid parts, because users may type anything. Of repeated
 * parameters the first counts.
 */
export function readListAddress(resource: Resource, address: string): ListQuery & { page: number } {
  const given = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(address)) {
    const text = value.trim()
    const isShort = text.length <= LONGEST_LIST && choicesIn(text).every(isShortValue)
    const isSane = text !== '' && isShort && !text.includes('\0')
    if (isSane && !given.has(name)) given.set(name, text)
  }
  // Accepts any value for a choice: the backend may have records with choices that are no longer offered.
  const { query } = createListReader(resource, () => true)(given)
  const { search, filters, sort, page = 1, limit, ids, deleted } = query
  return {
    ...{ search, sort, page },
    // Named records are shown on one page.
    ...(limit !== undefined && !ids && { limit }),
    filters: ids ? { ...filters, [IDS]: ids.join(',') } : filters,
    ...(deleted && { deleted }),
  }
}

/** Reads a list's query with its page size; see listAddress. */
export function sizedQuery(resource: Resource, asked: string, usual: number) {
  const query = readListAddress(resource, asked)
  return { ...query, limit: query.limit ?? (query.page > 1 ? PAGE_SIZE : usual) }
}
