import { Select } from 'antd'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { TIME_RANGES } from '#contract/insight/days.ts'
import { RANGE_NAMES } from './dashboard.ts'
import type { Dashboards } from './use-dashboards.ts'

/** The days that every widget speaks of, with their time zone where it is not the reader's. */
export function RangeSelect({ range, setRange }: Pick<Dashboards, 'range' | 'setRange'>) {
  const zone = otherDaysZone()
  return (
    <Select
      virtual={false}
      aria-label={translate('Date range')}
      popupMatchSelectWidth={false}
      style={{ minWidth: 148 }}
      value={range}
      onChange={setRange}
      options={TIME_RANGES.map((value) => {
        const days = translate(RANGE_NAMES[value])
        return { value, label: zone ? translate('{days} ({zone})', { days, zone }) : days }
      })}
    />
  )
}
