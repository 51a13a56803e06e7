import { CalendarOutlined } from '@ant-design/icons'
import { Flex, Input, Typography } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
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
  onChange: (asked: AskedRange) => void
}

/**
 * The two dates, and the ranges with a name. A range that is none is refused here and stays in the fields. A date is
 * judged on Enter, when its field is left, or after a pause: its year passes through 0002 while it is typed.
 */
export function RangePicker({ range, name, today, zone, onChange }: Props) {
  const id = useId()
  const { start, end } = range
  const [draft, setDraft] = useState(range)
  const [isPartial, setPartial] = useState(false)
  const [problem, setProblem] = useState(() => problemOf(range))
  useEffect(() => {
    setDraft({ start, end })
    setProblem(problemOf({ start, end }))
  }, [start, end])
  const isAsked = draft.start === start && draft.end === end
  const shown = translate(isAsked && name ? RANGE_LABELS[name] : 'Custom dates')
  const judge = () => {
    const found = problemOf(draft)
    setProblem(found)
    if (found === undefined && !isAsked) onChange({ range: undefined, ...draft })
  }
  const judgeLater = useEffectEvent(judge)
  useEffect(() => {
    const isCleared = !isPartial && Object.values(draft).includes('')
    if (!(isTyped(draft) || isCleared)) return
    const pause = setTimeout(judgeLater, PAUSE)
    return () => clearTimeout(pause)
  }, [draft, isPartial])
  const field = (key: keyof DayRange, label: string) => (
    <Flex vertical flex="1 1 122px" style={{ minWidth: 0, maxWidth: 160 }}>
      <label htmlFor={`${id}-${key}`}>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {translate(label)}
        </Typography.Text>
      </label>
      <Input
        id={`${id}-${key}`}
        type="date"
        value={isDay(draft[key]) ? draft[key] : ''}
        {...(problem !== undefined && {
          ...{ status: 'error', 'aria-invalid': true, 'aria-describedby': id },
        })}
        onChange={({ target }) => {
          setPartial(target.validity.badInput)
          setDraft({ ...draft, [key]: target.value })
        }}
        onBlur={judge}
        onPressEnter={judge}
      />
    </Flex>
  )
  return (
    <>
      {field('start', 'Start date')}
      {field('end', 'End date')}
      <Flex vertical>
        <Typography.Text type="secondary" style={{ minHeight: 22, fontSize: 12 }}>
          {zone === undefined ? null : translate('Days in {zone}', { zone })}
        </Typography.Text>
        <MoreMenu
          label={translate('Date range: {name}', { name: shown })}
          words={shown}
          icon={<CalendarOutlined aria-hidden="true" />}
          items={RANGES.map((key) => ({
            key,
            label: translate(RANGE_LABELS[key]),
            isChosen: isAsked && key === name,
            choose: () => {
              setDraft(daysFor(key, today))
              setProblem(undefined)
              onChange({ range: key, start: undefined, end: undefined })
            },
          }))}
        />
      </Flex>
      <Typography.Text
        id={id}
        type="danger"
        role="alert"
        style={{ flexBasis: problem === undefined ? 0 : '100%', order: 1 }}
      >
        {problem}
      </Typography.Text>
    </>
  )
}
