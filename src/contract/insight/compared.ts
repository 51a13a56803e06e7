import * as z from 'zod'
// It keeps zod from making functions of texts, which the console's policy forbids, and must come before a schema.
import '#model/schema.ts'
import {
  addDays,
  type Day,
  type DayRange,
  daySchema,
  lastOfMonth,
  lengthOf,
  timeSchema,
} from './days.ts'

/** Days, of which the last may count only until a time of day. */
export interface Period extends DayRange {
  /** 'HH:MM' in the reporting time zone; absent when the last day counts as a whole. */
  until?: string | undefined
}

/** The day and the time of day it is now, in the reporting time zone. */
export interface Clock {
  today: Day
  time: string
}

/** What figures were compared with. */
export interface Compared extends Period {
  /** On how many of its days anybody was active. */
  activeDays: number
}

/** On the wire. */
export const comparedSchema = z
  .object({
    start: daySchema,
    end: daySchema,
    until: timeSchema.optional(),
    activeDays: z.int().min(0),
  })
  .describe(
    'What the figures named previous are of. With until, its last day counts only until that time of day, for the range itself is not over; activeDays: on how many of its days anybody was active',
  )

/** From so many days on, a comparison begins on the same weekday. */
const LONG = 14
const WEEK = 7

/** With fewer counted than this, or with data on a smaller part of its days, a period is no base for a change. */
const LEAST_COUNT = 10
const LEAST_PART = 1 / 3

/**
 * What a range of days is compared with, everywhere. The days of one calendar month are compared with the same
 * days of the month before, and a whole month with the whole one. Whole weeks, and 14 days or more, with as many
 * days that begin on the same weekday and end before the range: 30 days with those that begin 35 days earlier.
 * Fewer days with those directly before.
 * A range that ends today is not over: the last day of the other then counts until the same time of day.
 */
export function comparedPeriod(range: DayRange, { today, time }: Clock): Period {
  const isOver = range.end !== today
  if (isOfOneMonth(range)) return monthBefore(range, isOver, time)
  const length = lengthOf(range)
  const shift = length >= LONG ? Math.ceil(length / WEEK) * WEEK : length
  const days = { start: addDays(range.start, -shift), end: addDays(range.end, -shift) }
  return isOver ? days : { ...days, until: time }
}

/** Whether a range is what has passed of a month, or all of it; a single day is a day. */
function isOfOneMonth({ start, end }: DayRange): boolean {
  return start.endsWith('-01') && start !== end && start.slice(0, 7) === end.slice(0, 7)
}

function monthBefore({ start, end }: DayRange, isOver: boolean, time: string): Period {
  const last = addDays(start, -1)
  const first = `${last.slice(0, 8)}01`
  if (isOver && end === lastOfMonth(end)) return { start: first, end: last }
  // A shorter month has no such day: then all of it is compared.
  const same = `${last.slice(0, 8)}${end.slice(8)}`
  if (same > last) return { start: first, end: last }
  return { start: first, end: same, ...(isOver ? {} : { until: time }) }
}

/**
 * Whether a period holds hardly any data: too little for a percentage. Takes what was counted in it, where that is
 * known, and on how many of its days anybody was active; without a period, days do not matter.
 */
export function isScarce(
  counted: number | null | undefined,
  period?: DayRange & { activeDays?: number | undefined },
): boolean {
  if (typeof counted === 'number' && counted < LEAST_COUNT) return true
  return period?.activeDays !== undefined && period.activeDays < lengthOf(period) * LEAST_PART
}
