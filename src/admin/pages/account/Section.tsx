import { Card } from 'antd'
import { type ReactNode, useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Section.module.css'

/** One matter of the account: what it is at the side, and what can be done about it. */
export function Section({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <Card>
      <section className={css.section} aria-labelledby={heading}>
        <div className={css.about}>
          <h2 id={heading}>{translate(title)}</h2>
          <p>{translate(text)}</p>
        </div>
        <div className={css.body}>{children}</div>
      </section>
    </Card>
  )
}
