import { listLink } from '#admin/crud/list/list-address.ts'
import { lastDay } from '#contract/list-query.ts'
import type { Series } from './series.ts'

/** The list of the records behind an entry of a chart; undefined where there is none (ANA-02). */
export function drillLink({ chart, range }: Series, key: string): string | undefined {
  const { drill } = chart
  if (!drill || key === '') return undefined
  const until = drill.until && { [lastDay(drill.until)]: range.end }
  return listLink(drill.page, { filters: { [drill.filter]: key, ...until } })
}
