import { Select, type SelectProps, Typography } from 'antd'
import { listInRow } from '#admin/format/lists.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { choicesIn } from '#contract/list-query.ts'
import type { Choice } from '#model/declaration.ts'
import css from './filters.module.css'

/** antd's Select with the props of all filters. */
export function FilterSelect<Value>({ label, ...props }: SelectProps<Value> & { label: string }) {
  return (
    <Select<Value>
      className={css.select ?? ''}
      virtual={false}
      popupMatchSelectWidth={false}
      // Renders the popup beside its control, within the page's landmarks.
      getPopupContainer={(control: HTMLElement) => control.parentElement ?? document.body}
      aria-label={label}
      placeholder={label}
      {...props}
    />
  )
}

export interface FilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Returns the text of a control with a value: 'Role: Admin'. */
const chosenWords = (label: string, value: string) =>
  translate('{label}: {value}', { label, value })

/** Maximum number of choices that are named; more are counted. */
const MOST_NAMED = 2

/** A filter by one or more choices. One that is no longer offered remains while it is selected. */
export function ChoicesSelect({
  label,
  value,
  choices,
  onChange,
}: FilterProps & { choices: readonly Choice[] }) {
  const chosen = value === undefined ? [] : choicesIn(value)
  const older = chosen.filter((word) => !choices.some((one) => one.value === word))
  const options = [
    ...choices.map((one) => ({ value: one.value, label: translate(one.label) })),
    ...older.map((word) => ({
      value: word,
      label: translate('{value} (no longer available)', { value: word }),
    })),
  ]
  const names = options.filter((one) => chosen.includes(one.value)).map((one) => one.label)
  return (
    <FilterSelect
      label={label}
      mode="multiple"
      showSearch={false}
      value={[...chosen]}
      options={options}
      maxTagCount={0}
      maxTagPlaceholder={chosenWords(
        label,
        names.length > MOST_NAMED ? formatNumber(names.length) : listInRow(names),
      )}
      onChange={(next: string[]) => {
        // Sorts by the order of the choices, so that a set has one address.
        const those = options.map((one) => one.value).filter((word) => next.includes(word))
        onChange(those.join(',') || undefined)
      }}
    />
  )
}

/** A filter by one of a few choices. */
export function ChoiceSelect({
  label,
  value = '',
  choices,
  any = translate('Any'),
  onChange,
}: FilterProps & { choices: readonly Choice[]; any?: string }) {
  return (
    <FilterSelect
      label={label}
      value={value}
      options={[
        { value: '', label: any },
        ...choices.map((one) => ({ value: one.value, label: one.label })),
      ]}
      labelRender={(one) =>
        one.value === '' ? (
          <Typography.Text type="secondary">{label}</Typography.Text>
        ) : (
          chosenWords(label, String(one.label))
        )
      }
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
