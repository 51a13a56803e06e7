import { type ReactNode, useId } from 'react'
import css from './HomePanel.module.css'

/** A part of the home below its title, which is already translated. */
export function HomePanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
