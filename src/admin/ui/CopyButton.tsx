import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'

/** Copies a text, and says that it did. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState<string>()
  const isDone = copied === text
  return (
    <>
      <Button
        icon={isDone ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
        onClick={async () => {
          if (await copy(text)) setCopied(text)
        }}
      >
        {translate(isDone ? 'Copied' : label)}
      </Button>
      <span role="status" className="sr-only">
        {isDone ? translate('Copied') : ''}
      </span>
    </>
  )
}

/** False where the browser lets no page copy: the text stands there to be copied by hand. */
async function copy(text: string): Promise<boolean> {
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
