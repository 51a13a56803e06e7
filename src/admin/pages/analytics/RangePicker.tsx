import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Select } from '#admin/ui/Select.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { type Day, type DayRange, isDay } from '#contract/insight/days.ts'
import {
  type AskedRange,
  daysFor,
  isTyped,
  problemOf,
  RANGE_LABELS,
  RANGES,
  type RangeName,
} from './dates.ts'
import css from './RangePicker.module.css'

/** Typing has ended when nothing more comes for so long, in milliseconds. */
const PAUSE = 600

interface Props {
  /** The range the address asks for, sane or not. */
  range: DayRange
  /** The stretch that it is, when it goes on with the days. */
  name: RangeName | undefined
  today: Day
  /** Whose days they are, once that is known. */
  zone: string | undefined
  /** With `isCorrection`, the change replaces the one before it: the same date is still being entered. */
  onChange: (asked: AskedRange, isCorrection?: boolean) => void
}

/**
 * The two dates and the stretches beside them (ANA-01), for the line that the page puts them in. A range that is
 * none is refused here, in a sentence: it stays in the fields, and nothing is asked for. A date that is being typed
 * is judged at its end only: on Enter, when the field is left, or after a pause with all of both years there.
 */
export function RangePicker({ range, name, today, zone, onChange }: Props) {
  const id = useId()
  const [draft, setDraft] = useState(range)
  const { start, end } = range
  const [problem, setProblem] = useState(() => problemOf(range))
  useEffect(() => {
    setDraft({ start, end })
    setProblem(problemOf({ start, end }))
  }, [start, end])
  // A partly filled date is still being typed.
  const [isCleared, setCleared] = useState(false)
  const isAsked = draft.start === start && draft.end === end
  /** What was asked for since the focus came to a date. */
  const entered = useRef<DayRange>(undefined)
  const judge = () => {
    const found = problemOf(draft)
    setProblem(found)
    if (found !== undefined || isAsked) return
    onChange({ range: undefined, ...draft }, isSameRange(entered.current, range))
    entered.current = draft
  }
  const judgeLater = useEffectEvent(judge)
  useEffect(() => {
    if (!(isTyped(draft) || isCleared)) return
    const pause = setTimeout(judgeLater, PAUSE)
    return () => clearTimeout(pause)
  }, [draft, isCleared])
  const take = (next: RangeName) => {
    setDraft(daysFor(next, today))
    setProblem(undefined)
    onChange({ range: next, start: undefined, end: undefined })
  }
  const field = (key: keyof DayRange, label: string) => (
    <div className={css.field}>
      <label htmlFor={`${id}-${key}`}>{translate(label)}</label>
      <TextInput
        id={`${id}-${key}`}
        type="date"
        value={isDay(draft[key]) ? draft[key] : ''}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { 'aria-describedby': id })}
        onChange={({ target }) => {
          setCleared(target.value === '' && !target.validity.badInput)
          setDraft({ ...draft, [key]: target.value })
        }}
        onFocus={() => {
          entered.current = undefined
        }}
        onBlur={judge}
        onKeyDown={({ key }) => key === 'Enter' && judge()}
      />
    </div>
  )
  return (
    <>
      {field('start', 'Start date')}
      {field('end', 'End date')}
      <div className={css.field}>
        <span>{zone === undefined ? null : translate('Days in {zone}', { zone })}</span>
        <Select
          aria-label={translate('Date range')}
          isClearable={false}
          blank="Custom dates"
          value={(isAsked && name) || ''}
          choices={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
          onChange={({ target }) => {
            const next = RANGES.find((one) => one === target.value)
            if (next) take(next)
          }}
        />
      </div>
      <p id={id} className={css.problem} role="alert">
        {problem}
      </p>
    </>
  )
}

function isSameRange(one: DayRange | undefined, other: DayRange): boolean {
  return one?.start === other.start && one.end === other.end
}
