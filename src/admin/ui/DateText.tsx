import { Tooltip } from 'antd'
import { use } from 'react'
import { awayFrom, exactTime, nearTime, shownTime, timeOfDay } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import type { Show } from '#model/columns.ts'
import { Absent } from './Absent.tsx'
import css from './DateText.module.css'
import { DatesZoneContext } from './dates-zone.ts'

/**
 * The day of a moment, or a day of the calendar; or how near it is, or both. A moment's time is there for
 * screen readers, or for everyone where `hasTime`; how long ago it was is said on hover.
 */
export function DateText({
  iso,
  absent,
  hasTime = false,
  isDaySaid = false,
  show = 'absolute',
}: {
  iso: string
  absent: string
  hasTime?: boolean
  /** The day stands above it already: only the time is seen. */
  isDaySaid?: boolean
  show?: Show
}) {
  const now = Date.now()
  const zone = use(DatesZoneContext)
  const shown = shownTime(iso, now, zone)
  if (!shown) return <Absent text={absent} />
  const { day, time, isToday } = shown
  const clock = isDaySaid ? timeOfDay(iso, zone) : undefined
  if (clock !== undefined)
    return (
      <Tooltip title={exactTime(iso, now, zone)}>
        <time className={`${css.time} ${css.clock}`} dateTime={iso}>
          <span className="sr-only">{isToday ? `${translate('Today')} ` : `${day}, `}</span>
          {clock}
        </time>
      </Tooltip>
    )
  const words = show === 'relative' ? (nearTime(iso, now, zone) ?? day) : day
  return (
    <Tooltip title={exactTime(iso, now, zone)}>
      <time className={css.time} dateTime={iso}>
        {words}
        {show === 'relative' ? null : hasTime ? time : <span className="sr-only">{time}</span>}
        {show === 'both' && !isToday ? (
          <small className={css.near}> {awayFrom(iso, now, zone)}</small>
        ) : null}
      </time>
    </Tooltip>
  )
}
