import * as z from 'zod'

/** A calendar day as YYYY-MM-DD, in the reporting time zone. */
export type Day = string

/** The days of a report, first and last included. */
export interface DayRange {
  start: Day
  end: Day
}

/** The longest report, in days (ANA-03). */
export const MAX_DAYS = 1830
/** What analytics shows unless asked otherwise: the last 30 days up to today (ANA-01). */
export const DEFAULT_DAYS = 30

/** The ranges a dashboard offers, in their order (DASH-02). */
export const TIME_RANGES = [
  'today',
  'yesterday',
  'last7days',
  'last30days',
  'thisMonth',
  'lastMonth',
] as const
export type TimeRange = (typeof TIME_RANGES)[number]
/** Those that lie ahead, for days that are planned. */
export const AHEAD_RANGES = ['next7days', 'next30days'] as const
export type AheadRange = (typeof AHEAD_RANGES)[number]
export const DEFAULT_TIME_RANGE: TimeRange = 'last30days'

/** Days outside of these are slips of the keyboard, and leave no room to look back and ahead from. */
export const EARLIEST_DAY: Day = '1900-01-01'
export const LATEST_DAY: Day = '2999-12-31'

const DAY_MS = 86_400_000

/** A day of the calendar; 2026-02-30 is none. */
export const daySchema = z.string().refine(isDay, { error: 'must be a day, like 2026-11-20' })
/** A time of day; 24:00 is none. */
export const TIME_OF_DAY = '^([01]\\d|2[0-3]):[0-5]\\d$'
export const timeSchema = z.string().regex(new RegExp(TIME_OF_DAY))

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** What is wrong with a day that a query asks for, to stand after its name; undefined when nothing is. */
export function dayFault(text: string): string | undefined {
  if (!isDay(text)) return 'must be a day, like 2026-11-20'
  if (text < EARLIEST_DAY) return `must not be before ${EARLIEST_DAY}`
  return text > LATEST_DAY ? `must not be after ${LATEST_DAY}` : undefined
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days a range has, first and last included; 0 or less when it ends before it starts. */
export function lengthOf({ start, end }: DayRange): number {
  return (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / DAY_MS + 1
}

/** Every day of a range, in order. */
export function daysOf(range: DayRange): Day[] {
  return Array.from({ length: Math.max(0, lengthOf(range)) }, (_, index) =>
    addDays(range.start, index),
  )
}

/** The last day of a day's month. */
export function lastOfMonth(day: Day): Day {
  const inNext = addDays(`${day.slice(0, 8)}01`, 31)
  return addDays(`${inNext.slice(0, 8)}01`, -1)
}

/** The calendar day of an instant in a time zone. */
export function dayIn(zone: string, instant: Date): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** The time of day of an instant in a time zone, to the minute: 'HH:MM'. */
export function timeIn(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)
}

/** The Monday of a day's week (ISO 8601). */
export function mondayOf(day: Day): Day {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

/** The days that a range's name stands for, seen from today. */
export function rangeOf(name: TimeRange | AheadRange, today: Day): DayRange {
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (name) {
    case 'today':
      return { start: today, end: today }
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) }
    case 'last7days':
      return { start: addDays(today, -6), end: today }
    case 'last30days':
      return { start: addDays(today, -29), end: today }
    case 'next7days':
      return { start: today, end: addDays(today, 6) }
    case 'next30days':
      return { start: today, end: addDays(today, 29) }
    case 'thisMonth':
      return { start: firstOfMonth, end: today }
    case 'lastMonth': {
      const end = addDays(firstOfMonth, -1)
      return { start: `${end.slice(0, 8)}01`, end }
    }
  }
}

/** What analytics shows unless asked otherwise (ANA-01). */
export function defaultRange(today: Day): DayRange {
  return { start: addDays(today, 1 - DEFAULT_DAYS), end: today }
}
