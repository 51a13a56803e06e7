import type { ComponentProps } from 'react'
import { TextInput } from './TextInput.tsx'

/**
 * Stands for what is typed only half: a day without its year. The browser gives no value for it, and nothing is
 * what it must not be taken for; every schema refuses this.
 */
const INCOMPLETE = '?'

/** One of the browser's own controls for what is no text. Takes and gives its value as the browser writes it. */
export function NativeInput({
  value,
  onValue,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'type' | 'value' | 'onChange'> & {
  type: 'date' | 'datetime-local'
  value: string
  onValue: (value: string) => void
}) {
  function read({ currentTarget: { value: written, validity } }: { currentTarget: Control }) {
    const next = validity.badInput ? INCOMPLETE : written
    if (next !== value) onValue(next)
  }
  return (
    <TextInput
      dir="ltr"
      // The picker's sign would make it higher than its neighbours.
      style={{ height: 'var(--control)' }}
      {...rest}
      value={value === INCOMPLETE ? '' : value}
      onChange={read as never}
      // What is not complete yet is no change to the browser.
      onInput={read as never}
      onKeyUp={read as never}
      onBlur={(event) => {
        read(event as never)
        rest.onBlur?.(event)
      }}
    />
  )
}

type Control = Pick<HTMLInputElement, 'value' | 'validity'>
