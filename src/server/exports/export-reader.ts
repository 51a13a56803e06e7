import type { Row, Table } from './export-table.ts'

/** Rows of a table by the portion, whatever the pages they come in. */
export interface Reader {
  /** Whether there is another row; waits for the next page when it must. */
  hasMore(): Promise<boolean>
  /** The next rows, one at least after `hasMore` said yes, and `most` at most. */
  take(most: number): readonly Row[]
  /** Tells the pages that no more of them are wanted. */
  close(): Promise<void>
}

export function createReader(pages: Table['pages']): Reader {
  const iterator =
    Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]()
  let page: readonly Row[] = []
  let start = 0
  return {
    async hasMore() {
      while (start >= page.length) {
        const next = await iterator.next()
        if (next.done) return false
        page = next.value
        start = 0
      }
      return true
    },
    take(most) {
      const rows = page.slice(start, start + most)
      start += rows.length
      return rows
    },
    async close() {
      await iterator.return?.()
    },
  }
}
