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

/** No stored value that can be filtered by is longer, and no list of a hundred ids. */
const LONGEST = 200
const LONGEST_LIST = 4000

const isShortValue = (value: string) => value.length <= LONGEST

/** The address of a list with these filters, or searched by a text. Takes the page's segment. */
export function listLink(page: string, query: Partial<ListQuery> = {}): string {
  return `${pageAddress(page)}${listAddress(query)}`
}

/** Where the list shows a record that may have been made: searched for by what names it, where it can be. */
export function lookUpAddress(resource: Resource, draft: object): string {
  const isSearched = ({ path }: { path: string }) => resource.search.includes(path)
  const named = resource.unique.filter(isSearched).map(({ path }) => path)
  const search = [...named, ...resource.search]
    .map((path) => getAt(draft, path))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return listLink(resource.page, { search: String(search ?? '').trim() })
}

/**
 * The query of the address that shows this part of a list; '' for its beginning. A first page without a size has its
 * reader's usual one; later ones the specification's, so that a link leads everybody to the same rows.
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
    // Records that are named are shown at once.
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
