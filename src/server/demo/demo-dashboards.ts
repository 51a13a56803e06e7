import { endpointOf, REFRESH_DEFAULT, type WidgetRecord } from '#contract/dashboards.ts'
import type { Resource } from '#model/resource.ts'
import type { Bulk, SampleRow } from './bulk.ts'
import { dashboards } from './demo-samples.ts'

const DAY_MS = 86_400_000

/** A default dashboard with all six widgets, and one for a closer look (DASH-01). */
export function sampleDashboards(today: Date): SampleRow[] {
  return dashboards().map(({ daysAgo, widgets, ...texts }) => ({
    createdAt: new Date(today.getTime() - daysAgo * DAY_MS),
    data: { ...texts, widgets: widgets.map(widgetOf), layout: 'grid', sample: true },
  }))
}

type Cell = ReturnType<typeof dashboards>[number]['widgets'][number]

function widgetOf({ type, title, x, y, width }: Cell, index: number): WidgetRecord {
  return {
    id: `${type}-${index + 1}`,
    title,
    type,
    size: { width, height: 1 },
    position: { x, y },
    dataSource: { type: 'api', endpoint: endpointOf(type), refreshInterval: REFRESH_DEFAULT },
    config: {},
  }
}

/** A sample takes no mark from a record of one's own: there is one default dashboard, and it stays. */
export async function withoutTakenMarks(
  bulk: Bulk,
  resource: Resource,
  rows: readonly SampleRow[],
): Promise<SampleRow[]> {
  let free = [...rows]
  for (const { path, only } of resource.unique) {
    if (only === undefined) continue
    const holders = await bulk.idsBy(resource, path, [String(only)])
    if (holders.size > 0)
      free = free.map((row) =>
        row.data[path] === only ? { ...row, data: { ...row.data, [path]: false } } : row,
      )
  }
  return free
}
