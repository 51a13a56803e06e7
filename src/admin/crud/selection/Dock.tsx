import type { ReactNode } from 'react'
import css from './Dock.module.css'

/**
 * The end of a list: its pager, and what can be done with the chosen records. While some are chosen it stays at the
 * window's bottom, the pager with it; at the list's end it has its own place, so that no row lies beneath it.
 */
export function Dock({ children }: { children: ReactNode }) {
  return <div className={css.dock}>{children}</div>
}
