import type { ReactNode } from 'react'
import { noteId } from './described.ts'
import css from './kinds.module.css'

/** What is to be known beside a control; `described` leads the control to it. */
export function Note({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={css.note} id={noteId(id)}>
      {children}
    </p>
  )
}
