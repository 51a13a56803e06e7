import { Link } from 'react-router-dom'
import css from './Chips.module.css'
import { Marked } from './Marked.tsx'

export interface Chip {
  key: string
  text: string
  /** What it names is there no more. */
  isGone?: boolean
  /** Where it leads, and what is to be known there. */
  to?: string
  state?: object
}

/** Words beside each other: names of missions, skills, fields. Those of records lead to them. */
export function Chips({ chips, label }: { chips: readonly Chip[]; label?: string }) {
  return (
    <ul className={css.chips} aria-label={label}>
      {chips.map(({ key, text, isGone = false, to, state }) => (
        <li key={key} dir="auto" data-gone={isGone}>
          {to === undefined || isGone ? (
            <Marked text={text} />
          ) : (
            <Link to={to} state={state}>
              {text}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Plain words, each once. */
export function WordChips({ words }: { words: readonly string[] }) {
  return <Chips chips={[...new Set(words)].map((text) => ({ key: text, text }))} />
}
