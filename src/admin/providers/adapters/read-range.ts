import type { Compared } from '#contract/insight/compared.ts'
import { type DayRange, isDay, TIME_OF_DAY } from '#contract/insight/days.ts'
import { getAt, isObject } from '#model/paths.ts'

const time = new RegExp(TIME_OF_DAY)

/** A range of days as figures are sent with; undefined when it is none. */
export function readRange(value: unknown): DayRange | undefined {
  const [start, end] = [getAt(value, 'start'), getAt(value, 'end')]
  if (typeof start !== 'string' || typeof end !== 'string') return undefined
  return isDay(start) && isDay(end) && start <= end ? { start, end } : undefined
}

/** What an answer says that its figures are compared with; undefined when it does not, or not in our words. */
export function readCompared(value: unknown): Compared | undefined {
  const range = readRange(value)
  if (!range || !isObject(value) || typeof value.activeDays !== 'number') return undefined
  const { until, activeDays } = value
  const isCut = typeof until === 'string' && time.test(until)
  return { ...range, activeDays, ...(isCut && { until }) }
}
