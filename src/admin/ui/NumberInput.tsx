import type { ComponentProps, KeyboardEvent } from 'react'
import { typedNumber } from '#admin/format/typed-number.ts'
import type { Described } from '#model/describe.ts'
import { TextInput } from './TextInput.tsx'

/**
 * A number with what it counts. The typed text stays as it is, and the schema refuses what is no number: the browser's
 * own field would drop the comma of '3,5' and make 35 of it. The arrow keys go up and down by steps.
 */
export function NumberInput({
  limits,
  unit,
  text,
  onText,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  limits: Pick<Described, 'min' | 'max' | 'step'>
  /** Already translated. */
  unit?: string | undefined
  text: string
  onText: (text: string) => void
}) {
  const { min, max } = limits
  const unitId = `${rest.id}_unit`
  const description = [rest['aria-describedby'], unit && unitId].filter(Boolean).join(' ')
  function step(event: KeyboardEvent<HTMLInputElement>) {
    const way = STEPS[event.key]
    const from = text.trim() === '' ? 0 : typedNumber(text)
    if (way === undefined || from === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return
    // The caret stays where it is.
    event.preventDefault()
    onText(String(stepped(from, way, limits)))
  }
  return (
    <TextInput
      dir="ltr"
      {...rest}
      {...(description && { 'aria-describedby': description })}
      role="spinbutton"
      aria-valuenow={typedNumber(text)}
      aria-valuemin={min}
      aria-valuemax={max}
      // Phones have no minus beside their digits.
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      suffix={unit ? <span id={unitId}>{unit}</span> : undefined}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={step}
    />
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

function stepped(from: number, way: number, { min = -Infinity, max = Infinity, step }: Limits) {
  const by = step ?? 1
  const decimals = Math.max(decimalsOf(from), decimalsOf(by))
  // Binary fractions would make 0.30000000000000004 of 0.2 and 0.1.
  return Math.min(max, Math.max(min, Number((from + way * by).toFixed(decimals))))
}

type Limits = Pick<Described, 'min' | 'max' | 'step'>

function decimalsOf(number: number): number {
  return String(number).split('.')[1]?.length ?? 0
}
