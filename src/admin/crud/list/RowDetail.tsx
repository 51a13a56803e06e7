import { Bone } from '#admin/ui/Bone.tsx'
import { Part } from '#admin/ui/Boundary.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { Cell } from '../cells/Cell.tsx'
import { Fact, FactList } from '../Fact.tsx'
import { usePart } from '../parts/finder.ts'
import { useListScreen } from './list-screen.ts'
import css from './RowDetail.module.css'

/** What stands under an expanded row: the columns that its declaration lists, or the component it names. */
export function RowDetail({ row }: { row: Row }) {
  const { resource } = useListScreen()
  const { detail = [] } = resource
  return (
    <div className={css.detail} id={`detail-${row.id}`}>
      {typeof detail === 'string' ? (
        <Part waiting={<Bone />}>
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
          <Value resource={resource} column={column} row={row} />
        </Fact>
      ))}
    </FactList>
  )
}

/** Texts stand whole, with the lines they were written in; all else as in the list. */
function Value({ resource, column, row }: { resource: Resource; column: Column; row: Row }) {
  const text = textOf(resource, column, row)
  if (column.kind === 'date') {
    const { absent, show } = column
    return <DateText iso={text} absent={absent} hasTime={true} {...(show && { show })} />
  }
  if (column.kind !== 'text' || !text)
    return <Cell resource={resource} column={column} row={row} isWhole={true} />
  return text
}

/** More than a line may hold. */
const LINE = 300

function isLong(resource: Resource, column: Column): boolean {
  if (column.kind !== 'text') return false
  return (describe(resource.row, column.path)?.max ?? 0) > LINE
}
