import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'

/** How many rows a page may have, for whoever chooses: the first is the specification's. */
export const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 25, 50, 100]

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
