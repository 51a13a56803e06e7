import { Button } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ModalSheet } from './ModalSheet.tsx'
import css from './QuestionDialog.module.css'

export interface Question {
  isOpen: boolean
  title: ReactNode
  text: string
  no: string
  /** Undefined once there is nothing left but to close. */
  yes: string | undefined
  isDangerous?: boolean
  /** The yes is on its way. */
  isBusy?: boolean
  /** It may be asked while another dialog is open. */
  isOnTop?: boolean
  onNo: () => void
  onYes: () => void
  /** Once the focus is back. */
  onClosed?: () => void
  /** What has gone wrong, said below the question. */
  trouble?: string | undefined
  /** Has the focus first, where something is to be typed before the answer. */
  startAt?: RefObject<HTMLElement | null>
  /** What there is to know before the answer, below the text. */
  children?: ReactNode
  /** Another way than yes, at the start of the buttons. */
  instead?: { label: string; choose: () => void } | undefined
}

/**
 * A question before something that is not easily taken back: deleting, discarding, leaving. The focus starts on what
 * changes nothing; what had the focus before gets it back.
 */
export function QuestionDialog({
  isOpen,
  title,
  text,
  no,
  yes,
  isDangerous = false,
  isBusy = false,
  isOnTop = false,
  onNo,
  onYes,
  onClosed,
  trouble,
  startAt,
  children,
  instead,
}: Question) {
  const first = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone then.
  useEffect(() => {
    if (yes === undefined) first.current?.focus()
  }, [yes])
  return (
    <ModalSheet
      open={isOpen}
      width={440}
      rootClassName={css.question ?? ''}
      title={<span className={css.title}>{title}</span>}
      {...(isOnTop && { zIndex: 1500, centered: true })}
      onCancel={onNo}
      afterOpenChange={(opened) => (opened ? (startAt ?? first).current?.focus() : onClosed?.())}
      footer={
        <>
          {instead ? (
            <span className={css.instead}>
              <Button disabled={isBusy} onClick={instead.choose}>
                {translate(instead.label)}
              </Button>
            </span>
          ) : null}
          <Button ref={first} onClick={onNo}>
            {translate(no)}
          </Button>
          {yes === undefined ? null : (
            <Button type="primary" danger={isDangerous} loading={isBusy} onClick={onYes}>
              {translate(yes)}
            </Button>
          )}
        </>
      }
    >
      <p className={css.text}>{translate(text)}</p>
      {children}
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="alert">{trouble ? <p className={css.trouble}>{trouble}</p> : null}</div>
    </ModalSheet>
  )
}
