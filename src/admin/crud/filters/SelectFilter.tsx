import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { Choice, Row } from '#model/spec.ts'
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
  const chosen = choices.find((one) => one.value === value)
  return (
    <FilterPill
      label={label}
      chosen={value === undefined ? undefined : translate(chosen?.label ?? value)}
      onRemove={onRemove}
    >
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{translate('Any')}</option>
        {value === undefined || chosen ? null : <option value={value}>{value}</option>}
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
  const values = useValuesInUse(resource, path, rows)
  return (
    <SelectFilter {...rest} choices={values.map((value) => ({ value, label: capital(value) }))} />
  )
}

/** As the badges show a stored word. */
function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
