import type { ReactNode } from 'react'
import css from './Sheet.module.css'

/** The white ground that lists, notices and forms of a page lie on. */
export function Sheet({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} className={css.sheet}>
      {children}
    </div>
  )
}
