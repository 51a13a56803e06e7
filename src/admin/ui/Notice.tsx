import { Button } from 'antd'
import type { ReactNode, Ref } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Notice.module.css'

/** A load that failed, in place of what it would have shown, with the way on (HOME-03). */
export function FailureNotice({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div className={css.notice} role="alert">
      <p className={css.text}>{text}</p>
      <Button onClick={retry}>{translate('Retry')}</Button>
    </div>
  )
}

/** Nothing there, in words, and the next step. */
export function EmptyNotice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={css.notice}>
      <p className={css.text}>{text}</p>
      {children}
    </div>
  )
}

/** A load that failed above what is there all the same, with the way on at its end. */
export function FailureBar({
  children,
  way = 'Retry',
  go,
  ref,
}: {
  children: ReactNode
  /** What the button says. */
  way?: string
  go: () => void
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={ref} className={`${css.alert} ${css.red}`} role="alert">
      <p>{children}</p>
      <Button onClick={go}>{translate(way)}</Button>
    </div>
  )
}

/** Something to be decided, or known, before one goes on. Takes its parts, and the focus where it is given a ref. */
export function Notice({
  role,
  children,
  ref,
}: {
  role: 'alert' | 'status'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={ref} className={`${css.asks} ${css.yellow}`} role={role} tabIndex={-1}>
      {children}
    </div>
  )
}
