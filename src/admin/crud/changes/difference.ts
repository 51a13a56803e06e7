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

/** Stretches of one kind as one piece; of a run of changed words first what went, then what came. */
function merged(pieces: readonly Piece[]): Piece[] {
  const done: Piece[] = []
  let [was, now] = ['', '']
  const end = () => {
    if (was !== '') done.push({ text: was, is: 'was' })
    if (now !== '') done.push({ text: now, is: 'now' })
    was = ''
    now = ''
  }
  for (const [at, { text, is }] of pieces.entries()) {
    // A space alone is no word in common.
    const isBetween =
      is === 'same' && text.trim() === '' && isChanged(pieces[at - 1]) && isChanged(pieces[at + 1])
    if (is === 'same' && !isBetween) {
      end()
      const last = done.at(-1)
      if (last?.is === 'same') last.text += text
      else done.push({ text, is })
      continue
    }
    if (is !== 'now') was += text
    if (is !== 'was') now += text
  }
  end()
  return done
}

function isChanged(piece: Piece | undefined): boolean {
  return piece !== undefined && piece.is !== 'same'
}

/** What is said of a long text that stayed: where it borders on a change, and dots for the rest. */
const NEAR = 100

/** The same with long stretches that are in both versions cut short. */
export function shortened(pieces: readonly Piece[]): Piece[] {
  if (pieces.length < 2) return [...pieces]
  return pieces.map(({ text, is }, at) => {
    if (is !== 'same') return { text, is }
    const head = at === 0 ? '' : text.slice(0, NEAR).replace(/\S*$/, '')
    const tail = at === pieces.length - 1 ? '' : text.slice(-NEAR).replace(/^\S*/, '')
    const isLong = text.length > 3 * NEAR
    return { text: isLong ? `${head}…${tail}` : text, is }
  })
}
