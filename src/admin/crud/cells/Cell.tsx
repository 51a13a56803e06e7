import { Absent } from '#admin/ui/Absent.tsx'
import { Badge, StatusBadge } from '#admin/ui/Badge.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import type { Column, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import css from './Cell.module.css'

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
        <span className={css.person}>
          <Initials of={text} />
          <span className={css.text} dir="auto" title={text}>
            {text || '–'}
          </span>
        </span>
      )
    default:
      if (!text) return <Absent text={column.absent} />
      return (
        <span className={css.text} dir="auto" title={text}>
          {text}
        </span>
      )
  }
}
