import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import css from './Fact.module.css'

/** Pairs of label and value under a row, in fewer and wider columns where the values are long. */
export function FactList({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <dl className={css.facts} data-wide={isWide}>
      {children}
    </dl>
  )
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
