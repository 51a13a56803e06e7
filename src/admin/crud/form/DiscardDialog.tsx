import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { translate } from '#admin/translate.ts'

/** Asks before a changed form is thrown away. The focus starts on what loses nothing. */
export function DiscardDialog({
  isOpen,
  keep,
  discard,
}: {
  isOpen: boolean
  keep: () => void
  discard: () => void
}) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={isOpen}
      width={400}
      title={translate('Discard changes?')}
      onCancel={keep}
      afterOpenChange={(opened) => opened && first.current?.focus()}
      footer={
        <>
          <Button ref={first} onClick={keep}>
            {translate('Keep editing')}
          </Button>
          <Button type="primary" danger onClick={discard}>
            {translate('Discard')}
          </Button>
        </>
      }
    >
      <p>{translate('What you typed has not been saved.')}</p>
    </Modal>
  )
}
