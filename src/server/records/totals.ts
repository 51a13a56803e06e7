const FRESH_MS = 5000
const MOST = 500

/**
 * Remembers totals of searches and filters for a few seconds, so that leafing through a list does
 * not count it again for each page. Calls for the same total at the same time share one count.
 */
export function createTotals<Total>() {
  let known = new Map<string, { at: number; total: Promise<Total> }>()
  return {
    of(key: string, count: () => Promise<Total>): Promise<Total> {
      const hit = known.get(key)
      if (hit && Date.now() - hit.at < FRESH_MS) return hit.total
      if (known.size >= MOST) known = new Map()
      const total = count()
      known.set(key, { at: Date.now(), total })
      // A failed count is not remembered.
      total.catch(() => known.delete(key))
      return total
    },
    forget(): void {
      known = new Map()
    },
  }
}
