import { Select } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { splitList } from '#admin/providers/adapters/draft.ts'
import type { Controlled } from './FieldItem.tsx'
import { useSelectProps } from './use-select-props.ts'

/** What ends an entry, typed or pasted: the commas of all scripts, and what parts the entries of a pasted list. */
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
