import { Select, type SelectProps } from 'antd'
import { useSelectProps } from './use-select-props.ts'

/** antd's Select as a control of antd's Form.Item, which gives it the rest. */
export function SelectInput<Value extends string>({
  options,
  value,
  onChange,
  disabled = false,
  placeholder,
  popupMatchSelectWidth = true,
  ...control
}: Parameters<typeof useSelectProps>[0] &
  Pick<SelectProps<Value>, 'onChange' | 'disabled' | 'placeholder' | 'popupMatchSelectWidth'> & {
    value?: Value | null
    /** Their labels are translated already. */
    options: readonly { value: Value; label: string }[]
  }) {
  return (
    <Select<Value | null>
      {...useSelectProps(control)}
      {...{ disabled, placeholder, popupMatchSelectWidth }}
      {...(onChange && { onChange: onChange as SelectProps<Value | null>['onChange'] & object })}
      {...(value !== undefined && { value })}
      showSearch={options.length > 8}
      optionFilterProp="label"
      options={[...options]}
    />
  )
}
