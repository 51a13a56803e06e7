import { Flex, Skeleton } from 'antd'

/** Holds the place of the tabs while they are read. */
export function ViewsSkeleton() {
  return (
    <Flex align="center" gap={16} style={{ height: 46, marginBlockEnd: 16 }} aria-hidden="true">
      <Skeleton.Button active size="small" />
      <Skeleton.Button active size="small" />
    </Flex>
  )
}
