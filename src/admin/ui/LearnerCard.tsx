import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './LearnerCard.module.css'

/** What learners see of a mission or a protocol: a card of their own look, in which nothing can be pressed. */
export function LearnerCard({
  facts,
  title,
  untitled,
  text,
  children,
}: {
  /** '2 hours', 'Beginner' */
  facts: readonly string[]
  title: string
  /** In the place of a title that is not there yet. */
  untitled: string
  text: string
  children: ReactNode
}) {
  return (
    <div className={css.card}>
      <p className={css.facts}>
        {facts.map((fact) => (
          <span key={fact}>
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      <p className={css.title} dir="auto" data-none={title === ''}>
        {title || untitled}
      </p>
      {text ? (
        <p className={css.text} dir="auto">
          {text}
        </p>
      ) : null}
      {children}
    </div>
  )
}

/** A part of the card under a word of its own. */
export function CardPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.part}>
      <p className={css.label}>
        <bdi>{label}</bdi>
      </p>
      {children}
    </div>
  )
}

/** A way in numbered steps, with what belongs to each; the first of them, and how many more. */
export function CardWay({
  steps,
  more,
}: {
  steps: readonly { key: string; title: string; children?: ReactNode }[]
  /** 'and 46 more steps'; '' where all are shown. */
  more: string
}) {
  return (
    <ol className={css.way}>
      {steps.map(({ key, title, children }) => (
        <li key={key}>
          <span dir="auto" data-none={title === ''}>
            {title || translate('Without a title')}
          </span>
          {children}
        </li>
      ))}
      {more ? <li data-more="">{more}</li> : null}
    </ol>
  )
}
