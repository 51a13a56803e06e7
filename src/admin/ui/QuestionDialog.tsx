import { Button, Modal } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'

export interface Question {
  isOpen: boolean
  title: ReactNode
  text: string
  no: string
  /** Undefined if the dialog can only be closed. */
  yes: string | undefined
  isDangerous?: boolean
  /** True while the answer is processed. */
  isBusy?: boolean
  onNo: () => void
  onYes: () => void
  /** Runs after the focus has returned. */
  onClosed?: () => void
  /** Error of the answer, shown below the question. */
  error?: string | undefined
  /** Gets the initial focus if the answer needs typing. */
  startAt?: RefObject<{ focus: () => void } | null>
  /** Further content below the text. */
  children?: ReactNode
}

/** Asks before something is deleted, discarded or left. The focus starts on the safe button. */
export function QuestionDialog({ isOpen, title, text, no, yes, onNo, onYes, ...more }: Question) {
  const { isBusy = false, startAt, onClosed, children } = more
  const first = useRef<HTMLButtonElement>(null)
  // The focus would be lost with the confirm button.
  useEffect(() => {
    if (yes === undefined) first.current?.focus()
  }, [yes])
  return (
    <Modal
      open={isOpen}
      width={440}
      title={title}
      maskClosable={false}
      // Above the dialog that opened it.
      zIndex={1500}
      onCancel={onNo}
      afterOpenChange={(opened) => (opened ? (startAt ?? first).current?.focus() : onClosed?.())}
      footer={
        <>
          <Button ref={first} onClick={onNo}>
            {translate(no)}
          </Button>
          {yes === undefined ? null : (
            <Button
              type="primary"
              danger={more.isDangerous ?? false}
              loading={isBusy}
              onClick={onYes}
            >
              {translate(yes)}
            </Button>
          )}
        </>
      }
    >
      <p>{translate(text)}</p>
      {children}
      {/* Rendered from the start, so that a screen reader announces later changes. */}
      <div role="alert" style={{ marginBlockStart: 14, color: 'var(--danger)' }}>
        {more.error}
      </div>
    </Modal>
  )
}
