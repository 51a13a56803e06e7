import { Skeleton } from 'antd'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import type { Row } from '#model/declaration.ts'
import { usePart } from './finder.ts'

/** A custom component of a resource: the detail, a tab or a card. */
export function OwnPart({
  page,
  kind,
  name,
  row,
}: {
  page: string
  kind: 'detail' | 'tabs' | 'panels'
  name: string
  row: Row
}) {
  const Own = usePart(page, kind, name)
  return (
    <AsyncBoundary waiting={<Skeleton active />}>
      <Own row={row} />
    </AsyncBoundary>
  )
}
