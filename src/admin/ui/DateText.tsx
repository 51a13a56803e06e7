import type { CSSProperties } from 'react'
import { awayFrom, exactTime, nearTime, shownTime } from '#admin/format/time.ts'
import type { Show } from '#model/columns.ts'
import { Absent } from './Absent.tsx'

const TIME: CSSProperties = {
  // Keeps its hidden words in place.
  position: 'relative',
  color: 'var(--muted)',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
}

/**
 * A moment or a day: absolute, relative or both. The time of a moment is read by screen readers, and shown to all
 * with `hasTime`. The tooltip has the exact time.
 */
export function DateText({
  iso,
  absent,
  hasTime = false,
  show = 'absolute',
}: {
  iso: string
  absent: string
  hasTime?: boolean
  show?: Show
}) {
  const now = Date.now()
  const shown = shownTime(iso, now)
  if (!shown) return <Absent text={absent} />
  const { day, time, isToday } = shown
  const words = show === 'relative' ? (nearTime(iso, now) ?? day) : day
  return (
    <time style={TIME} dateTime={iso} title={exactTime(iso, now)}>
      {words}
      {show === 'relative' ? null : hasTime ? time : <span className="sr-only">{time}</span>}
      {show === 'both' && !isToday ? (
        <small style={{ display: 'block', fontSize: 12 }}> {awayFrom(iso, now)}</small>
      ) : null}
    </time>
  )
}
