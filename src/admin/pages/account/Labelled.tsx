import { type ComponentProps, useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'

type Given = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'id'> & {
  label: string
  value: string
  onValue: (value: string) => void
  error?: string | undefined
  hint?: string
  isPassword?: boolean
}

/** A line of text under its label, with what is wrong with it. */
export function Labelled({ label, onValue, error, hint, isPassword = false, ...rest }: Given) {
  const id = useId()
  const Input = isPassword ? PasswordInput : TextInput
  return (
    <Field id={id} label={translate(label)} error={error} hint={hint}>
      <Input
        {...rest}
        {...wrongWith(id, error, hint)}
        id={id}
        onChange={({ target }) => onValue(target.value)}
      />
    </Field>
  )
}
