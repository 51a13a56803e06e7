import { TABS } from '#contract/analytics.ts'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { TIME_RANGES } from '#contract/days.ts'
import { registry } from '#resources/index.ts'
import { createInsight } from '#server/analytics/insight.ts'
import type { Store } from '#server/services.ts'

/** Widgets that tell of stored facts; systemStatus tells of the running server. */
export const FACTUAL = WIDGET_TYPES.filter((type) => type !== 'systemStatus')

/** The last moment of the world of learners.ts. */
export const UNTIL = '2024-11-05T22:30:00Z'

/** Days that are shorter or longer than others, a leap day, a year's end and all of it. */
export const EDGES = [
  ['2023-12-25', '2024-01-07'],
  ['2024-02-28', '2024-03-01'],
  ['2024-03-31', '2024-04-07'],
  ['2024-09-29', '2024-10-27'],
  ['2023-10-01', '2024-11-05'],
] as const

/** Everything that is figured: each tab for each range, each widget for each of its ranges, at a moment. */
export async function figuresAt(
  store: Store,
  zone: string,
  now: Date,
  ranges: readonly (readonly [start: string, end: string])[],
) {
  const { figures } = createInsight({ store, registry, zone: () => zone, now: () => now })
  const found: Record<string, unknown> = {}
  for (const [start, end] of ranges)
    for (const tab of TABS)
      found[`${tab} ${start} ${end}`] = await figures.analytics(tab, { start, end })
  for (const range of TIME_RANGES)
    for (const type of FACTUAL) found[`${type} ${range}`] = await figures.widget(type, range)
  return found
}
