import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'

/** Says that something failed, with a button that tries again. A screen reader announces it. */
export function FailureNotice({
  text,
  retry,
  label = 'Retry',
  isInCard = false,
}: {
  text: ReactNode
  retry: () => void
  /** Label of the button. */
  label?: string
  /** Adds padding inside a card without its own. */
  isInCard?: boolean
}) {
  return (
    <Alert
      type="error"
      message={text}
      action={<Button onClick={retry}>{translate(label)}</Button>}
      style={isInCard ? { margin: 16 } : { marginBlockEnd: 16 }}
    />
  )
}

/** A warning above the fields of a form that has to be known before a save. */
export function Notice({ children }: { children: ReactNode }) {
  return <Alert type="warning" role="status" message={children} style={{ marginBlockEnd: 16 }} />
}
