// Keeps zod from evaluating generated code. Must be imported before zod.
import '#model/schema.ts'
import * as z from 'zod'
import { addDays, type Day, type DayRange, daySchema, lengthOf, timeSchema } from './days.ts'

/** The tabs of analytics, in their order; also the last segments of their paths. */
export const TABS = ['engagement', 'missions', 'protocols', 'growth'] as const
export type Tab = (typeof TABS)[number]
export const ANALYTICS_PATH = '/analytics'
export const EXPORT_PATH = '/analytics/export'

/** A range of days whose last day may end at a time of day. */
export interface Period extends DayRange {
  /** 'HH:MM' in the reporting time zone; absent if the whole last day counts. */
  until?: string | undefined
}

export const comparedSchema = z
  .object({
    start: daySchema,
    end: daySchema,
    until: timeSchema.optional(),
    activeDays: z.int().min(0),
  })
  .describe(
    'The period of the previous figures. With until, its last day counts only until that time of day, because the range is not over. activeDays: the number of its days with an active user',
  )
export type Compared = z.output<typeof comparedSchema>

/** A period with a smaller count, or with data on a smaller part of its days, is too small for a percentage. */
const LEAST_COUNT = 10
const LEAST_PART = 1 / 3

/**
 * Returns the previous period of a range: as many days, directly before it. When the range ends today, the last
 * day of its previous period ends at the same time of day. `now` is in the reporting time zone.
 */
export function comparedPeriod(range: DayRange, now: { today: Day; time: string }): Period {
  const days = { start: addDays(range.start, -lengthOf(range)), end: addDays(range.start, -1) }
  return range.end === now.today ? { ...days, until: now.time } : days
}

/** Returns whether a period has too little data for a percentage, by its count or its number of active days. */
export function isScarce(
  counted: number | null | undefined,
  period?: DayRange & { activeDays?: number | undefined },
): boolean {
  if (typeof counted === 'number' && counted < LEAST_COUNT) return true
  return period?.activeDays !== undefined && period.activeDays < lengthOf(period) * LEAST_PART
}

const count = z.int().min(0)
/** Percent with one decimal at most; null when the base is 0. */
const rate = z.number().min(0).max(100).nullable()

const rangeKeys = {
  range: z.object({ start: daySchema, end: daySchema }),
  timeZone: z.string(),
  compared: comparedSchema,
}

/** Adds `previous`: the same figures for the period in `compared`. */
export const withPrevious = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  ...shape,
  previous: z.object(shape),
})
const summary = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(withPrevious(shape))

/** The data of GET /analytics/{tab}?startDate&endDate. Has every day of the range, in order. */
export const payloads = {
  engagement: z.object({
    ...rangeKeys,
    summary: summary({ activeUsers: count, sessions: count, featureUses: count }),
    dailyActiveUsers: z.array(z.object({ date: daySchema, count })),
    /** All SESSION_RANGES, in their order. */
    sessionDuration: z.array(z.object({ range: z.string(), count })),
    /** The MOST_FEATURES most used, then the sum of all others as OTHER_FEATURES. */
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
/** The exports: a tab, all tabs, or the rows behind them. */
export const EXPORT_TYPES = [...TABS, 'all', 'users', 'assignments', 'events'] as const
export type ExportType = (typeof EXPORT_TYPES)[number]

/** Header of an export: its number of rows, when known in advance. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

export function exportName(
  type: ExportType,
  { start, end }: { start: string; end: string },
  format: ExportFormat,
): string {
  return `${type === 'all' ? 'analytics' : type}_${start}_to_${end}.${format}`
}

/** The export of a list's records, below the path of the list. */
export const RECORDS_EXPORT = '/export'

export function recordsFileName(page: string, day: string, format: ExportFormat): string {
  return `${page}_${day}.${format}`
}
