import { DatePicker, Flex, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { typedNumber } from '#admin/format/typed-number.ts'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/days.ts'
import {
  type ListFilter,
  type ListQuery,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import { ChoiceSelect } from './filter-controls.tsx'
import css from './filters.module.css'

const FORMAT = 'YYYY-MM-DD'
const dayOf = (text: string | undefined) => (text === undefined ? null : dayjs(text, FORMAT))

/** A filter by a range of days or numbers: a named range, or two optional bounds. */
export function RangeControl({
  label,
  filter: { path, kind, choices },
  zone,
  values,
  onChange,
  hasLine = false,
}: {
  label: string
  filter: ListFilter
  /** Time zone of the days, if it is not the reader's. */
  zone?: string | undefined
  values: ListQuery['filters']
  onChange: (values: ListQuery['filters']) => void
  /** Fits in one line, without a named range above. */
  hasLine?: boolean
}) {
  const word = rangeWord(path)
  const is = values[path]
  const { [rangeFrom(path)]: from = is, [rangeTo(path)]: to = is } = values
  const set = (start: string | undefined, end: string | undefined) =>
    onChange({ ...(start && { [rangeFrom(path)]: start }), ...(end && { [rangeTo(path)]: end }) })
  return (
    <Flex vertical gap={4} role="group" aria-label={label}>
      {hasLine ? null : (
        <span>
          {zone === undefined ? label : translate('{days} ({zone})', { days: label, zone })}
        </span>
      )}
      <Flex gap={8} wrap>
        <ChoiceSelect
          label={label}
          value={values[word]}
          choices={choices.map((one) => ({ ...one, label: translate(one.label) }))}
          onChange={(next) => onChange(next === undefined ? {} : { [word]: next })}
        />
        {kind === 'days' ? (
          <DatePicker.RangePicker
            className={css.days ?? ''}
            getPopupContainer={(control) => control.parentElement ?? document.body}
            value={[dayOf(from), dayOf(to)]}
            allowEmpty={[true, true]}
            minDate={dayjs(EARLIEST_DAY)}
            maxDate={dayjs(LATEST_DAY)}
            placeholder={[translate('On or after'), translate('On or before')]}
            onChange={(range) => {
              const [start, end] = (range ?? []).map((day) => day?.format(FORMAT))
              set(start, end)
            }}
          />
        ) : (
          <>
            <NumberEnd
              label="At least"
              value={from}
              onCommit={(least) => set(least, isMore(least, to) ? undefined : to)}
            />
            <NumberEnd
              label="At most"
              value={to}
              onCommit={(most) => set(isMore(from, most) ? undefined : from, most)}
            />
          </>
        )}
      </Flex>
    </Flex>
  )
}

/** The range would be empty, so the older bound is removed. */
const isMore = (least: string | undefined, most: string | undefined) => Number(least) > Number(most)

/** One bound, applied on blur or Enter. Each change is a history entry. */
function NumberEnd({
  label,
  value = '',
  onCommit,
}: {
  label: string
  value: string | undefined
  onCommit: (value: string | undefined) => void
}) {
  const [text, setText] = useState<string>()
  const commit = () => {
    if (text !== undefined && text !== value) onCommit(text || undefined)
    setText(undefined)
  }
  return (
    <InputNumber
      stringMode
      className={css.number ?? ''}
      aria-label={translate(label)}
      placeholder={translate(label)}
      controls={false}
      parser={(typed) => String(typedNumber(typed ?? '') ?? '')}
      value={text ?? value}
      onChange={(next) => setText(next ?? '')}
      onBlur={commit}
      onPressEnter={commit}
    />
  )
}
