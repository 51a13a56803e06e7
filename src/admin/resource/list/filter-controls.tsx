import { Select, Typography } from 'antd'
import { useState } from 'react'
import { targetOf } from '#admin/crud/references/target.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { useOptions } from '#admin/crud/references/use-options.ts'
import { listInRow } from '#admin/format/lists.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { choicesIn } from '#contract/list-query.ts'
import type { Choice } from '#model/declaration.ts'
import { beside } from './beside.ts'
import css from './filters.module.css'

interface Props {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** So many choices are named; more are counted. */
const MOST_NAMED = 2

const SHARED = {
  className: css.select ?? '',
  virtual: false,
  popupMatchSelectWidth: false,
  getPopupContainer: beside,
} as const

/** What a control shows when something is chosen: 'Role: Admin'. */
const chosenWords = (label: string, value: string) =>
  translate('{label}: {value}', { label, value })

/** A filter by one or more of a few choices. */
export function ChoicesSelect({
  label,
  value,
  choices,
  onChange,
}: Props & { choices: readonly Choice[] }) {
  const chosen = value === undefined ? [] : choicesIn(value)
  const names = choices.filter((one) => chosen.includes(one.value)).map((one) => one.label)
  const words = names.length > MOST_NAMED ? formatNumber(names.length) : listInRow(names)
  return (
    <Select
      {...SHARED}
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
}: Props & { choices: readonly Choice[]; any?: string }) {
  return (
    <Select
      {...SHARED}
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

/** A filter by a record of another resource, searched on the server. `to` is that one's Refine name. */
export function RecordSelect({ label, to, value, onChange }: Props & { to: string }) {
  const [text, setText] = useState('')
  // The first records are asked for with the page.
  const found = useOptions(targetOf(to), text, true)
  const names = useNames(to, value === undefined ? [] : [value])
  return (
    <Select
      {...SHARED}
      showSearch
      allowClear
      filterOption={false}
      aria-label={label}
      placeholder={label}
      value={value}
      loading={found.isSearching}
      options={found.options}
      notFoundContent={found.isSearching ? translate('Loading…') : translate('Nothing was found.')}
      labelRender={({ value: id }) => chosenWords(label, names.nameOf(String(id)))}
      onSearch={setText}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
