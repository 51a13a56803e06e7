import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import './facts.css'

/** Pairs of label and value under a row; `className` where they need other columns. */
export function FactList({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return <dl className={`crud-facts ${className}`.trim()}>{children}</dl>
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
    <div className={isWide ? 'crud-fact crud-fact-wide' : 'crud-fact'}>
      <dt>{translate(label)}</dt>
      <dd dir="auto">{children || <Absent />}</dd>
    </div>
  )
}

export function Absent() {
  return <span className="crud-absent">{translate('N/A')}</span>
}
