/** A stretch of a text that is in both versions, or only in the former or the present one. */
export interface Piece {
  text: string
  is: 'same' | 'was' | 'now'
}

/** Words times words; beyond that the texts are compared as a whole. */
const MOST = 400_000

/** What of a text was taken away and what came, word by word. */
export function difference(was: string, now: string): Piece[] {
  const [before, after] = [wordsOf(was), wordsOf(now)]
  const head = sharedHead(before, after)
  const tail = Math.min(
    sharedHead(before.slice(head).reverse(), after.slice(head).reverse()),
    before.length - head,
    after.length - head,
  )
  const [left, right] = [before, after].map((words) => words.slice(head, words.length - tail))
  return merged([
    ...before.slice(0, head).map((text) => ({ text, is: 'same' as const })),
    ...between(left ?? [], right ?? []),
    ...before.slice(before.length - tail).map((text) => ({ text, is: 'same' as const })),
  ])
}

/** By the longest words in common. */
function between(before: readonly string[], after: readonly string[]): Piece[] {
  const gone = before.map((text): Piece => ({ text, is: 'was' }))
  const come = after.map((text): Piece => ({ text, is: 'now' }))
  if (before.length * after.length > MOST) return [...gone, ...come]
  const width = after.length + 1
  /** How many words the rests have in common. */
  const shared = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      shared[i * width + j] =
        before[i] === after[j]
          ? (shared[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(shared[(i + 1) * width + j] ?? 0, shared[i * width + j + 1] ?? 0)
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      pieces.push({ text: before[i] ?? '', is: 'same' })
      i += 1
      j += 1
    } else if ((shared[(i + 1) * width + j] ?? 0) >= (shared[i * width + j + 1] ?? 0))
      pieces.push(...gone.slice(i, ++i))
    else pieces.push(...come.slice(j, ++j))
  }
  return [...pieces, ...gone.slice(i), ...come.slice(j)]
}

/** Words, and the spaces between them. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? []
}

function sharedHead(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, index) => word !== other[index])
  return at === -1 ? Math.min(one.length, other.length) : at
}

function merged(pieces: readonly Piece[]): Piece[] {
  const done: Piece[] = []
  for (const { text, is } of pieces) {
    const last = done.at(-1)
    if (last?.is === is) last.text += text
    else done.push({ text, is })
  }
  return done
}
