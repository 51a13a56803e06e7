import { Suspense, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { targetOf } from '../references/target.ts'
import { useNames } from '../references/use-names.ts'
import { useOptions } from '../references/use-options.ts'
import { Pill, type PillProps } from './Pill.tsx'

/** The searched field comes with the first press: most lists are never narrowed so. */
const ReferenceChooser = loadable(
  () => import('./ReferenceChooser.tsx'),
  (module) => module.ReferenceChooser,
)

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
  const names = useNames(to, value === undefined ? [] : [value])
  useOptions(targetOf(to), '', true)

  const leave = () => {
    mayRefocus.current = true
    setChoosing(false)
  }
  const chosen = value === undefined ? undefined : names.nameOf(value)
  const pill = (
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
  if (!isChoosing) return pill
  return (
    <Suspense fallback={pill}>
      <ReferenceChooser
        label={label}
        to={to}
        value={value}
        onChange={onChange}
        onLeave={leave}
        onLeft={() => setChoosing(false)}
      />
    </Suspense>
  )
}
