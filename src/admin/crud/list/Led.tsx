import type { ReactNode } from 'react'
import css from './Led.module.css'

/** What stands in a cell, led by a check box where records can be chosen. The columns stay those of the declaration. */
export function Led({ by, children }: { by: ReactNode; children: ReactNode }) {
  if (!by) return children
  return (
    <span className={css.led}>
      {by}
      <span>{children}</span>
    </span>
  )
}
