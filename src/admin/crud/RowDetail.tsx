import { Suspense, useContext } from 'react'
import { PartsContext } from '#admin/parts/registry.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'

/** The component that a declaration names as `detail`, under its row. */
export function RowDetail({ resource, name, row }: { resource: Resource; name: string; row: Row }) {
  const Detail = useContext(PartsContext).component(resource.page, 'detail', name)
  return (
    <div className="crud-detail" id={`detail-${row.id}`}>
      <Suspense fallback={<span className="crud-bone" />}>
        <Detail row={row} />
      </Suspense>
    </div>
  )
}
