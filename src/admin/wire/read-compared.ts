import type { Compared } from '#contract/insight/compared.ts'
import { isDay, TIME_OF_DAY } from '#contract/insight/days.ts'
import { isObject } from '#model/paths.ts'

const time = new RegExp(TIME_OF_DAY)

/** What an answer says that its figures are compared with; undefined when it does not, or not in our words. */
export function readCompared(value: unknown): Compared | undefined {
  if (!isObject(value)) return undefined
  const { start, end, until, activeDays } = value
  if (!(typeof start === 'string' && typeof end === 'string' && isDay(start) && isDay(end)))
    return undefined
  if (start > end || typeof activeDays !== 'number') return undefined
  const isCut = typeof until === 'string' && time.test(until)
  return { start, end, activeDays, ...(isCut && { until }) }
}
