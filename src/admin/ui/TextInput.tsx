import { Input, type InputProps, type InputRef } from 'antd'
import type { Ref } from 'react'

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
