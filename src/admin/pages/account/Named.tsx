import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'

/** A name, marks beside it, and a line below it; in a list. */
export function Named({
  name,
  marks,
  about,
}: {
  name: string
  marks?: ReactNode
  about: ReactNode
}) {
  return (
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Flex wrap align="center" gap="4px 8px">
        <strong dir="auto" translate="no">
          {name}
        </strong>
        {marks}
      </Flex>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {about}
      </Typography.Text>
    </div>
  )
}
