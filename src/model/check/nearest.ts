/** More of them would hide the one that is meant. */
const MOST_NAMED = 12

/**
 * What to write in the place of a word: `write one of name, colour`, or `did you mean 'name'? There are name, colour`.
 * One of `more` may be meant, too, but they are not listed.
 */
export function oneOf(
  word: string,
  known: readonly string[],
  more: readonly string[] = [],
): string {
  const near = nearest(word, [...known, ...more])
  const all = known.join(', ')
  if (near === undefined) return `write one of ${all}`
  const isShort = known.length > 1 && known.length <= MOST_NAMED
  return `did you mean '${near}'?${isShort ? ` There are ${all}` : ''}`
}

/** A kind of value in a sentence. */
export function aKind(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}

/** The known word that is a slip of the hand away from this one; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    .map((one) => ({ one, steps: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, steps }) => steps <= most && steps < one.length && one !== word)
    .sort((a, b) => a.steps - b.steps)
  return ranked[0]?.one
}

/** How many letters are added, left out, changed or swapped with their neighbour. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows[i] = row
  }
  return at(rows, one.length, other.length)
}

function at(rows: readonly (readonly number[])[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}
