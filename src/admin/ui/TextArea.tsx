import { Input } from 'antd'
import type { TextAreaProps } from 'antd/es/input'
import css from './TextArea.module.css'

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
