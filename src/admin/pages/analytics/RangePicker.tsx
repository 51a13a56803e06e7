import { CalendarOutlined } from '@ant-design/icons'
import { Flex, Input, Typography } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { type DayRange, EARLIEST_DAY } from '#contract/days.ts'
import css from './Analytics.module.css'
import { daysFor, problemOf, RANGE_LABELS, RANGES } from './dates.ts'
import type { AnalyticsPage } from './use-analytics.ts'

/** Pause (ms) after which typed dates apply. */
const PAUSE = 600

/** The two dates and the named ranges. An invalid range is refused and remains in the fields. */
export function RangePicker({ page }: { page: AnalyticsPage }) {
  const { range, name, change } = page
  const { start, end } = range
  const id = useId()
  const [draft, setDraft] = useState(range)
  useEffect(() => setDraft({ start, end }), [start, end])
  // While a date is typed it is temporarily empty, and its year passes through 0002 and 0020.
  const [isTyping, setTyping] = useState(false)
  const problem = isTyping ? undefined : problemOf(draft)
  const isChanged = draft.start !== start || draft.end !== end
  const chosen = isChanged ? undefined : name
  const shown = translate(chosen ? RANGE_LABELS[chosen] : 'Custom dates')
  const apply = () => {
    if (isChanged && problemOf(draft) === undefined) change({ ...draft, range: undefined })
  }
  const pause = useEffectEvent(apply)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the pause
  useEffect(() => {
    const timer = setTimeout(pause, PAUSE)
    return () => clearTimeout(timer)
  }, [draft])
  const settle = () => {
    setTyping(false)
    apply()
  }
  const zone = page.current.report?.timeZone
  const field = (key: keyof DayRange, label: string) => (
    <Flex vertical flex="1 1 122px" style={{ minWidth: 0 }}>
      <label htmlFor={`${id}-${key}`}>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {translate(label)}
        </Typography.Text>
      </label>
      <Input
        id={`${id}-${key}`}
        type="date"
        value={draft[key]}
        {...(problem !== undefined && {
          ...{ status: 'error', 'aria-invalid': true, 'aria-describedby': id },
        })}
        onChange={({ target }) => setDraft({ ...draft, [key]: target.value })}
        // Not onChange: antd passes it a copy of the field, which never reports partial input.
        onInput={({ currentTarget: { value, validity } }) =>
          setTyping(validity.badInput || (value !== '' && value < EARLIEST_DAY))
        }
        onBlur={settle}
        onPressEnter={settle}
      />
    </Flex>
  )
  return (
    <>
      <div className={css.range}>
        {field('start', 'Start date')}
        {field('end', 'End date')}
        <Flex vertical className={css.stretch ?? ''}>
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
              isChosen: key === chosen,
              choose: () => {
                setDraft(daysFor(key, page.today))
                setTyping(false)
                change({ range: key, start: undefined, end: undefined })
              },
            }))}
          />
        </Flex>
      </div>
      <Typography.Text id={id} type="danger" role="alert" className={css.problem ?? ''}>
        {problem}
      </Typography.Text>
    </>
  )
}
