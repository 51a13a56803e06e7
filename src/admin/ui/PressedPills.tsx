import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'

/** Some words of which one is taken by a press. */
export function PressedPills({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex wrap gap={6} role="group" aria-label={label}>
      {children}
    </Flex>
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
    <Button
      shape="round"
      color={isPressed ? 'primary' : 'default'}
      variant={isPressed ? 'filled' : 'outlined'}
      aria-pressed={isPressed}
      onClick={press}
    >
      {children}
    </Button>
  )
}
