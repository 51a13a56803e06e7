import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'

/**
 * Copies a text and confirms it. If the browser forbids copying, it does nothing: the text is on the page for
 * copying by hand.
 */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>()
  const isDone = copied === text
  const Icon = isDone ? CheckOutlined : CopyOutlined
  return (
    <Button
      icon={<Icon aria-hidden="true" />}
      onClick={() => {
        // Pages without https have no clipboard.
        navigator.clipboard?.writeText(text).then(
          () => setCopied(text),
          () => undefined,
        )
      }}
    >
      <span role="status">{translate(isDone ? 'Copied' : 'Copy')}</span>
    </Button>
  )
}
