import type { ListFilter } from '../filters/read-filters.ts'
import { type ListQuery, SEARCH } from './paging.ts'

/** A condition of a list as an address holds it: the search text is one too. */
type Condition = Omit<ListFilter, 'operator'> & { operator: ListFilter['operator'] | 'contains' }

/**
 * What an address asks of a list, as it stands there; readQuery makes it sane.
 * Takes the address's query, in the form in which Refine's own tables write it.
 */
export function askedIn(search: string) {
  const params = new URLSearchParams(search)
  return {
    page: Number(params.get('currentPage') ?? 1),
    filters: entriesIn(params, 'filters'),
    sorters: entriesIn(params, 'sorters'),
  }
}

/** The query of an address that shows this part of a list; empty for its beginning. */
export function addressOf({ page, search, sort, filters }: ListQuery): string {
  const conditions: Condition[] = search
    ? [{ field: SEARCH, operator: 'contains', value: search }, ...filters]
    : [...filters]
  const parts = [
    ...(page > 1 ? [`currentPage=${page}`] : []),
    ...(sort ? pairs('sorters', 0, { ...sort }) : []),
    ...conditions.flatMap((one, at) => pairs('filters', at, { ...one })),
  ]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function pairs(list: string, at: number, entry: Readonly<Record<string, string>>): string[] {
  return Object.entries(entry).map(
    ([key, value]) => `${list}[${at}][${key}]=${encodeURIComponent(value)}`,
  )
}

/** `filters[0][field]=…`: the entries of a list by their position, whatever else stands there. */
function entriesIn(params: URLSearchParams, list: string): Record<string, string>[] {
  const entries = new Map<string, Map<string, string>>()
  for (const [name, value] of params) {
    const [, kind, at = '', key = ''] = /^(\w+)\[(\d+)\]\[(\w+)\]$/.exec(name) ?? []
    if (kind === list) entries.set(at, (entries.get(at) ?? new Map()).set(key, value))
  }
  return [...entries.values()].map((entry) => Object.fromEntries(entry))
}
