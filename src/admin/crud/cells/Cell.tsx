import { Skeleton } from 'antd'
import { type ComponentProps, lazy, type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { amountSaid } from '#admin/format/amounts.ts'
import { listLink } from '#admin/format/list-address.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { PageContext } from '#admin/ui/arrival.ts'
import { Badge, StatusBadge } from '#admin/ui/Badge.tsx'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import { listFilters } from '#contract/list-query.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import { choiceLabel, type Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { choiceWord } from '#model/words.ts'
import { cameFrom } from '../came-from.ts'
import { ListScreenContext } from '../list/list-screen.ts'
import { usePart } from '../parts/finder.ts'
import { targetOf } from '../references/target.ts'
import css from './Cell.module.css'
import { NUMBER, nameColumn } from './columns.ts'

const ValueCell = lazy(() =>
  import('./ValueCell.tsx').then(({ ValueCell }) => ({ default: ValueCell })),
)

interface Props<Shown extends Column = Column> {
  resource: Resource
  column: Shown
  row: Row
  /** Shows the value in full: all entries, texts with their line breaks, dates with their time. */
  isWhole?: boolean
}

/** One value of a row, rendered by its column's kind. */
export function Cell({ resource, column, row, isWhole = false }: Props) {
  const text = textOf(resource, column, row)
  switch (column.kind) {
    case 'date': {
      const { path, absent, show } = column
      // For the server's own times, the day is enough.
      const hasTime = isWhole || path in resource.create.shape
      return <DateText iso={text} absent={absent} hasTime={hasTime} {...(show && { show })} />
    }
    case 'status':
      return <StatusBadge isActive={text === '' ? undefined : text === 'true'} />
    case 'badge': {
      const tone = Object.hasOwn(column.tones, text) ? column.tones[text] : undefined
      // Unknown values of the declaration have no label.
      const label = choiceLabel(resource, column.path, text) ?? (tone && choiceWord(text))
      return <Badge value={text} label={label} tone={tone} />
    }
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
    case 'of': {
      if (!text) return <Absent text={column.absent} />
      if (isWhole && column.kind === 'text') return <p dir="auto">{text}</p>
      const said = column.kind === 'of' ? amountSaid(text) : text
      const isAddress = /^\S+(@|:\/\/)\S+$/.test(text)
      return (
        <span
          className={css.text}
          data-line={isAddress}
          dir="auto"
          title={said}
          // Ids are not translated: single words with a digit.
          {...((isAddress || /^\S*\d\S*$/.test(text)) && { translate: 'no' })}
        >
          <Marked text={said} />
        </span>
      )
    }
    case 'uses':
      return <UseCount resource={resource} by={column.by} row={row} />
    case 'part':
      return (
        <AsyncBoundary waiting={<Skeleton.Input active size="small" />}>
          <OwnCell resource={resource} column={column} row={row} />
        </AsyncBoundary>
      )
    default:
      if (!text) return <Absent text={column.absent} />
      return (
        <AsyncBoundary waiting={<Skeleton.Input active size="small" />}>
          <ValueCell resource={resource} column={column} row={row} text={text} isWhole={isWhole} />
        </AsyncBoundary>
      )
  }
}

function OwnCell({ resource, column, row }: Props<Extract<Column, { kind: 'part' }>>) {
  const Own = usePart(resource.page, 'cells', column.part)
  return <Own row={row} value={column.path === undefined ? undefined : getAt(row, column.path)} />
}

/** Number of records of another resource that refer to this one, linked if their list has a filter for it. */
function UseCount({ resource, by, row }: { resource: Resource; by: string; row: Row }) {
  const location = useLocation()
  const count = use(ListScreenContext)?.counts?.get(row.id)?.uses[by]
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

/** A value in a row or card of a list. The record's name links to its page. */
export function RowCell(props: ComponentProps<typeof Cell>) {
  const cell = <Cell {...props} />
  return props.column === nameColumn(props.resource) ? <NameLink {...props}>{cell}</NameLink> : cell
}

/** The record's name as a link to its page, which links back to this list. */
export function NameLink({
  resource,
  row,
  children,
}: {
  resource: Resource
  row: Row
  children: ReactNode
}) {
  const location = useLocation()
  return (
    <Link
      className={css.name}
      to={pageAddress(resource.page, row.id)}
      state={cameFrom(location, translate(use(PageContext).title))}
    >
      {children}
    </Link>
  )
}
