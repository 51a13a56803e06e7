import { Select, Typography } from 'antd'
import { lazy, Suspense } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { choicesIn } from '#contract/list-query.ts'
import type { Choice } from '#model/declaration.ts'
import { chosenWords, FILTER_SELECT, type FilterProps } from './filter-select.ts'

const RecordSearch = lazy(() =>
  import('./RecordSearch.tsx').then(({ RecordSearch }) => ({ default: RecordSearch })),
)

/** So many choices are named; more are counted. */
const MOST_NAMED = 2

/** A filter by one or more of a few choices. */
export function ChoicesSelect({
  label,
  value,
  choices,
  onChange,
}: FilterProps & { choices: readonly Choice[] }) {
  const chosen = value === undefined ? [] : choicesIn(value)
  const names = choices.filter((one) => chosen.includes(one.value)).map((one) => one.label)
  const words = names.length > MOST_NAMED ? formatNumber(names.length) : listInRow(names)
  return (
    <Select
      {...FILTER_SELECT}
      mode="multiple"
      showSearch={false}
      aria-label={label}
      placeholder={label}
      value={[...chosen]}
      options={choices.map((one) => ({ value: one.value, label: one.label }))}
      maxTagCount={0}
      maxTagPlaceholder={chosenWords(label, words)}
      onChange={(next) => {
        // In the order of the choices, so that one set has one address.
        const those = choices.filter((one) => next.includes(one.value)).map((one) => one.value)
        onChange(those.length > 0 ? those.join(',') : undefined)
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
    <Select
      {...FILTER_SELECT}
      aria-label={label}
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

/** A filter by a record of another resource, whose search is loaded after the list. `to` is that one's Refine name. */
export function RecordSelect(props: FilterProps & { to: string }) {
  return (
    <Suspense
      fallback={
        <Select {...FILTER_SELECT} disabled placeholder={props.label} aria-label={props.label} />
      }
    >
      <RecordSearch {...props} />
    </Suspense>
  )
}
