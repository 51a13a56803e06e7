import { letterTo } from '#admin/format/letter-to.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { Column, Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { Cell } from './cells/Cell.tsx'
import { Fact, FactList } from './Fact.tsx'

interface Props {
  resource: Resource
  columns: readonly Column[]
  row: Row
}

/** More of a record, in pairs of label and value; nothing is cut off. */
export function Facts({ resource, columns, row }: Props) {
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
  if (column.kind === 'date') return <DateText iso={text} absent={column.absent} hasTime />
  if (column.kind !== 'text' || !text) return <Cell resource={resource} column={column} row={row} />
  if (column.link === 'mail') return <a href={letterTo(text)}>{text}</a>
  return text
}

/** More than a line may hold. */
const LINE = 300

function isLong(resource: Resource, column: Column): boolean {
  if (column.kind !== 'text') return false
  return (describe(resource.row, column.path)?.max ?? 0) > LINE
}
