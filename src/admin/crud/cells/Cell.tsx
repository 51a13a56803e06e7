import { Skeleton } from 'antd'
import { amountSaid } from '#admin/format/amounts.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { Badge, StatusBadge } from '#admin/ui/Badge.tsx'
import { Part } from '#admin/ui/Boundary.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import { usePart } from '../parts/finder.ts'
import css from './Cell.module.css'
import { UseCount } from './UseCount.tsx'
import { ValueCell } from './ValueCell.tsx'

interface Props<Shown extends Column = Column> {
  resource: Resource
  column: Shown
  row: Row
  /** Nothing is left out: there is room. */
  isWhole?: boolean
}

/** One value of a row, drawn by its column's kind. */
export function Cell({ resource, column, row, isWhole = false }: Props) {
  const text = textOf(resource, column, row)
  const said = column.kind === 'of' ? amountSaid(text) : text
  switch (column.kind) {
    case 'date': {
      const { path, absent, show } = column
      // The server's own times are of interest by their day.
      const hasTime = path in resource.create.shape
      return <DateText iso={text} absent={absent} hasTime={hasTime} {...(show && { show })} />
    }
    case 'status':
      return <StatusBadge isActive={text === '' ? undefined : text === 'true'} />
    case 'badge':
      return <Badge value={text} tones={column.tones} />
    case 'person':
      return (
        <span className={css.person} data-portrait="">
          <Initials of={text} />
          <span className={css.text} dir="auto" title={text} translate="no">
            <Marked text={text || '–'} />
          </span>
        </span>
      )
    case 'text':
    case 'of':
      if (!text) return <Absent text={column.absent} />
      return (
        <span
          className={css.text}
          data-line={isAddress(text)}
          dir="auto"
          title={said}
          {...(isCode(text) && { translate: 'no' })}
        >
          <Marked text={said} isOff={!isSearched(resource, column)} />
        </span>
      )
    case 'uses':
      return <UseCount resource={resource} by={column.by} row={row} />
    case 'part':
      return (
        <Part waiting={<Skeleton.Input active size="small" />}>
          <OwnCell resource={resource} column={column} row={row} />
        </Part>
      )
    default:
      if (!text) return <Absent text={column.absent} />
      return (
        <ValueCell resource={resource} column={column} row={row} text={text} isWhole={isWhole} />
      )
  }
}

/** Whether searches look into it; what a function makes of a row is not asked. */
function isSearched({ search }: Resource, column: Column): boolean {
  return 'path' in column && search.some((path) => `${path}.`.startsWith(`${column.path}.`))
}

/** An address, or one word with a digit, as an id has: a translator leaves it as it is. */
function isCode(text: string): boolean {
  return isAddress(text) || /^\S*\d\S*$/.test(text)
}

/** Of a person or a page: a word that nothing may break. */
function isAddress(text: string): boolean {
  return /^\S+(@|:\/\/)\S+$/.test(text)
}

function OwnCell({ resource, column, row }: Props<Extract<Column, { kind: 'part' }>>) {
  const Own = usePart(resource.page, 'cells', column.part)
  return <Own row={row} value={column.path === undefined ? undefined : getAt(row, column.path)} />
}
