import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'

/**
 * A button of an icon alone. While it is off it does nothing and keeps the focus, so that the keyboard does not lose
 * its place.
 */
export function IconButton({
  label,
  icon,
  isOff = false,
  onClick,
  ...rest
}: Omit<ButtonProps, 'type'> & {
  /** The action, with the name of its object. */
  label: string
  icon: ReactNode
  isOff?: boolean
}) {
  return (
    <Button
      title={label}
      {...rest}
      type="text"
      icon={icon}
      aria-label={label}
      {...(isOff ? { 'aria-disabled': true, style: { opacity: 0.45 } } : { onClick })}
    />
  )
}
