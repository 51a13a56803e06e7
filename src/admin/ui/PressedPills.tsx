import type { ReactNode } from 'react'
import css from './PressedPills.module.css'

/** Some words of which one is taken by a press. */
export function PressedPills({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={css.pills} aria-label={label}>
      {children}
    </fieldset>
  )
}

/** One of them. */
export function PressedPill({
  isPressed,
  press,
  children,
}: {
  isPressed: boolean
  press: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={css.pill} aria-pressed={isPressed} onClick={press}>
      {children}
    </button>
  )
}
