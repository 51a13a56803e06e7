import * as z from 'zod'
import { comparedSchema } from './compared.ts'
import { daySchema } from './days.ts'

/** The tabs of analytics, in their order; also the last segment of their paths (ANA-01). */
export const TABS = ['engagement', 'missions', 'protocols', 'growth'] as const
export type Tab = (typeof TABS)[number]
export const ANALYTICS_PATH = '/analytics'
export const EXPORT_PATH = '/analytics/export'

const count = z.int().min(0)
/** Percent with one decimal at most; null where there was nothing to take a share of. */
const rate = z.number().min(0).max(100).nullable()

const rangeKeys = {
  range: z.object({ start: daySchema, end: daySchema }),
  timeZone: z.string(),
  compared: comparedSchema,
}

/** Figures of the whole range, and the same of the period that `compared` names. */
const summary = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, previous: z.object(shape) })

/** GET /analytics/{tab}?startDate&endDate answers {data: …}. Every day of the range is there, in order. */
export const payloads = {
  engagement: z.object({
    ...rangeKeys,
    summary: summary({ activeUsers: count, sessions: count, featureUses: count }),
    dailyActiveUsers: z.array(z.object({ date: daySchema, count })),
    /** All of SESSION_RANGES, in their order. */
    sessionDuration: z.array(z.object({ range: z.string(), count })),
    /** Most used first: MOST_FEATURES of them, then all others as OTHER_FEATURES if there are more. */
    featureUsage: z.array(z.object({ feature: z.string(), count })),
  }),
  missions: z.object({
    ...rangeKeys,
    summary: summary({ totalAssigned: count, totalCompleted: count, completionRate: rate }),
    completionRate: z.array(z.object({ date: daySchema, rate })),
    /** All four difficulties, easiest first. */
    byDifficulty: z.array(
      z.object({ difficulty: z.string(), assignedCount: count, completedCount: count }),
    ),
    /** Most assigned first. */
    byType: z.array(z.object({ type: z.string(), count })),
  }),
  protocols: z.object({
    ...rangeKeys,
    summary: summary({ totalAssigned: count, totalCompleted: count, averageProgress: rate }),
    progressOverTime: z.array(z.object({ date: daySchema, avgProgress: rate })),
    /** All three levels, lowest first. */
    byLevel: z.array(z.object({ level: z.string(), assignedCount: count, completedCount: count })),
    completionRateByLevel: z.array(z.object({ level: z.string(), rate })),
  }),
  growth: z.object({
    ...rangeKeys,
    summary: summary({ totalUsers: count, newUsers: count, retentionRate: rate }),
    userGrowth: z.array(z.object({ date: daySchema, totalUsers: count, newUsers: count })),
    retentionRate: z.array(z.object({ week: daySchema, rate })),
    /** All segments, most first. */
    userDistribution: z.array(z.object({ category: z.string(), count })),
  }),
} as const satisfies Record<Tab, z.ZodObject>

export type Payload<T extends Tab = Tab> = z.output<(typeof payloads)[T]>

export const EXPORT_FORMATS = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** What can be exported: a tab, all tabs, or the rows they were counted from (ANA-03). */
export const EXPORT_TYPES = [...TABS, 'all', 'users', 'assignments', 'events'] as const
export type ExportType = (typeof EXPORT_TYPES)[number]

/** Beside an export: how many rows it will hold, where that is known beforehand. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

/** The file's name (ANA-03): all tabs are called analytics. */
export function exportName(
  type: ExportType,
  { start, end }: { start: string; end: string },
  format: ExportFormat,
): string {
  return `${type === 'all' ? 'analytics' : type}_${start}_to_${end}.${format}`
}

/** The same of a list's records, below the path of the list. */
export const RECORDS_EXPORT = '/export'

/** Their file's name, by the page of the resource and the day it was made. */
export function recordsFileName(page: string, day: string, format: ExportFormat): string {
  return `${page}_${day}.${format}`
}
