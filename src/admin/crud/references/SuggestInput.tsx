import { AutoComplete } from 'antd'
import { useValuesInUse } from '#admin/providers/values.ts'
import type { Resource } from '#model/resource.ts'
import { capital } from '#model/words.ts'
import type { Controlled } from '../form/FieldItem.tsx'
import { useSelectProps } from '../form/use-select-props.ts'

interface Props extends Omit<Controlled, 'value' | 'onChange'> {
  resource: Resource
  path: string
  value: string
  onChange(value: string): void
}

/**
 * A text input with suggestions from the values in use. A value that differs only in case takes the existing
 * spelling.
 */
export function SuggestInput({ resource, path, value, onChange, ...control }: Props) {
  const known = useValuesInUse(resource, path, NO_ROWS)
  const lowered = value.trim().toLowerCase()
  return (
    <AutoComplete
      {...useSelectProps(control)}
      value={value}
      onChange={onChange}
      options={known.map((one) => ({ value: one, label: capital(one) }))}
      filterOption={(typed, option) =>
        String(option?.value).toLowerCase().includes(typed.trim().toLowerCase())
      }
      defaultActiveFirstOption={false}
      onBlur={() => {
        const same = known.find((one) => one.toLowerCase() === lowered)
        if (same !== undefined && same !== value) onChange(same)
      }}
    />
  )
}

const NO_ROWS: never[] = []
