import { Tooltip } from 'antd'
import { exactTime, shownTime } from '#admin/format/time.ts'
import { Absent } from './Absent.tsx'
import css from './DateText.module.css'

/**
 * The local day of a moment. Its time is there for screen readers, or for everyone where `hasTime`; how long ago
 * it was is said on hover.
 */
export function DateText({
  iso,
  absent,
  hasTime = false,
}: {
  iso: string
  absent: string
  hasTime?: boolean
}) {
  const now = Date.now()
  const shown = shownTime(iso, now)
  if (!shown) return <Absent text={absent} />
  return (
    <Tooltip title={exactTime(iso, now)}>
      <time className={css.time} dateTime={iso}>
        {shown.day}
        {hasTime ? shown.time : <span className="sr-only">{shown.time}</span>}
      </time>
    </Tooltip>
  )
}
