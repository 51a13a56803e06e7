import { translate } from '#admin/format/translate.ts'
import type { Choice, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { capital } from '#model/words.ts'
import { FilterPill } from './FilterPill.tsx'
import { useValuesInUse } from './use-values-in-use.ts'

interface Props {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
  onRemove: (button: HTMLElement) => void
}

/** A filter among a few words: the browser's own select, unseen over what looks like a pill. */
export function SelectFilter({ label, value, choices, onChange, onRemove }: Props) {
  const chosen = choices.find((one) => one.value === value)?.label
  return (
    <FilterPill
      label={label}
      chosen={chosen === undefined ? undefined : translate(chosen)}
      onRemove={onRemove}
    >
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{translate('Any')}</option>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {translate(one.label)}
          </option>
        ))}
      </select>
    </FilterPill>
  )
}

/** A filter on a plain text: among the words that the records have. */
export function ValuesFilter({
  resource,
  path,
  rows,
  ...rest
}: Omit<Props, 'choices'> & { resource: Resource; path: string; rows: readonly Row[] }) {
  const inUse = useValuesInUse(resource, path, rows)
  const { value } = rest
  const values = value === undefined || inUse.includes(value) ? inUse : [...inUse, value]
  return (
    <SelectFilter {...rest} choices={values.map((one) => ({ value: one, label: capital(one) }))} />
  )
}
