import { PAGE_SIZE } from '#contract/api.ts'

/** How many pages there are: ceil(total/limit), at least 1. */
export function pageCount(total: number, pageSize = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Which records a page shows: the first and last position, and of how many. */
export function shownRange(page: number, rows: number, total: number, pageSize = PAGE_SIZE) {
  const from = rows === 0 ? 0 : (page - 1) * pageSize + 1
  return { from, to: rows === 0 ? 0 : from + rows - 1, total }
}
