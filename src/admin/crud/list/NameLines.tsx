import type { ReactNode } from 'react'
import { Marked } from '#admin/ui/Marked.tsx'
import { columnIds } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { textOf } from '#model/text-of.ts'
import css from './NameLines.module.css'

/** What a row is called, in one line, and in a line below it each text for which the table has no column. */
export function NameLines({
  resource,
  row,
  under,
  children,
}: {
  resource: Resource
  row: Row
  /** The ids of their columns. */
  under: readonly string[]
  children: ReactNode
}) {
  if (under.length === 0) return children
  const ids = columnIds(resource)
  return (
    <span className={css.lines}>
      {children}
      {resource.columns.map((column, index) => {
        const text = under.includes(ids[index] ?? '') ? textOf(resource, column, row) : ''
        return text === '' ? null : (
          <span key={ids[index]} className={css.place}>
            <span className={css.line} dir="auto" title={text}>
              <span>
                <Marked text={text} />
              </span>
            </span>
          </span>
        )
      })}
    </span>
  )
}
