import { Skeleton } from 'antd'
import { lazy } from 'react'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import type { Row } from '#model/declaration.ts'
import { Cell } from '../cells/Cell.tsx'
import { isLong } from '../cells/columns.ts'
import { OwnPart } from '../parts/OwnPart.tsx'
import { useListScreen } from './list-screen.ts'

const Facts = lazy(() => import('../Facts.tsx').then(({ Facts }) => ({ default: Facts })))

/** Content of an expanded row: the declared columns, or the component that the declaration names. */
export function RowDetail({ row }: { row: Row }) {
  const { resource } = useListScreen()
  const { detail = [] } = resource
  return (
    <div
      style={{
        flexBasis: '100%',
        order: 2,
        minWidth: 0,
        padding: '8px 0 16px',
        paddingInlineStart: 'clamp(0px, 4vw, 52px)',
      }}
      id={`detail-${row.id}`}
    >
      {typeof detail === 'string' ? (
        <OwnPart page={resource.page} kind="detail" name={detail} row={row} />
      ) : (
        <AsyncBoundary waiting={<Skeleton active />}>
          <Facts
            facts={detail.map((column) => ({
              label: column.label,
              isWide: isLong(resource, column),
              value: <Cell isWhole resource={resource} column={column} row={row} />,
            }))}
          />
        </AsyncBoundary>
      )}
    </div>
  )
}
