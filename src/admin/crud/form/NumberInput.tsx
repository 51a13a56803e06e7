import { NativeInput } from '#admin/ui/NativeInput.tsx'
import type { Described } from '#model/describe.ts'
import type { Controlled } from './FieldItem.tsx'

/** A number with what it counts, in the steps and limits of its schema, which refuses what does not fit them. */
export function NumberInput({
  limits: { min, max, step },
  unit,
  text,
  onText,
  ...rest
}: Omit<Controlled, 'value' | 'onChange'> & {
  limits: Pick<Described, 'min' | 'max' | 'step'>
  /** Already translated. */
  unit: string | undefined
  text: string
  onText: (text: string) => void
}) {
  const unitId = `${rest.id}_unit`
  const description = [rest['aria-describedby'], unit && unitId].filter(Boolean).join(' ')
  return (
    <NativeInput
      {...rest}
      {...(description && { 'aria-describedby': description })}
      type="number"
      // Phones have no minus beside their digits.
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      min={min}
      max={max}
      step={step ?? 'any'}
      suffix={unit ? <span id={unitId}>{unit}</span> : undefined}
      value={text}
      onValue={onText}
    />
  )
}
