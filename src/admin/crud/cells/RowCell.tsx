import { type ComponentProps, type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { cameFrom } from '../came-from.ts'
import css from './Cell.module.css'
import { Cell } from './Cell.tsx'
import { nameColumn } from './columns.ts'

/** A value in a row or a card of a list; the one that names the record leads to it. */
export function RowCell(props: ComponentProps<typeof Cell>) {
  const cell = <Cell {...props} />
  return props.column === nameColumn(props.resource) ? <NameLink {...props}>{cell}</NameLink> : cell
}

/** What a record is called in a list: it leads to the record's page, and that back to this one. */
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
