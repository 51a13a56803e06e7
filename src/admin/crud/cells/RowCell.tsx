import type { ComponentProps } from 'react'
import { Cell } from './Cell.tsx'
import { NameLink } from './NameLink.tsx'
import { nameColumn } from './name-column.ts'

/** A value in a row or a card of a list; the one that names the record leads to it. */
export function RowCell(props: ComponentProps<typeof Cell>) {
  const cell = <Cell {...props} />
  return props.column === nameColumn(props.resource) ? <NameLink {...props}>{cell}</NameLink> : cell
}
