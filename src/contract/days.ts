import * as z from 'zod'

/** A calendar day as YYYY-MM-DD, in the reporting time zone. */
export type Day = string

/** A range of days, including both ends. */
export interface DayRange {
  start: Day
  end: Day
}

/** The longest report, in days. */
export const MAX_DAYS = 1830
/** Default range of analytics: the last 30 days including today. */
export const DEFAULT_DAYS = 30

/** The ranges of a dashboard, in their order, with their labels. */
export const RANGE_NAMES = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
} as const
export type TimeRange = keyof typeof RANGE_NAMES
export const TIME_RANGES = Object.keys(RANGE_NAMES) as TimeRange[]
/** The ranges of planned days. */
export type AheadRange = 'next7days' | 'next30days'
export const DEFAULT_TIME_RANGE: TimeRange = 'last30days'

/** Days outside are typos, and could make date arithmetic overflow. */
export const EARLIEST_DAY: Day = '1900-01-01'
export const LATEST_DAY: Day = '2999-12-31'

const DAY_MS = 86_400_000

export const daySchema = z.string().refine(isDay, { error: 'must be a day, like 2026-11-20' })
export const TIME_OF_DAY = '^([01]\\d|2[0-3]):[0-5]\\d$'
export const timeSchema = z.string().regex(new RegExp(TIME_OF_DAY))

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Returns the error of a day in a query, as text that follows the parameter's name. */
export function dayFault(text: string): string | undefined {
  if (!isDay(text)) return 'must be a day, like 2026-11-20'
  if (text < EARLIEST_DAY) return `must not be before ${EARLIEST_DAY}`
  return text > LATEST_DAY ? `must not be after ${LATEST_DAY}` : undefined
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the number of days of a range; 0 or less when it ends before it starts. */
export function lengthOf({ start, end }: DayRange): number {
  return (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / DAY_MS + 1
}

/** Returns every day of a range, in order. */
export function daysOf(range: DayRange): Day[] {
  return Array.from({ length: Math.max(0, lengthOf(range)) }, (_, index) =>
    addDays(range.start, index),
  )
}

/** Returns the last day of a day's month. */
export function lastOfMonth(day: Day): Day {
  const inNext = addDays(`${day.slice(0, 8)}01`, 31)
  return addDays(`${inNext.slice(0, 8)}01`, -1)
}

/** Returns the day of an instant in a time zone. */
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

/** Returns the time of day of an instant in a time zone, as 'HH:MM'. */
export function timeIn(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)
}

/** Returns the Monday of a day's week (ISO 8601). */
export function mondayOf(day: Day): Day {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

/** Returns the days of a named range. */
export function rangeOf(name: TimeRange | AheadRange, today: Day): DayRange {
  const firstOfMonth = `${today.slice(0, 8)}01`
  const endOfLast = addDays(firstOfMonth, -1)
  return {
    today: { start: today, end: today },
    yesterday: { start: addDays(today, -1), end: addDays(today, -1) },
    last7days: { start: addDays(today, -6), end: today },
    last30days: { start: addDays(today, -29), end: today },
    next7days: { start: today, end: addDays(today, 6) },
    next30days: { start: today, end: addDays(today, 29) },
    thisMonth: { start: firstOfMonth, end: today },
    lastMonth: { start: `${endOfLast.slice(0, 8)}01`, end: endOfLast },
  }[name]
}
