import { Button } from 'antd'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Tone } from '#model/declaration.ts'
import css from './Notice.module.css'

/** Where there is something, nobody fetches it; where it cannot be fetched, nobody misses it. */
const Waymarks = lazy<ComponentType>(() =>
  import('./Waymarks.tsx').then(
    ({ Waymarks }) => ({ default: Waymarks }),
    () => ({ default: () => null }),
  ),
)

/** A load that failed, in place of what it would have shown, with the way on (HOME-03). */
export function FailureNotice({ text, retry }: { text: string; retry: () => void }) {
  return (
    <EmptyNotice text={text} role="alert">
      <Button onClick={retry}>{translate('Retry')}</Button>
    </EmptyNotice>
  )
}

/** Nothing there, in words, and the next step. */
export function EmptyNotice({
  text,
  role,
  children,
}: {
  text: string
  role?: 'alert'
  children?: ReactNode
}) {
  return (
    <div className={css.notice} role={role}>
      {role === undefined && text !== '' ? (
        <Suspense fallback={<span className={css.drawing} />}>
          <Waymarks />
        </Suspense>
      ) : null}
      <p className={css.text}>{text}</p>
      {children}
    </div>
  )
}

/** Something to be known, and a way on at its end: above what it is about, or within a field. */
export function NoticeBar({
  tone,
  isWithin = false,
  ...rest
}: ComponentProps<'div'> & { tone: Tone; isWithin?: boolean }) {
  return <div {...rest} className={css.bar} data-tint={tone} data-within={isWithin} />
}

/** A load that failed above what is there all the same. */
export function FailureBar({
  children,
  way = 'Retry',
  go,
}: {
  children: ReactNode
  /** What the button says. */
  way?: string
  go: () => void
}) {
  return (
    <NoticeBar tone="red" role="alert">
      <p>{children}</p>
      <Button onClick={go}>{translate(way)}</Button>
    </NoticeBar>
  )
}

/** Something to be decided, or known, before one goes on. Takes its parts. */
export function Notice(props: ComponentProps<'div'>) {
  return <div role="status" tabIndex={-1} {...props} className={css.asks} data-tint="yellow" />
}
