import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Select } from '#admin/ui/Select.tsx'
import { TIME_RANGES, type TimeRange } from '#contract/insight/days.ts'
import { RANGE_NAMES } from './range-names.ts'
import css from './Tools.module.css'

/** What can be done with a dashboard, in a line; on a phone two beside each other. */
export function Tools({ children }: { children: ReactNode }) {
  return <div className={css.tools}>{children}</div>
}

const choices = TIME_RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))

/** DASH-02: the days that every widget speaks of. */
export function RangeSelect({
  range,
  setRange,
}: {
  range: TimeRange
  setRange: (range: TimeRange) => void
}) {
  return (
    <span className={css.range}>
      <Select
        isClearable={false}
        aria-label={translate('Date range')}
        value={range}
        choices={choices}
        onChange={({ target }) => {
          const asked = TIME_RANGES.find((one) => one === target.value)
          if (asked) setRange(asked)
        }}
      />
    </span>
  )
}
