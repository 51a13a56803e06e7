import { Button, Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'

/**
 * A question before something that is not easily taken back. The focus starts on what changes nothing; what has
 * the focus before gets it back.
 */
export function QuestionDialog({
  isOpen,
  title,
  text,
  no,
  yes,
  isDangerous = false,
  onNo,
  onYes,
  onClosed,
}: {
  isOpen: boolean
  title: ReactNode
  text: string
  no: string
  yes: string
  isDangerous?: boolean
  onNo: () => void
  onYes: () => void
  /** Once the focus is back. */
  onClosed?: () => void
}) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={isOpen}
      width={400}
      title={title}
      onCancel={onNo}
      afterOpenChange={(opened) => (opened ? first.current?.focus() : onClosed?.())}
      footer={
        <>
          <Button ref={first} onClick={onNo}>
            {translate(no)}
          </Button>
          <Button type="primary" danger={isDangerous} onClick={onYes}>
            {translate(yes)}
          </Button>
        </>
      }
    >
      <p>{translate(text)}</p>
    </Modal>
  )
}
