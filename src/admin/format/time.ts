import { type Day, dayIn, isDay, lengthOf } from '#contract/insight/days.ts'
import { capital } from '#model/words.ts'
import { LOCALE, translate } from './translate.ts'

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const dayOfYear = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', hourCycle: 'h23' })
const toTheSecond = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' })

/** 'Nov 12, 2026, 10:14:05 AM', for a wall. */
export function clockTime(instant: number): string {
  return toTheSecond.format(instant)
}

/** The day that it is where the visitor is. */
export function visitorsToday(): Day {
  return dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
}

/** A moment as it is shown: 'Nov 12, 2026' and ', 10:14'; of the present day 'Today 10:14' and nothing. */
export interface Shown {
  day: string
  time: string
  isToday: boolean
}

/** The local day of an ISO text, and its time apart; undefined when it is none (WIRE-02). */
export function shownTime(iso: unknown, now: number): Shown | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const isToday = day.format(at) === day.format(now)
  if (!isMoment(iso))
    return { day: isToday ? translate('Today') : day.format(at), time: '', isToday }
  const time = clock.format(at)
  if (isToday) return { day: translate('Today {time}', { time }), time: '', isToday }
  return { day: day.format(at), time: `, ${time}`, isToday }
}

/** '10:14' of the present day, 'Nov 12' of this year, else 'Nov 12, 2025'; undefined when the text is none. */
export function shortTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const isToday = day.format(at) === day.format(now)
  if (isToday) return isMoment(iso) ? clock.format(at) : translate('Today')
  return (at.getFullYear() === new Date(now).getFullYear() ? dayOfYear : day).format(at)
}

/** When something was written: '14:02' of the present day, else 'Nov 12, 2026, 14:02'. */
export function writtenAt(instant: number, now: number): string {
  const time = clock.format(instant)
  return day.format(instant) === day.format(now) ? time : `${day.format(instant)}, ${time}`
}

/** The day in words while it is less than a week away, with the time of a moment: 'Tomorrow, 09:30'. */
export function nearTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const days = daysUntil(at, now)
  const near = Math.abs(days) < 7 ? capital(relative.format(days, 'day')) : day.format(at)
  return isMoment(iso) ? `${near}, ${clock.format(at)}` : near
}

/** How far away the day is: 'tomorrow', 'in 3 weeks'; undefined when the text is none. */
export function awayFrom(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const days = daysUntil(at, now)
  return Math.abs(days) < 14 ? relative.format(days, 'day') : relativeTime(at, now)
}

/** The local date and time of an ISO text, with how long ago or ahead that is; undefined when it is none. */
export function exactTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  if (isMoment(iso)) return `${day.format(at)}, ${clock.format(at)} (${relativeTime(at, now)})`
  return `${day.format(at)} (${relative.format(daysUntil(at, now), 'day')})`
}

/** How long ago an ISO text was, for a sentence: '3 days ago'; undefined when it is none. */
export function timeAgo(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  return now - at.getTime() < 60_000 ? translate('just now') : relativeTime(at, now)
}

/** How long ago or ahead, in the largest unit that fits: '3 days ago'. */
function relativeTime(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1000
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  return relative.format(0, 'second')
}

function isMoment(iso: unknown): boolean {
  return !(typeof iso === 'string' && isDay(iso))
}

/** Whole days of the visitor's calendar; negative of what is past. */
function daysUntil(at: Date, now: number): number {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return lengthOf({ start: dayIn(zone, new Date(now)), end: dayIn(zone, at) }) - 1
}

function toTime(iso: unknown): Date | undefined {
  if (typeof iso !== 'string' || iso === '') return undefined
  // A day of the calendar is the same day wherever the visitor is.
  const time = new Date(isMoment(iso) ? iso : `${iso}T00:00:00`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
