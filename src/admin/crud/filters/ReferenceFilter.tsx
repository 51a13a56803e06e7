import { useId, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ReferenceInput } from '../references/ReferenceInput.tsx'
import { targetOf } from '../references/target.ts'
import { useNames } from '../references/use-names.ts'
import { useOptions } from '../references/use-options.ts'
import css from './Pill.module.css'
import { Pill, type PillProps } from './Pill.tsx'

interface Props extends Pick<PillProps, 'label' | 'end'> {
  /** The Refine name of the resource whose records are chosen from. */
  to: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/**
 * A filter by a record of another resource: the pill gives way to a searched field while one chooses.
 * The first records are asked for when the screen opens (MEN-01).
 */
export function ReferenceFilter({ label, end, to, value, onChange }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const mayRefocus = useRef(false)
  const id = useId()
  const names = useNames(to, value === undefined ? [] : [value])
  useOptions(targetOf(to), '', true)

  const leave = () => {
    mayRefocus.current = true
    setChoosing(false)
  }
  if (isChoosing)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: what is inside is the control
      <span
        className={css.choosing}
        ref={begin}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          leave()
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setChoosing(false)
        }}
      >
        <ReferenceInput
          id={id}
          to={to}
          isMany={false}
          label={label}
          value={value}
          onChange={(next) => {
            onChange(typeof next === 'string' ? next : undefined)
            leave()
          }}
        />
      </span>
    )
  const chosen = value === undefined ? undefined : names.nameOf(value)
  return (
    <Pill label={label} chosen={chosen} end={end}>
      <button
        type="button"
        data-pill=""
        aria-expanded={false}
        aria-label={chosen ? translate('{label}: {value}', { label, value: chosen }) : label}
        onClick={() => setChoosing(true)}
        ref={(button) => {
          if (button && mayRefocus.current) button.focus()
          mayRefocus.current = false
        }}
      />
    </Pill>
  )
}

/** The field comes with its list open: opening it is what the pill was pressed for. */
function begin(place: HTMLElement | null) {
  const input = place?.querySelector('input')
  input?.focus()
  input?.click()
}
