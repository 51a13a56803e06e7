import { DatePicker, Flex, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { typedNumber } from '#admin/format/typed-number.ts'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/insight/days.ts'
import {
  type ListFilter,
  type ListQuery,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import { ChoiceSelect } from './filter-controls.tsx'
import { beside } from './filter-select.ts'
import css from './filters.module.css'

type Values = ListQuery['filters']

interface RangeProps {
  label: string
  filter: ListFilter
  /** The time zone whose days are meant, where it is not the reader's. */
  zone?: string | undefined
  values: Values
  onChange: (values: Values) => void
  /** In one line, without a word above it. */
  hasLine?: boolean
}

/** A filter by a range of days or numbers: a word for one, or its two ends, either of which may be left open. */
export function RangeControl(props: RangeProps) {
  const { label, filter, zone, values, onChange, hasLine = false } = props
  const { path, choices } = filter
  const word = rangeWord(path)
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
        {filter.kind === 'days' ? <DayRange {...props} /> : <NumberRange {...props} />}
      </Flex>
    </Flex>
  )
}

const FORMAT = 'YYYY-MM-DD'
const dayOf = (text: string | undefined) => (text === undefined ? null : dayjs(text, FORMAT))

function DayRange({ filter: { path }, values, onChange }: RangeProps) {
  const [from, to] = [rangeFrom(path), rangeTo(path)]
  return (
    <DatePicker.RangePicker
      className={css.days ?? ''}
      getPopupContainer={beside}
      value={[dayOf(values[from]), dayOf(values[to])]}
      allowEmpty={[true, true]}
      minDate={dayjs(EARLIEST_DAY)}
      maxDate={dayjs(LATEST_DAY)}
      placeholder={[translate('On or after'), translate('On or before')]}
      onChange={(range) => {
        const [start, end] = (range ?? []).map((day) => day?.format(FORMAT))
        onChange({ ...(start && { [from]: start }), ...(end && { [to]: end }) })
      }}
    />
  )
}

function NumberRange({ filter: { path }, values, onChange }: RangeProps) {
  const [from, to] = [rangeFrom(path), rangeTo(path)]
  const is = values[path]
  const [least = is, most = is] = [values[from], values[to]]
  const set = (ends: { least?: string | undefined; most?: string | undefined }) => {
    const next = { least, most, ...ends }
    // The other end gives way, so that something is left between them.
    const isTurned = next.least && next.most && Number(next.least) > Number(next.most)
    const kept = isTurned ? ends : next
    onChange({ ...(kept.least && { [from]: kept.least }), ...(kept.most && { [to]: kept.most }) })
  }
  return (
    <>
      <NumberEnd label="At least" value={least} onCommit={(value) => set({ least: value })} />
      <NumberEnd label="At most" value={most} onCommit={(value) => set({ most: value })} />
    </>
  )
}

/** One end, taken when the field is left or by Enter: each is a step of the history. */
function NumberEnd({
  label,
  value,
  onCommit,
}: {
  label: string
  value: string | undefined
  onCommit: (value: string | undefined) => void
}) {
  const [text, setText] = useState<string>()
  const commit = () => {
    if (text !== undefined && text !== (value ?? '')) onCommit(text || undefined)
    setText(undefined)
  }
  return (
    <InputNumber
      className={css.number ?? ''}
      aria-label={translate(label)}
      placeholder={translate(label)}
      controls={false}
      value={text ?? value ?? null}
      parser={(typed) => String(typedNumber(typed ?? '') ?? '')}
      onChange={(next) => setText(next === null ? '' : String(next))}
      onBlur={commit}
      onPressEnter={commit}
    />
  )
}
