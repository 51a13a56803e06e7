import { Fragment } from 'react'
import css from './MarkedText.module.css'
import { markedPieces } from './marked-pieces.ts'

/** A text with marks where it has one of these words. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markedPieces(text, words).map(({ at, text: piece, isMarked }) =>
    isMarked ? (
      <mark key={at} className={css.mark}>
        {piece}
      </mark>
    ) : (
      <Fragment key={at}>{piece}</Fragment>
    ),
  )
}
