import { Input, type InputProps, type InputRef } from 'antd'
import type { TextAreaProps } from 'antd/es/input'
import type { Ref } from 'react'
import css from './TextInput.module.css'

type TextProps = Omit<InputProps, 'className' | 'classNames' | 'ref' | 'status'>

/** The one field for a line of text, a number or a date. Whoever does not want the browser's proposals need not say so. */
export function TextInput({ ref, ...rest }: TextProps & { ref?: Ref<HTMLInputElement> }) {
  const hand = (element: InputRef | null) => {
    const input = element?.input ?? null
    if (typeof ref === 'function') ref(input)
    else if (ref) ref.current = input
  }
  const isWrong = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true'
  return (
    <Input
      autoComplete="off"
      dir="auto"
      {...rest}
      ref={hand}
      {...(isWrong && { status: 'error' })}
    />
  )
}

/** The one field for a text of several lines: it grows with what is typed, and begins taller where more is expected. */
export function TextArea({
  value,
  isTall = false,
  ...rest
}: Omit<TextAreaProps, 'className' | 'classNames' | 'status' | 'value'> & {
  value: string
  isTall?: boolean
}) {
  const isWrong = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true'
  return (
    <span className={css.grow} data-text={value} data-tall={isTall}>
      <Input.TextArea
        rows={1}
        dir="auto"
        {...rest}
        value={value}
        {...(isWrong && { status: 'error' })}
      />
    </span>
  )
}
