import { Button } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'

/** A load that failed, in place of what it would have shown, with the way on (HOME-03). */
export function FailureNotice({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div className="crud-notice" role="alert">
      <p className="crud-notice-text crud-danger">{text}</p>
      <Button onClick={retry}>{translate('Retry')}</Button>
    </div>
  )
}

/** Nothing there, in words, and the next step. */
export function EmptyNotice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="crud-notice">
      <p className="crud-notice-text">{text}</p>
      {children}
    </div>
  )
}
