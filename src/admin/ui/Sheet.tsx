import type { ReactNode } from 'react'
import css from './Sheet.module.css'

/** The white ground that lists, notices and forms of a page lie on. */
export function Sheet({ children }: { children: ReactNode }) {
  return <div className={css.sheet}>{children}</div>
}
