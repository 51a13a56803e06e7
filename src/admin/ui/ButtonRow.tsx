import type { ReactNode } from 'react'
import css from './ButtonRow.module.css'

/** Buttons beside each other, in as many lines as they need. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <span className={css.row}>{children}</span>
}
