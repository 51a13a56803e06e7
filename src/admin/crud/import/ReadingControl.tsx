import { Select } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'

interface Choice<Value extends string> {
  value: Value
  /** Already translated. */
  label: string
}

/** One choice of how a file is read. */
export function ReadingControl<Value extends string>({
  id,
  label,
  choices,
  value,
  error,
  onChange,
}: {
  id: string
  label: string
  choices: readonly Choice<Value>[]
  value: Value | undefined
  error?: string | undefined
  onChange: (value: Value) => void
}) {
  return (
    <Field id={id} label={translate(label)} error={error}>
      <Select<Value>
        id={id}
        {...(value !== undefined && { value })}
        placeholder={translate('Choose…')}
        options={[...choices]}
        virtual={false}
        popupMatchSelectWidth={false}
        {...wrongWith(id, error)}
        {...(error && { status: 'error' as const })}
        onChange={onChange}
      />
    </Field>
  )
}
