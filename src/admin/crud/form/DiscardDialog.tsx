import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { translate } from '#admin/translate.ts'

/**
 * Asks before a changed form is thrown away, or closed while nobody knows yet whether it is saved. The focus
 * starts on what loses nothing.
 */
export function DiscardDialog({
  isOpen,
  isSaving,
  text = 'What you typed has not been saved.',
  keep,
  discard,
}: {
  isOpen: boolean
  isSaving: boolean
  /** What would be lost. */
  text?: string
  keep: () => void
  discard: () => void
}) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={isOpen}
      width={400}
      title={translate(isSaving ? 'Close while saving?' : 'Discard changes?')}
      onCancel={keep}
      afterOpenChange={(opened) => opened && first.current?.focus()}
      footer={
        <>
          <Button ref={first} onClick={keep}>
            {translate(isSaving ? 'Wait' : 'Keep editing')}
          </Button>
          <Button type="primary" danger onClick={discard}>
            {translate(isSaving ? 'Close' : 'Discard')}
          </Button>
        </>
      }
    >
      <p>{translate(isSaving ? 'If the save fails, what you typed is lost.' : text)}</p>
    </Modal>
  )
}
