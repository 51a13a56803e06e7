import { DateText } from '#admin/ui/DateText.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { Cell } from './Cell.tsx'

/** A value where there is room: texts stand whole, with the lines they were written in; all else as in the list. */
export function WholeValue({
  resource,
  column,
  row,
}: {
  resource: Resource
  column: Column
  row: Row
}) {
  const text = textOf(resource, column, row)
  if (column.kind === 'date') {
    const { absent, show } = column
    return <DateText iso={text} absent={absent} hasTime={true} {...(show && { show })} />
  }
  if (column.kind !== 'text' || !text)
    return <Cell resource={resource} column={column} row={row} isWhole={true} />
  return text
}
