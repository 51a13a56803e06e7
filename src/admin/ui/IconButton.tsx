import type { ComponentProps, ReactNode } from 'react'
import css from './IconButton.module.css'

/**
 * A small button of an icon alone, beside what it does something with. Where it is off it does nothing, but keeps
 * the focus, so that a keyboard does not lose its place.
 */
export function IconButton({
  label,
  icon,
  isOff = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  /** What it does, with the name of what it does it with. */
  label: string
  icon: ReactNode
  isOff?: boolean
}) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      className={css.button}
      aria-label={label}
      {...(isOff && { 'aria-disabled': true })}
      onClick={isOff ? undefined : onClick}
    >
      {icon}
    </button>
  )
}
