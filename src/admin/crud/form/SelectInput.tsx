import { Select, type SelectProps } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { splitList } from '#admin/providers/adapters/draft.ts'
import type { Controlled } from './FieldItem.tsx'
import { useSelectProps } from './use-select-props.ts'

/** antd's Select as a control of antd's Form.Item, which supplies the other props. */
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

/** Separators of typed or pasted entries: commas of all scripts, bullets and line breaks. */
const SEPARATORS = [',', '，', '､', '、', '،', ';', '•', '‣', '◦', '▪', '●', '\t', '\n']

/** A list of texts as tags. Its value is the comma-separated text of them all. */
export function CommaListInput({ value, onChange, ...control }: Controlled) {
  return (
    <Select<string[]>
      {...useSelectProps(control)}
      mode="tags"
      open={false}
      suffixIcon={null}
      placeholder={translate('Separate with commas')}
      tokenSeparators={SEPARATORS}
      value={splitList(value)}
      onChange={(tags) => onChange?.(splitList(tags.join(',')).join(', '))}
    />
  )
}
