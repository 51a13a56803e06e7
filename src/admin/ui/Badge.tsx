import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { STATUSES } from '#contract/list-query.ts'
import type { Tone } from '#model/declaration.ts'
import { humanise } from '#model/words.ts'
import { Absent } from './Absent.tsx'
import css from './Badge.module.css'

/** A word on a tinted ground. A value the declaration does not know is grey and says what it is (WIRE-02). */
export function Badge({ value, tones }: { value: string; tones: Readonly<Record<string, Tone>> }) {
  if (!value) return <Absent />
  const tone = Object.hasOwn(tones, value) ? tones[value] : undefined
  if (tone) return <Tinted tone={tone}>{translate(humanise(value))}</Tinted>
  return (
    <Tinted tone="grey">
      <span className={css.word} dir="auto" title={value}>
        {value}
      </span>
    </Tinted>
  )
}

/** Active or Inactive: word, colour and a dot that is filled or hollow. Of anything else nothing is known. */
export function StatusBadge({ isActive }: { isActive: unknown }) {
  if (typeof isActive !== 'boolean') return <Absent />
  return (
    <Tinted tone={isActive ? 'green' : 'grey'}>
      <span className={css.dot} data-full={isActive} aria-hidden="true" />
      {translate(STATUSES[isActive ? 0 : 1].label)}
    </Tinted>
  )
}

/** Beside the record that was just created, or brought back. */
export function NewMark({ isBack = false }: { isBack?: boolean }) {
  return <Tinted tone="blue">{translate(isBack ? 'Restored' : 'New')}</Tinted>
}

/** A word of our own on a tinted ground, like 'New' or 'Default'. Takes it already translated. */
export function Tinted({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tint={tone}>
      {children}
    </span>
  )
}
