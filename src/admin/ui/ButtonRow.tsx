import { Flex } from 'antd'
import type { ReactNode } from 'react'

/** Buttons beside each other, in as many lines as they need. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return (
    <Flex component="span" wrap align="center" gap={8}>
      {children}
    </Flex>
  )
}
