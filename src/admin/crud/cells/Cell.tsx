import { Skeleton } from 'antd'
import { lazy } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { amountSaid } from '#admin/format/amounts.ts'
import { listLink } from '#admin/format/list-address.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { Badge, StatusBadge } from '#admin/ui/Badge.tsx'
import { Part } from '#admin/ui/Boundary.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import { listFilters } from '#contract/list-query.ts'
import { choiceLabel } from '#model/choices.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { choiceWord } from '#model/words.ts'
import { cameFrom } from '../came-from.ts'
import { useListScreen } from '../list/list-screen.ts'
import { usePart } from '../parts/finder.ts'
import { targetOf } from '../references/target.ts'
import css from './Cell.module.css'
import { NUMBER } from './columns.ts'

const ValueCell = lazy(() =>
  import('./ValueCell.tsx').then(({ ValueCell }) => ({ default: ValueCell })),
)

interface Props<Shown extends Column = Column> {
  resource: Resource
  column: Shown
  row: Row
  /** There is room: nothing is left out, texts stand with the lines they were written in, dates with their time. */
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
      const hasTime = isWhole || path in resource.create.shape
      return <DateText iso={text} absent={absent} hasTime={hasTime} {...(show && { show })} />
    }
    case 'status':
      return <StatusBadge isActive={text === '' ? undefined : text === 'true'} />
    case 'badge':
      return <Badge value={text} {...badgeOf(resource, column, text)} />
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
      if (isWhole && column.kind === 'text') return <p dir="auto">{text}</p>
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
        <Part waiting={<Skeleton.Input active size="small" />}>
          <ValueCell resource={resource} column={column} row={row} text={text} isWhole={isWhole} />
        </Part>
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

/** How many records of another resource refer to this one; it leads to them where their list can be narrowed so. */
function UseCount({ resource, by, row }: { resource: Resource; by: string; row: Row }) {
  const location = useLocation()
  const count = useListScreen().counts?.get(row.id)?.uses[by]
  if (count === undefined) return null
  const users = targetOf(by)
  const filter = listFilters(users).find(({ to }) => to === resource.name)
  const text = formatNumber(count)
  if (count === 0 || !filter) return <span style={NUMBER}>{text}</span>
  return (
    <Link
      to={listLink(users.page, { filters: { [filter.path]: row.id } })}
      state={cameFrom(location, translate(resource.title))}
      aria-label={translate('{count} {things} of {name}', {
        count: text,
        things: translateWithin(users.label.many),
        name: nameOf(resource, row),
      })}
    >
      {text}
    </Link>
  )
}

/** The label and the tone of a badge; no label of a value that the declaration does not know. */
function badgeOf(
  resource: Resource,
  { path, tones }: Extract<Column, { kind: 'badge' }>,
  value: string,
) {
  const tone = Object.hasOwn(tones, value) ? tones[value] : undefined
  return { label: choiceLabel(resource, path, value) ?? (tone && choiceWord(value)), tone }
}
