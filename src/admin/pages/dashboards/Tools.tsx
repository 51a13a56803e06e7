import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Select } from '#admin/ui/Select.tsx'
import { DEFAULT_TIME_RANGE, TIME_RANGES } from '#contract/insight/days.ts'
import { RANGE_NAMES } from './dashboard.ts'
import css from './Tools.module.css'
import type { Dashboards } from './use-dashboards.ts'

/** What can be done with a dashboard, in a line; on a phone two beside each other, where each has its words. */
export function Tools({
  hasIcons = false,
  children,
}: {
  /** On a phone the icons alone stand there. */
  hasIcons?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.tools} data-icons={hasIcons}>
      {children}
    </div>
  )
}

const choices = TIME_RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))

/** DASH-02: the days that every widget speaks of. */
export function RangeSelect({ range, setRange }: Pick<Dashboards, 'range' | 'setRange'>) {
  return (
    <span className={css.range}>
      <Select
        isClearable={false}
        aria-label={translate('Date range')}
        value={range}
        choices={choices}
        onChange={({ target }) =>
          setRange(TIME_RANGES.find((one) => one === target.value) ?? DEFAULT_TIME_RANGE)
        }
      />
    </span>
  )
}
