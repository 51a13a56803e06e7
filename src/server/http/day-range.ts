import {
  addDays,
  type Day,
  type DayRange,
  DEFAULT_DAYS,
  dayFault,
  lengthOf,
  MAX_DAYS,
} from '#contract/insight/days.ts'
import { invalid, invalidParameter, type Refusal } from '#server/domain/refusals.ts'
import { dayParameter, type JsonSchema } from './json-schema.ts'

type Query = Readonly<Record<string, unknown>>

/** The parameters that `parseRange` reads, for a route's description. */
export const rangeParameters: Record<string, JsonSchema> = {
  startDate: dayParameter(
    `The first day, in the reporting time zone, not in the future; by default ${DEFAULT_DAYS - 1} days before the last`,
  ),
  endDate: dayParameter(
    `The last day, included; by default today, and one to come counts as today. At most ${MAX_DAYS} days in all`,
  ),
}

const LABELS = { startDate: 'Start date', endDate: 'End date' }
type Name = keyof typeof LABELS

/**
 * The days that a query asks for by startDate and endDate (ANA-01). Without an end they end today, without
 * a start they are the DEFAULT_DAYS up to the end. Of days to come there are no figures: an end among them
 * is today's.
 * Throws 400 that names the field for what is no day, an end before the start, a start in the future and
 * more than MAX_DAYS.
 */
export function parseRange(query: Query, today: Day): DayRange {
  const faults = new Map<Name, string>()
  const day = (name: Name): Day | undefined => {
    const value = query[name]
    if (value === undefined) return undefined
    const fault = typeof value === 'string' ? dayFault(value) : 'may be given once only'
    if (fault) faults.set(name, fault)
    return String(value)
  }
  const start = day('startDate')
  const asked = day('endDate') ?? today
  if (faults.size > 0) throw refusal(faults)
  const end = asked < today ? asked : today
  const range = { start: start ?? addDays(end, 1 - DEFAULT_DAYS), end }
  if (range.start > today) faults.set('startDate', 'lies in the future')
  if (query.endDate !== undefined && range.start > asked)
    faults.set('startDate', 'must not be after the end date')
  if (lengthOf(range) > MAX_DAYS)
    faults.set('endDate', `must be at most ${MAX_DAYS} days from the start`)
  if (faults.size > 0) throw refusal(faults)
  return range
}

/** Throws 400 for a parameter that is none of these: a slip of the pen would show figures of other days. */
export function onlyParameters(query: Query, known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalidParameter(unknown, `is not known here. Known are ${known.join(', ')}`)
}

function refusal(faults: ReadonlyMap<Name, string>): Refusal {
  const sentences = [...faults].map(([name, fault]) => [name, `${LABELS[name]} ${fault}.`] as const)
  return invalid(sentences.map(([, text]) => text).join(' '), Object.fromEntries(sentences))
}
