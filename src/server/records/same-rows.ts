import type pg from 'pg'

/** Answers as PostgreSQL writes them: what is the very same as before need not be read anew. */
export const AS_TEXTS: pg.CustomTypesConfig = { getTypeParser: () => String }

type Texts = readonly (readonly (string | null)[])[]

/** Of how many statements the latest rows are kept. */
const KEPT = 8

/** Remembers what statements gave the last time, by their names. */
export function createSameRows() {
  const kept = new Map<string, { texts: Texts; seal: object }>()
  return {
    /**
     * Gives the same object as long as a statement gives the very same rows, from the column at `from` on; another
     * one after any change.
     */
    sealOf(name: string, texts: Texts, from: number): object {
      const last = kept.get(name)
      if (last && isSame(last.texts, texts, from)) return last.seal
      const seal = {}
      kept.delete(name)
      kept.set(name, { texts, seal })
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break
        kept.delete(oldest)
      }
      return seal
    },
  }
}

function isSame(one: Texts, other: Texts, from: number): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at += 1) {
    const [left = [], right = []] = [one[at], other[at]]
    if (left.length !== right.length) return false
    for (let column = from; column < left.length; column += 1)
      if (left[column] !== right[column]) return false
  }
  return true
}
