import { type Day, dayIn, isDay, lengthOf } from '#contract/insight/days.ts'
import { capital } from '#model/words.ts'
import { LOCALE } from './language.ts'
import { dateFormat, zoneNow } from './region.ts'
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
const day = daysAs({ dateStyle: 'medium' })
const year = daysAs({ year: 'numeric' })
const dayOfYear = daysAs({ month: 'short', day: 'numeric' })
const dayOfWeek = daysAs({ weekday: 'long', month: 'long', day: 'numeric' })
const dayOfWeekAndYear = daysAs({ dateStyle: 'full' })
const clocks = dateFormat({ timeStyle: 'short', hourCycle: 'h23' })
const clock = { format: (at: Date | number) => clocks().format(at) }
const toTheSecond = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** A moment is of a day where its reader is; a day of the calendar is the same day everywhere. */
function daysAs(options: Intl.DateTimeFormatOptions) {
  const moments = dateFormat(options)
  const days = dateFormat({ ...options, timeZone: 'UTC' })
  return {
    format: (at: Date | number, isOfMoment = true) => (isOfMoment ? moments : days)().format(at),
  }
}

/** 'Nov 12, 2026, 10:14:05 AM', for a wall. */
export function clockTime(instant: number): string {
  return toTheSecond().format(instant)
}

/** The day that it is where the visitor is. */
export function visitorsToday(): Day {
  return dayIn(zoneNow(), new Date())
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
  const written = day.format(at, isMoment(iso))
  const isToday = written === day.format(now)
  if (!isMoment(iso)) return { day: isToday ? translate('Today') : written, time: '', isToday }
  const time = clock.format(at)
  if (isToday) return { day: translate('Today {time}', { time }), time: '', isToday }
  return { day: written, time: `, ${time}`, isToday }
}

/** '10:14' of the present day, 'Nov 12' of this year, else 'Nov 12, 2025'; undefined when the text is none. */
export function shortTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const isOfMoment = isMoment(iso)
  const isToday = day.format(at, isOfMoment) === day.format(now)
  if (isToday) return isOfMoment ? clock.format(at) : translate('Today')
  const isThisYear = year.format(at, isOfMoment) === year.format(now)
  return (isThisYear ? dayOfYear : day).format(at, isOfMoment)
}

/** The local day of a moment as a heading: 'Today', 'Yesterday', 'Friday, November 20'; undefined of no moment. */
export function dayHeading(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const isOfMoment = isMoment(iso)
  const days = daysUntil(at, now, isOfMoment)
  if (days === 0 || days === -1) return capital(relative.format(days, 'day'))
  const isThisYear = year.format(at, isOfMoment) === year.format(now)
  return (isThisYear ? dayOfWeek : dayOfWeekAndYear).format(at, isOfMoment)
}

/** '10:14', of a moment alone. */
export function timeOfDay(iso: unknown): string | undefined {
  const at = isMoment(iso) ? toTime(iso) : undefined
  return at && clock.format(at)
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
  const days = daysUntil(at, now, isMoment(iso))
  const near =
    Math.abs(days) < 7 ? capital(relative.format(days, 'day')) : day.format(at, isMoment(iso))
  return isMoment(iso) ? `${near}, ${clock.format(at)}` : near
}

/** How far away the day is: 'tomorrow', 'in 3 weeks'; undefined when the text is none. */
export function awayFrom(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  const days = daysUntil(at, now, isMoment(iso))
  return Math.abs(days) < 14 ? relative.format(days, 'day') : relativeTime(at, now)
}

/** The local date and time of an ISO text, with how long ago or ahead that is; undefined when it is none. */
export function exactTime(iso: unknown, now: number): string | undefined {
  const at = toTime(iso)
  if (!at) return undefined
  if (isMoment(iso)) return `${day.format(at)}, ${clock.format(at)} (${relativeTime(at, now)})`
  return `${day.format(at, false)} (${relative.format(daysUntil(at, now, false), 'day')})`
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
function daysUntil(at: Date, now: number, isOfMoment: boolean): number {
  const zone = zoneNow()
  const end = dayIn(isOfMoment ? zone : 'UTC', at)
  return lengthOf({ start: dayIn(zone, new Date(now)), end }) - 1
}

function toTime(iso: unknown): Date | undefined {
  if (typeof iso !== 'string' || iso === '') return undefined
  const time = new Date(isMoment(iso) ? iso : `${iso}T00:00:00Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
