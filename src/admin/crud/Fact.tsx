import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import css from './Fact.module.css'

/** Pairs of label and value. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

/** One of them. A value that is not there is said to be so. */
export function Fact({
  label,
  isWide = false,
  children,
}: {
  label: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.fact} data-wide={isWide}>
      <dt>{translate(label)}</dt>
      <dd>
        {typeof children === 'string' && children ? (
          <p dir="auto">{children}</p>
        ) : (
          children || <Absent />
        )}
      </dd>
    </div>
  )
}
