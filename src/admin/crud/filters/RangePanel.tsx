import { useId, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { typedNumber } from '#admin/format/typed-number.ts'
import { Field } from '#admin/ui/Field.tsx'
import { PressedPill, PressedPills } from '#admin/ui/PressedPills.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/insight/days.ts'
import {
  type ListFilter,
  type ListQuery,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import { DropPanel } from './DropPanel.tsx'
import css from './RangePanel.module.css'

interface Props {
  label: string
  filter: ListFilter
  zone: string | undefined
  values: ListQuery['filters']
  onChange: (values: ListQuery['filters']) => void
  onLeave: () => void
}

/** The words of a range, and its two ends, either of which may be left open. A word is taken at once. */
export function RangePanel({ label, filter, zone, values, onChange, onLeave }: Props) {
  const { path, kind, choices } = filter
  const id = useId()
  const { [path]: is = '' } = values
  const [from, setFrom] = useState(values[rangeFrom(path)] ?? is)
  const [to, setTo] = useState(values[rangeTo(path)] ?? is)
  const [problem, setProblem] = useState<string>()
  const word = values[rangeWord(path)]

  const apply = () => {
    const ends = { from: read(kind, from), to: read(kind, to) }
    const found = problemOf(kind, ends)
    setProblem(found)
    if (found === undefined)
      onChange({
        ...(ends.from && { [rangeFrom(path)]: ends.from }),
        ...(ends.to && { [rangeTo(path)]: ends.to }),
      })
  }
  const field = (key: 'from' | 'to', words: string, value: string, set: (text: string) => void) => (
    <Field id={`${id}-${key}`} label={translate(words)}>
      <TextInput
        id={`${id}-${key}`}
        {...(kind === 'days'
          ? { type: 'date', min: EARLIEST_DAY, max: LATEST_DAY }
          : { inputMode: 'decimal' })}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        onChange={({ target }) => set(target.value)}
      />
    </Field>
  )
  return (
    <DropPanel {...{ label, problem, apply, onLeave }} problemId={id}>
      <PressedPills label={translate('Quick ranges')}>
        {choices.map((one) => (
          <PressedPill
            key={one.value}
            isPressed={one.value === word}
            press={() => onChange({ [rangeWord(path)]: one.value })}
          >
            {translate(one.label)}
          </PressedPill>
        ))}
      </PressedPills>
      <div className={css.ends}>
        {field('from', kind === 'days' ? 'On or after' : 'At least', from, setFrom)}
        {field('to', kind === 'days' ? 'On or before' : 'At most', to, setTo)}
      </div>
      {zone ? <p className={css.zone}>{translate('Days in {zone}', { zone })}</p> : null}
    </DropPanel>
  )
}

/** An end as the query takes it. What is no number stays as it was typed, and is refused. */
function read(kind: ListFilter['kind'], text: string): string {
  return kind === 'days' ? text : String(typedNumber(text) ?? text.trim())
}

function problemOf(kind: ListFilter['kind'], { from, to }: { from: string; to: string }) {
  const given = [from, to].filter(Boolean)
  if (kind === 'days') {
    if (given.some((day) => day < EARLIEST_DAY || day > LATEST_DAY))
      return translate('Choose dates from 1900 on.')
    return from && to && from > to
      ? translate('The first day must not be after the last.')
      : undefined
  }
  if (!given.every((end) => typedNumber(end) !== undefined))
    return translate('Type a number, like 1000 or 0.5.')
  return from && to && Number(from) > Number(to)
    ? translate('The least must not be more than the most.')
    : undefined
}
