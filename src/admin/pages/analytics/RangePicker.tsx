import { useEffect, useEffectEvent, useId, useState } from 'react'
import { translate } from '#admin/translate.ts'
import { type Day, type DayRange, isDay } from '#contract/insight/days.ts'
import { isTyped, PRESETS, problemOf } from './dates.ts'

/** Typing has ended when nothing more comes for so long, in milliseconds. */
const PAUSE = 600

interface Props {
  /** The range the address asks for, sane or not. */
  range: DayRange
  today: Day
  onChange: (range: DayRange) => void
}

/**
 * The two dates and the stretches beside them (ANA-01). A range that is none is refused here, in a sentence:
 * it stays in the fields, and nothing is asked for. A date that is being typed is judged at its end only: on
 * Enter, when the field is left, or after a pause with all of both years there.
 */
export function RangePicker({ range, today, onChange }: Props) {
  const id = useId()
  const [draft, setDraft] = useState(range)
  const { start, end } = range
  const [problem, setProblem] = useState(() => problemOf(range))
  useEffect(() => {
    setDraft({ start, end })
    setProblem(problemOf({ start, end }))
  }, [start, end])
  const isAsked = draft.start === start && draft.end === end
  const judge = () => {
    const found = problemOf(draft)
    setProblem(found)
    if (found === undefined && !isAsked) onChange(draft)
  }
  const judgeLater = useEffectEvent(judge)
  useEffect(() => {
    if (!isTyped(draft)) return
    const pause = setTimeout(judgeLater, PAUSE)
    return () => clearTimeout(pause)
  }, [draft])
  const take = (next: DayRange) => {
    setDraft(next)
    setProblem(undefined)
    onChange(next)
  }
  const field = (name: keyof DayRange, label: string) => (
    <label className="range__field">
      <span>{translate(label)}</span>
      <input
        type="date"
        value={isDay(draft[name]) ? draft[name] : ''}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { 'aria-describedby': id })}
        onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        onBlur={judge}
        onKeyDown={({ key }) => key === 'Enter' && judge()}
      />
    </label>
  )
  return (
    <div className="range">
      <div className="range__fields">
        {field('start', 'Start date')}
        {field('end', 'End date')}
      </div>
      <fieldset className="range__presets">
        <legend className="sr-only">{translate('Quick ranges')}</legend>
        {PRESETS.map(({ label, of }) => {
          const preset = of(today)
          const isChosen = preset.start === draft.start && preset.end === draft.end
          return (
            <button
              key={label}
              type="button"
              className="range__preset"
              aria-pressed={isChosen}
              onClick={() => take(preset)}
            >
              {translate(label)}
            </button>
          )
        })}
      </fieldset>
      <p id={id} className="range__problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
