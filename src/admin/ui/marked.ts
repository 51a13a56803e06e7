import { createContext } from 'react'
import { fold } from '#model/search.ts'

/** The folded words of the search that is looked at: texts around show where they have them. */
export const MarkContext = createContext<readonly string[]>([])

/** A piece of a text, and whether it is one of the words. */
export interface Piece {
  at: number
  text: string
  isMarked: boolean
}

/** A text in pieces by the words that a search found in it, whatever case and accents. */
export function markedPieces(text: string, words: readonly string[]): Piece[] {
  const { folded, from, to } = foldedWithPlaces(text)
  const isMarked = new Array<boolean>(text.length).fill(false)
  for (const word of words)
    for (let at = folded.indexOf(word); at !== -1 && word !== ''; at = folded.indexOf(word, at + 1))
      isMarked.fill(true, from[at], to[at + word.length - 1])
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1)
    const letter = text.charAt(at)
    if (last?.isMarked === isMarked[at] && last) last.text += letter
    else pieces.push({ at, text: letter, isMarked: isMarked[at] === true })
  }
  return pieces
}

/** The folded text, and of each of its letters the stretch of the text that it was made of. */
function foldedWithPlaces(text: string): { folded: string; from: number[]; to: number[] } {
  let folded = ''
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const letter of text) {
    const end = at + letter.length
    const made = /\s/.test(letter) ? ' ' : fold(letter)
    // An accent of its own belongs to the letter before it.
    if (made === '' && to.length > 0) to[to.length - 1] = end
    for (let part = 0; part < made.length; part++) {
      from.push(at)
      to.push(end)
    }
    folded += made
    at = end
  }
  return { folded, from, to }
}
