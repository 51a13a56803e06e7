import { Skeleton } from 'antd'
import { Part } from '#admin/ui/Boundary.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { Cell } from '../cells/Cell.tsx'
import { isLong } from '../cells/is-long.ts'
import { Fact, FactList } from '../Fact.tsx'
import { usePart } from '../parts/finder.ts'
import { useListScreen } from './list-screen.ts'

/** What stands under an expanded row: the columns that its declaration lists, or the component it names. */
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
        <Part waiting={<Skeleton active />}>
          <OwnDetail page={resource.page} name={detail} row={row} />
        </Part>
      ) : (
        <Facts resource={resource} columns={detail} row={row} />
      )}
    </div>
  )
}

function OwnDetail({ page, name, row }: { page: string; name: string; row: Row }) {
  const Detail = usePart(page, 'detail', name)
  return <Detail row={row} />
}

interface Props {
  resource: Resource
  columns: readonly Column[]
  row: Row
}

/** More of a record, in pairs of label and value; nothing is cut off. */
function Facts({ resource, columns, row }: Props) {
  return (
    <FactList>
      {columns.map((column) => (
        <Fact key={column.label} label={column.label} isWide={isLong(resource, column)}>
          <Cell isWhole resource={resource} column={column} row={row} />
        </Fact>
      ))}
    </FactList>
  )
}
