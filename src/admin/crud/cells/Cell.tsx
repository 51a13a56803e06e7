import { initialsOf } from '#admin/format/initials.ts'
import { translate } from '#admin/format/translate.ts'
import { Badge, StatusBadge } from '#admin/ui/Badge.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import type { Resource } from '#model/resource.ts'
import type { Column, Row } from '#model/spec.ts'
import { textOf } from '#model/text-of.ts'
import './cells.css'

/** One value of a row, drawn by its column's kind. */
export function Cell({ resource, column, row }: { resource: Resource; column: Column; row: Row }) {
  const text = textOf(resource, column, row)
  switch (column.kind) {
    case 'date':
      return <DateText iso={text} absent={column.absent} />
    case 'status':
      return <StatusBadge isActive={text === '' ? undefined : text === 'true'} />
    case 'badge':
      return <Badge value={text} tones={column.tones} />
    case 'person':
      return (
        <span className="crud-person">
          <span className="crud-initials" aria-hidden="true">
            {initialsOf(text)}
          </span>
          <span className="crud-clip" dir="auto" title={text}>
            {text || '–'}
          </span>
        </span>
      )
    default:
      return (
        <span className={text ? 'crud-clip' : 'crud-absent'} dir="auto" title={text}>
          {text || translate(column.absent)}
        </span>
      )
  }
}
