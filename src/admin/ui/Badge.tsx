import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Tone } from '#model/spec.ts'
import { humanise } from '#model/words.ts'

/** A word on a tinted ground. A value the declaration does not know is grey and says what it is (WIRE-02). */
export function Badge({ value, tones }: { value: string; tones: Readonly<Record<string, Tone>> }) {
  if (!value) return <Absent />
  const tone = Object.hasOwn(tones, value) ? tones[value] : undefined
  if (!tone) {
    const word = (
      <span className="crud-word" dir="auto" title={value}>
        {value}
      </span>
    )
    return <Tinted tone="grey" words={word} />
  }
  return <Tinted tone={tone} words={translate(humanise(value))} />
}

/** Active or Inactive: word, colour and a dot that is filled or hollow. Of anything else nothing is known. */
export function StatusBadge({ isActive }: { isActive: unknown }) {
  if (typeof isActive !== 'boolean') return <Absent />
  return (
    <Tinted
      tone={isActive ? 'green' : 'grey'}
      words={translate(isActive ? 'Active' : 'Inactive')}
      dot={isActive ? 'full' : 'hollow'}
    />
  )
}

/** Beside the record that was just created. */
export function NewMark() {
  return <Tinted tone="blue" words={translate('New')} />
}

function Absent() {
  return <span className="crud-absent">{translate('N/A')}</span>
}

function Tinted({ tone, words, dot }: { tone: Tone; words: ReactNode; dot?: 'full' | 'hollow' }) {
  return (
    <span className={`crud-badge crud-badge-${tone}`}>
      {dot ? <span className={`crud-dot crud-dot-${dot}`} aria-hidden="true" /> : null}
      {words}
    </span>
  )
}
