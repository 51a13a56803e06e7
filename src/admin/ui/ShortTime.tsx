import { use } from 'react'
import { exactTime, shortTime } from '#admin/format/time.ts'
import { DatesZoneContext } from './dates-zone.ts'
import css from './ShortTime.module.css'

/** When it was, in the fewest words: '10:14' of the present day, 'Nov 12' of this year. */
export function ShortTime({ iso, label }: { iso: string; label: string }) {
  const now = Date.now()
  const zone = use(DatesZoneContext)
  const text = shortTime(iso, now, zone)
  if (text === undefined) return null
  return (
    <time className={css.time} dateTime={iso} title={`${label}: ${exactTime(iso, now, zone)}`}>
      <span className="sr-only">{label} </span>
      {text}
    </time>
  )
}
