import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { otherDaysZone } from '#admin/format/region.ts'
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
    <Flex wrap align="center" gap={8} className={css.tools ?? ''} data-icons={hasIcons}>
      {children}
    </Flex>
  )
}

/** The days that every widget speaks of, with their time zone where it is not the reader's. */
export function RangeSelect({ range, setRange }: Pick<Dashboards, 'range' | 'setRange'>) {
  const zone = otherDaysZone()
  const labelOf = (days: string) => (zone ? translate('{days} ({zone})', { days, zone }) : days)
  const choices = TIME_RANGES.map((value) => ({
    value,
    label: labelOf(translate(RANGE_NAMES[value])),
  }))
  return (
    <span className={css.range}>
      <Select
        isClearable={false}
        aria-label={translate('Date range')}
        value={range}
        choices={choices}
        isSaid
        onChange={({ target }) =>
          setRange(TIME_RANGES.find((one) => one === target.value) ?? DEFAULT_TIME_RANGE)
        }
      />
    </span>
  )
}
