import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { endpointOf, REFRESH_DEFAULT, type WidgetType } from '#contract/insight/widgets.ts'
import type { Resource } from '#model/resource.ts'
import type { Bulk, SampleRow } from '#server/store/bulk.ts'

const DAY_MS = 86_400_000

type Cell = readonly [type: WidgetType, title: string, x: number, y: number, width: number]

const OVERVIEW: readonly Cell[] = [
  ['userStats', 'Users', 0, 0, 1],
  ['missionStats', 'Missions', 1, 0, 1],
  ['protocolStats', 'Protocols', 2, 0, 1],
  ['mentorStats', 'Mentors', 3, 0, 1],
  ['recentUsers', 'Recent Users', 0, 1, 2],
  ['systemStatus', 'System Status', 2, 1, 2],
]

const LEARNING: readonly Cell[] = [
  ['missionStats', 'Missions', 0, 0, 2],
  ['protocolStats', 'Protocols', 2, 0, 2],
  ['mentorStats', 'Mentors', 0, 1, 2],
  ['userStats', 'Learners', 2, 1, 2],
]

/** A default dashboard with all six widgets, and one for a closer look (DASH-01). */
export function sampleDashboards(today: Date): SampleRow[] {
  return [
    rowOf(today, 90, {
      title: 'Overview',
      description: 'How many people there are, what they do, and whether everything runs',
      widgets: OVERVIEW.map(widgetOf),
      isDefault: true,
    }),
    rowOf(today, 30, {
      title: 'Learning',
      description: 'Missions, protocols and mentors side by side',
      widgets: LEARNING.map(widgetOf),
      isDefault: false,
    }),
  ]
}

function rowOf(today: Date, daysAgo: number, data: Record<string, unknown>): SampleRow {
  return {
    createdAt: new Date(today.getTime() - daysAgo * DAY_MS),
    data: { ...data, layout: 'grid', sample: true },
  }
}

function widgetOf([type, title, x, y, width]: Cell, index: number): WidgetRecord {
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
