import { Fragment, use } from 'react'
import { MarkContext, markedPieces } from './marked.ts'

/** A text in which the words of the search around it are marked. */
export function Marked({ text, isOff = false }: { text: string; isOff?: boolean }) {
  const words = use(MarkContext)
  if (isOff || words.length === 0) return text
  return markedPieces(text, words).map(({ at, text: piece, isMarked }) =>
    isMarked ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>,
  )
}
