import { Select } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { targetOf } from '../references/target.ts'
import { useNames } from '../references/use-names.ts'
import { useOptions } from '../references/use-options.ts'
import { chosenWords, FILTER_SELECT, type FilterProps } from './filter-select.ts'

/** The control of a filter by a record, searched on the server. `to` is its resource's Refine name. */
export function RecordSearch({ label, to, value, onChange }: FilterProps & { to: string }) {
  // The first records are asked for with the page.
  const { selectProps, isSearching } = useOptions(targetOf(to), true)
  const names = useNames(to, value === undefined ? [] : [value])
  return (
    <Select
      {...FILTER_SELECT}
      {...selectProps}
      allowClear
      aria-label={label}
      placeholder={label}
      value={value}
      notFoundContent={isSearching ? translate('Loading…') : translate('Nothing was found.')}
      labelRender={({ value: id }) => chosenWords(label, names.nameOf(String(id)))}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
