import { Select } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { ImportField } from '#contract/imports.ts'
import { useSelectProps } from '../form/use-select-props.ts'

interface Props {
  id: string
  'aria-invalid'?: 'true' | undefined
  'aria-describedby'?: string | undefined
  /** What the head of the column says. */
  header: string
  fields: readonly ImportField[]
  value: string | null
  onChange: (field: string | null) => void
}

/** No field's path. */
const NONE = ''

/** Which field a column of a file fills, or none. */
export function FieldChoice({ header, fields, value, onChange, ...control }: Props) {
  const select = useSelectProps({
    ...control,
    'aria-label': translate('Field for the column {header}', { header }),
  })
  return (
    <Select
      {...select}
      showSearch
      optionFilterProp="label"
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
      options={[
        { value: NONE, label: translate('Not imported') },
        ...fields.map(({ path, label }) => ({ value: path, label: translate(label) })),
      ]}
    />
  )
}
