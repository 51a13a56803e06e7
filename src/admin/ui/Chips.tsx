import css from './Chips.module.css'

interface Chip {
  key: string
  text: string
  /** What it names is there no more. */
  isGone?: boolean
}

/** Words beside each other that nobody can press: names of missions, skills, fields. */
export function Chips({ chips, label }: { chips: readonly Chip[]; label?: string }) {
  return (
    <ul className={css.chips} aria-label={label}>
      {chips.map(({ key, text, isGone = false }) => (
        <li key={key} dir="auto" data-gone={isGone}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Plain words, each once. */
export function WordChips({ words }: { words: readonly string[] }) {
  return <Chips chips={[...new Set(words)].map((text) => ({ key: text, text }))} />
}
