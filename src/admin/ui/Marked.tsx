import { Fragment, use } from 'react'
import { MarkContext, markedPieces } from './marked.ts'

/** A text with the words of the current search highlighted. */
export function Marked({ text }: { text: string }) {
  const words = use(MarkContext)
  if (words.length === 0) return text
  return markedPieces(text, words).map(({ at, text: piece, isMarked }) =>
    isMarked ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>,
  )
}
