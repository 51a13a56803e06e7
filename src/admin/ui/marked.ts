import { createContext } from 'react'
import { fold } from '#model/search.ts'

/** Folded words of the current search, which texts highlight. */
export const MarkContext = createContext<readonly string[]>([])

/** Splits a text at the words of a search, ignoring case and accents. */
export function markedPieces(text: string, words: readonly string[]) {
  // Splits the text into letters with their accents.
  const letters = text.match(/.\p{M}*/gsu) ?? []
  const folded = letters.map((letter) => (/\s/.test(letter) ? ' ' : fold(letter)))
  const letterAt = folded.flatMap((part, index) => Array<number>(part.length).fill(index))
  const whole = folded.join('')
  const marked = new Set<number | undefined>()
  for (const word of words)
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1))
      for (let part = 0; part < word.length; part++) marked.add(letterAt[at + part])
  const pieces: { at: number; text: string; isMarked: boolean }[] = []
  for (const [at, letter] of letters.entries()) {
    const isMarked = marked.has(at)
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.text += letter
    else pieces.push({ at, text: letter, isMarked })
  }
  return pieces
}
