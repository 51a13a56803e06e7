import { type ReactNode, useId } from 'react'
import css from './RecordCard.module.css'

/** A part of a record's page under a heading of its own. Takes it already translated. */
export function RecordCard({
  title,
  aside,
  children,
}: {
  title: string
  /** Beside the heading. */
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
