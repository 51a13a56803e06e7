import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { type ListFilter, readFilters } from '../filters/read-filters.ts'

/** How many pages there are: ceil(total/limit), at least 1 (USER-03). */
export function pageCount(total: number, pageSize = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Which records a page shows: the first and last position, and of how many. */
export function shownRange(
  page: number,
  rows: number,
  total: number,
  pageSize = PAGE_SIZE,
): { from: number; to: number; total: number } {
  const from = rows === 0 ? 0 : (page - 1) * pageSize + 1
  return { from, to: rows === 0 ? 0 : from + rows - 1, total }
}

/** Whether Previous and Next stand below the list: always for users (USER-03), else when they lead somewhere (LIST-01). */
export function hasPager(resource: Resource, total: number, pageSize = PAGE_SIZE): boolean {
  return resource.api.envelope === 'count' || total > pageSize
}

export interface Sort {
  field: string
  order: 'asc' | 'desc'
}

export interface ListQuery {
  page: number
  search: string
  sort: Sort | undefined
  filters: readonly ListFilter[]
}

/**
 * What the address bar asks for, made sane: a page that exists in principle, a declared sort key, one search text, declared filters.
 * Takes the values as they stand in the URL (askedIn), where a visitor may have typed anything.
 */
export function readQuery(
  resource: Resource,
  asked: { page: unknown; filters: readonly unknown[]; sorters: readonly unknown[] },
): ListQuery {
  const page = Number.isSafeInteger(asked.page) && Number(asked.page) >= 1 ? Number(asked.page) : 1
  const search = asked.filters.map(searchIn).find((text) => text !== undefined) ?? ''
  const sort = asked.sorters.map((one) => sortIn(resource, one)).find(Boolean)
  return { page, search, sort, filters: readFilters(resource, asked.filters) }
}

function searchIn(filter: unknown): string | undefined {
  if (!isObject(filter) || filter.field !== SEARCH) return undefined
  return typeof filter.value === 'string' ? filter.value : undefined
}

function sortIn(resource: Resource, sorter: unknown): Sort | undefined {
  if (!isObject(sorter) || typeof sorter.field !== 'string') return undefined
  if (!resource.sorts.includes(sorter.field)) return undefined
  return { field: sorter.field, order: sorter.order === 'desc' ? 'desc' : 'asc' }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The filter that carries the search box's text. */
export const SEARCH = 'search'

/** A click on a header: ascending, then descending, then the resource's own order again. */
export function nextSort(current: Sort | undefined, field: string): Sort | undefined {
  if (current?.field !== field) return { field, order: 'asc' }
  return current.order === 'asc' ? { field, order: 'desc' } : undefined
}
