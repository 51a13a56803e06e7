import { translate } from '#admin/format/translate.ts'
import { targetOf } from '../references/target.ts'
import { useNames } from '../references/use-names.ts'
import { useOptions } from '../references/use-options.ts'
import { type FilterProps, FilterSelect } from './filter-controls.tsx'

/** The control of a filter by a record, searched on the server. */
export function RecordSearch({ label, to, value, onChange }: FilterProps & { to: string }) {
  // Fetches the first options with the page.
  const { selectProps, isSearching } = useOptions(targetOf(to), true)
  const names = useNames(to, value === undefined ? [] : [value])
  return (
    <FilterSelect
      {...selectProps}
      label={label}
      allowClear
      value={value}
      notFoundContent={translate(isSearching ? 'Loading…' : 'No results found.')}
      labelRender={({ value: id }) =>
        translate('{label}: {value}', { label, value: names.nameOf(String(id)) })
      }
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
