import { type Day, dayIn, isDay, lengthOf } from '#contract/days.ts'
import { capital } from '#model/words.ts'
import { LOCALE } from './language.ts'
import { dateFormat, otherDaysZone, zoneNow } from './region.ts'
import { translate } from './translate.ts'

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const day = dateFormat({ dateStyle: 'medium' })
const clock = dateFormat({ timeStyle: 'short', hourCycle: 'h23' })
const toTheSecond = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Formats a moment for a wall display: 'Nov 12, 2026, 10:14:05 AM'. */
export function clockTime(instant: number): string {
  return toTheSecond().format(instant)
}

/** Returns the current day in the zone in which days are counted. */
export function todayCounted(): Day {
  return dayCounted(new Date())
}

/** Returns the day of a moment in the counting zone. */
export function dayCounted(at: Date): Day {
  return dayIn(otherDaysZone() ?? zoneNow(), at)
}

/** A formatted moment: 'Nov 12, 2026' and ', 10:14'; for today 'Today 10:14' and an empty time. */
export interface Shown {
  day: string
  time: string
  isToday: boolean
}

/** Formats the day and the time of an ISO text in the reader's zone; undefined for other texts. */
export function shownTime(iso: unknown, now: number): Shown | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const written = dayOf(at, iso)
  const isToday = written === day().format(now)
  if (!isMoment(iso)) return { day: isToday ? translate('Today') : written, time: '', isToday }
  const time = clock().format(at)
  if (isToday) return { day: translate('Today {time}', { time }), time: '', isToday }
  return { day: written, time: `, ${time}`, isToday }
}

/** Formats the time of a message: '14:02' today, else 'Nov 12, 2026, 14:02'. */
export function writtenAt(instant: number, now: number): string {
  const time = clock().format(instant)
  const written = day().format(instant)
  return written === day().format(now) ? time : `${written}, ${time}`
}

/** Formats a day, in words if it is less than a week away, with the time of a moment: 'Tomorrow, 09:30'. */
export function nearTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const days = daysUntil(at, iso, now)
  const near = Math.abs(days) < 7 ? capital(relative.format(days, 'day')) : dayOf(at, iso)
  return isMoment(iso) ? `${near}, ${clock().format(at)}` : near
}

/** Formats the distance of a day: 'tomorrow', 'in 3 weeks'; undefined for other texts. */
export function awayFrom(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const days = daysUntil(at, iso, now)
  return Math.abs(days) < 14 ? relative.format(days, 'day') : relativeTime(at, now)
}

/** Formats an ISO text with its distance from now; undefined for other texts. */
export function exactTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  if (!isMoment(iso))
    return `${dayOf(at, iso)} (${relative.format(daysUntil(at, iso, now), 'day')})`
  return `${dayOf(at, iso)}, ${clock().format(at)} (${relativeTime(at, now)})`
}

/** Formats an ISO text as a distance for a sentence: '3 days ago'; undefined for other texts. */
export function timeAgo(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  return now - at.getTime() < 60_000 ? translate('just now') : relativeTime(at, now)
}

/** Formats a distance in the largest unit that fits: '3 days ago'. */
function relativeTime(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1000
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  return relative.format(0, 'second')
}

function isMoment(iso: unknown): boolean {
  return !(typeof iso === 'string' && isDay(iso))
}

/** A moment's day depends on the reader's zone; a calendar day is the same everywhere. */
function dayOf(at: Date, iso: unknown): string {
  return day(isMoment(iso) ? undefined : 'UTC').format(at)
}

/** Returns the whole days from today to a time; negative for the past. */
function daysUntil(at: Date, iso: unknown, now: number): number {
  const end = dayIn(isMoment(iso) ? zoneNow() : 'UTC', at)
  return lengthOf({ start: dayIn(zoneNow(), new Date(now)), end }) - 1
}

function toTime(iso: unknown): Date | undefined {
  if (typeof iso !== 'string') return undefined
  const time = new Date(isMoment(iso) ? iso : `${iso}T00:00:00Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
