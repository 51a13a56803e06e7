import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'

/** An error with a button to retry. Screen readers announce it. */
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
      style={{ textAlign: 'start', ...(isInCard ? { margin: 16 } : { marginBlockEnd: 16 }) }}
    />
  )
}

/** A warning above the fields of a form, to be read before saving. */
export function Notice({ children }: { children: ReactNode }) {
  return <Alert type="warning" role="status" message={children} style={{ marginBlockEnd: 16 }} />
}
