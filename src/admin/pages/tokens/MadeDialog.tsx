import { Button, Flex, Input, type InputRef, Modal } from 'antd'
import { useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import type { MadeToken } from '#contract/tokens.ts'

/** The new token, which is shown once. */
export function MadeDialog({
  made: { name, token },
  close,
}: {
  made: MadeToken
  close: () => void
}) {
  const field = useRef<InputRef>(null)
  return (
    <Modal
      open
      width={560}
      title={translate('Copy the token now')}
      // Closing loses the token, so only the button closes it.
      maskClosable={false}
      keyboard={false}
      closable={false}
      afterOpenChange={(isOpen) => isOpen && field.current?.select()}
      footer={
        <Button type="primary" onClick={close}>
          {translate('I have copied it')}
        </Button>
      }
    >
      <p style={{ overflowWrap: 'anywhere' }}>
        {translate('{name} is ready. The token is shown only once, and is stored nowhere.', {
          name,
        })}
      </p>
      <Flex wrap gap={8} style={{ marginBlockStart: 12 }}>
        <Input
          ref={field}
          readOnly
          style={{ flex: '1 1 260px', fontFamily: 'ui-monospace, monospace' }}
          dir="ltr"
          value={token}
          aria-label={translate('Token')}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={token} />
      </Flex>
    </Modal>
  )
}
