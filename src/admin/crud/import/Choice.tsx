import { Select, type SelectProps } from 'antd'
import { useSelectProps } from '../form/use-select-props.ts'

/** antd's Select as a control of antd's Form.Item, which gives it the rest. */
export function Choice<Value extends string>({
  options,
  ...control
}: Parameters<typeof useSelectProps>[0] &
  Pick<SelectProps<Value>, 'value' | 'onChange' | 'disabled' | 'placeholder'> & {
    /** Their labels are translated already. */
    options: readonly { value: Value; label: string }[]
  }) {
  const { value, onChange, disabled = false, placeholder } = control
  return (
    <Select<Value>
      {...useSelectProps(control)}
      {...{ disabled, placeholder }}
      {...(onChange && { onChange })}
      {...(value !== undefined && { value })}
      showSearch={options.length > 8}
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      options={[...options]}
    />
  )
}
