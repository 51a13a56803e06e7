import * as z from 'zod'
// It keeps zod from making functions of texts, which the console's policy forbids, and must come before a schema.
import '#model/schema.ts'
import { addDays, type Day, type DayRange, daySchema, lengthOf, timeSchema } from './days.ts'

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

/** With fewer counted than this, or with data on a smaller part of its days, a period is no base for a change. */
const LEAST_COUNT = 10
const LEAST_PART = 1 / 3

/**
 * Returns the previous period of a range: as many days, directly before it. A range that ends today is not over:
 * the last day of its previous period counts until the same time of day.
 */
export function comparedPeriod(range: DayRange, { today, time }: Clock): Period {
  const days = { start: addDays(range.start, -lengthOf(range)), end: addDays(range.start, -1) }
  return range.end === today ? { ...days, until: time } : days
}

/**
 * Whether a period holds too little data for a percentage. Takes what was counted in it, where that is known, and
 * on how many of its days anybody was active; without a period, days do not matter.
 */
export function isScarce(
  counted: number | null | undefined,
  period?: DayRange & { activeDays?: number | undefined },
): boolean {
  if (typeof counted === 'number' && counted < LEAST_COUNT) return true
  return period?.activeDays !== undefined && period.activeDays < lengthOf(period) * LEAST_PART
}
