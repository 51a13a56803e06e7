import { PlusCircleOutlined } from '@ant-design/icons'
import type { ReactElement, ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Choice } from '#model/declaration.ts'
import css from './Pill.module.css'

export interface PillProps {
  label: string
  /** What is chosen, in words; undefined while nothing is. */
  chosen: string | undefined
  /** Before the words, while nothing is chosen. */
  sign?: ReactElement
  /** Behind the words, while something is. */
  end: { label: string; icon: ReactNode; onClick: (button: HTMLElement) => void }
  /** The control that lies over the words and is what one clicks; none when it can only be removed. */
  children?: ReactNode
}

/** What a list is narrowed or sorted by: a dashed '⊕ Status', which becomes a tinted 'Status: Active' with a button. */
export function Pill({
  label,
  chosen,
  sign = <PlusCircleOutlined aria-hidden="true" />,
  end,
  children,
}: PillProps) {
  const isSet = chosen !== undefined
  const words = isSet ? translate('{label}: {value}', { label, value: chosen }) : label
  return (
    <span className={css.pill} data-set={isSet} data-filter={label}>
      <span className={css.face}>
        {!isSet && sign}
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

/** A choice among a few words: the browser's own select, unseen over what looks like a pill. */
export function PillSelect({
  value = '',
  blank,
  choices,
  isSaid = false,
  onChange,
  ...pill
}: Omit<PillProps, 'chosen'> & {
  value: string | undefined
  blank?: string
  choices: readonly Choice[]
  /** The words are those that are shown: of people, or translated. */
  isSaid?: boolean
  onChange: (value: string | undefined) => void
}) {
  const chosen = choices.find((one) => one.value === value)
  const say = (text: string) => (isSaid ? text : translate(text))
  return (
    <Pill {...pill} chosen={chosen && say(chosen.label)}>
      <select
        aria-label={pill.label}
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{blank === undefined ? translate('Any') : say(blank)}</option>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {say(one.label)}
          </option>
        ))}
      </select>
    </Pill>
  )
}
