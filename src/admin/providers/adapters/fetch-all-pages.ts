import { MAX_ALL, MAX_PAGE_SIZE } from '#contract/api.ts'
import type { ListPage } from './read-records.ts'

/** One answer of a list, as far as reading many of them needs it. */
export interface Page {
  data: ListPage['rows']
  total: number
  /** There are at least so many: the backend told its pages, and no total. */
  isLeast: boolean
  dropped: number
}

export type Ask = (query: Record<string, string | number>, page: number) => Promise<Page>

/** What could be read of a list, and how many records the backend says there are. */
export interface Whole {
  rows: ListPage['rows']
  total: number
}

/** No backend's pages are so small that more would be needed. */
const MOST_PAGES = 100
const AT_ONCE = 5

/**
 * Reads a whole list, at most 1,000 records (WIRE-04). `isPaged` asks for pages from the start; without it, they
 * are asked for where the answer is cut and says so. Ends at a page that brings nothing new.
 */
export async function readWhole(ask: Ask, isPaged: boolean): Promise<Whole> {
  const turn = (page: number) => ask({ page, limit: MAX_PAGE_SIZE }, page)
  let first = isPaged ? await turn(1) : await ask({}, 1)
  if (!isPaged && first.total > sizeOf(first)) first = await turn(1)
  const rows = new Map(first.data.map((row) => [row.id, row]))
  const wanted = Math.ceil(Math.min(first.total, MAX_ALL) / Math.max(1, sizeOf(first)))
  const last = Math.min(wanted, MOST_PAGES)
  for (let page = 2; page <= last; page += AT_ONCE) {
    const pages = Array.from({ length: Math.min(AT_ONCE, last - page + 1) }, (_, at) => page + at)
    const before = rows.size
    for (const { data } of await Promise.all(pages.map(turn)))
      for (const row of data) rows.set(row.id, row)
    if (rows.size === before) break
  }
  return { rows: [...rows.values()].slice(0, MAX_ALL), total: Math.max(first.total, rows.size) }
}

function sizeOf({ data, dropped }: Page): number {
  return data.length + dropped
}
