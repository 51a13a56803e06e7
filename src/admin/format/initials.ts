/** How many letters stand for a name. */
const MOST = 2

/**
 * The initials of a name: the first grapheme of its first and last word, as a reader sees them.
 * Takes any text, whatever its script; gives '?' for one without a visible letter.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = [first, last].map(firstLetter).filter(Boolean).slice(0, MOST)
  return letters.join('').toLocaleUpperCase() || '?'
}

/** A grapheme, not a code unit: an accent or a skin tone stays with its letter. */
function firstLetter(word: string | undefined): string {
  if (!word) return ''
  for (const { segment } of segments(word)) if (/[\p{L}\p{N}]/u.test(segment)) return segment
  return ''
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function segments(word: string): Iterable<{ segment: string }> {
  return segmenter.segment(word)
}
