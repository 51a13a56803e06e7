import { PAGE_SIZE } from '#contract/api.ts'

/** Returns the number of pages: ceil(total/limit), at least 1. */
export function pageCount(total: number, pageSize = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Returns the first and last position of a page's records, and the total. */
export function shownRange(page: number, rows: number, total: number, pageSize = PAGE_SIZE) {
  const from = rows === 0 ? 0 : (page - 1) * pageSize + 1
  return { from, to: rows === 0 ? 0 : from + rows - 1, total }
}
