import { ReferenceInput } from '../references/ReferenceInput.tsx'
import css from './Pill.module.css'

interface Props {
  label: string
  /** The Refine name of the resource whose records are chosen from. */
  to: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Something was chosen, or Escape pressed: the focus goes back to the pill. */
  onLeave: () => void
  /** The focus went elsewhere. */
  onLeft: () => void
}

/** The searched field that stands in the place of a pill while one chooses. */
export function ReferenceChooser({ label, to, value, onChange, onLeave, onLeft }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside is the control
    <span
      className={css.choosing}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onLeave()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeft()
      }}
    >
      <ReferenceInput
        to={to}
        isMany={false}
        isOpenAtFirst
        aria-label={label}
        value={value}
        onChange={(next) => {
          onChange(typeof next === 'string' ? next : undefined)
          onLeave()
        }}
      />
    </span>
  )
}
