import { listLink } from '#admin/crud/list/list-link.ts'
import type { Series } from './series.ts'

/** The list of the records behind an entry of a chart; undefined where there is none (ANA-02). */
export function drillLink({ chart, range }: Series, key: string): string | undefined {
  const { drill } = chart
  if (!drill || key === '') return undefined
  return listLink(drill.page, {
    [drill.filter]: key,
    ...(drill.until && { [`${drill.until}_to`]: range.end }),
  })
}
