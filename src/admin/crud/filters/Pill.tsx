import type { ReactNode } from 'react'
import css from './Pill.module.css'

/** What a list is narrowed or sorted by, in a word: quiet with a sign before it, tinted with a button behind it. */
export function Pill({
  name,
  isSet,
  sign,
  words,
  end,
  children,
}: {
  name: string
  isSet: boolean
  /** Before the words. */
  sign: ReactNode
  words: string
  /** Behind the words, while it is set. */
  end: { label: string; icon: ReactNode; onClick: (button: HTMLElement) => void }
  /** The control that lies over the words and is what one clicks. */
  children?: ReactNode
}) {
  return (
    <span className={css.pill} data-set={isSet} data-filter={name}>
      <span className={css.face}>
        {sign}
        <span className={css.words} dir="auto" title={words} aria-hidden={Boolean(children)}>
          {words}
        </span>
        {children}
      </span>
      {isSet ? (
        <button
          type="button"
          className={css.end}
          data-pill=""
          aria-label={end.label}
          onClick={({ currentTarget }) => end.onClick(currentTarget)}
        >
          {end.icon}
        </button>
      ) : null}
    </span>
  )
}
