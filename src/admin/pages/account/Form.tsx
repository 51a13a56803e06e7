import { Button, Flex } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Form.module.css'
import type { Submit } from './use-submit.ts'

/** A small form with its one button, beside which stands what is wrong with no one field. */
export function Form({
  submit: { isBusy, trouble, errors },
  send,
  yes,
  isPrimary = false,
  beside,
  children,
}: {
  submit: Submit
  send: () => void
  yes: string
  /** It is what the page is for. */
  isPrimary?: boolean
  /** Another way than the button. */
  beside?: ReactNode
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  // The first field that is wrong takes the focus, with its words: each refusal is another object.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <form
      ref={form}
      className={css.form}
      // The words of the server stand at their fields, not in bubbles of the browser.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {children}
      <Flex wrap align="center" gap="8px 16px">
        <Button htmlType="submit" type={isPrimary ? 'primary' : 'default'} loading={isBusy}>
          {translate(yes)}
        </Button>
        {beside}
        <Trouble text={trouble} />
      </Flex>
    </form>
  )
}

/** What is wrong; it stands from the start, since what appears inside a live region is announced. */
export function Trouble({ text }: { text: string | undefined }) {
  return (
    <div className={css.alert} role="alert">
      {text ? <p style={{ color: 'var(--danger)' }}>{text}</p> : null}
    </div>
  )
}

/** Fields beside each other where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}
