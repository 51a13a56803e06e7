import * as z from 'zod'
import {
  addDays,
  type Day,
  type DayRange,
  DEFAULT_DAYS,
  dayFault,
  lengthOf,
  MAX_DAYS,
} from '#contract/days.ts'
import type { FieldErrors } from '#model/words.ts'
import { dayParameter } from '#server/http/json-schema.ts'
import { refusal } from '#server/http/query.ts'

const LABELS = { startDate: 'Start date', endDate: 'End date' }
type Name = keyof typeof LABELS

const sentence = (name: Name, fault: string) => `${LABELS[name]} ${fault}.`

const day = (name: Name, meaning: string) =>
  z
    .string({ error: sentence(name, 'may be given once only') })
    .superRefine((text, { addIssue }) => {
      const fault = dayFault(text)
      if (fault) addIssue(sentence(name, fault))
    })
    .meta(dayParameter(meaning))
    .optional()

/** The parameters that `readRange` takes. */
export const rangeParameters = {
  startDate: day(
    'startDate',
    `The first day, in the reporting time zone, not in the future; by default ${DEFAULT_DAYS - 1} days before the last`,
  ),
  endDate: day(
    'endDate',
    `The last day, included; by default today, and one to come counts as today. At most ${MAX_DAYS} days in all`,
  ),
}

/**
 * Returns the days of a query (ANA-01). Without an end, or with one in the future, they end today; without a start they
 * are the DEFAULT_DAYS up to the end. Throws 400 for an end before the start, a start in the future, and more than
 * MAX_DAYS.
 */
export function readRange(
  { startDate, endDate }: { startDate?: Day | undefined; endDate?: Day | undefined },
  today: Day,
): DayRange {
  const asked = endDate ?? today
  const end = asked < today ? asked : today
  const range = { start: startDate ?? addDays(end, 1 - DEFAULT_DAYS), end }
  const faults: FieldErrors = {}
  const fault = (name: Name, words: string) => {
    faults[name] = sentence(name, words)
  }
  if (range.start > today) fault('startDate', 'lies in the future')
  if (endDate !== undefined && range.start > asked)
    fault('startDate', 'must not be after the end date')
  if (lengthOf(range) > MAX_DAYS)
    fault('endDate', `must be at most ${MAX_DAYS} days from the start`)
  if (Object.keys(faults).length > 0) throw refusal(faults)
  return range
}
