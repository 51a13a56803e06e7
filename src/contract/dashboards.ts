import * as z from 'zod'
import { isJson, requiredText, text } from '#model/schema.ts'
import { comparedSchema, withPrevious } from './analytics.ts'
import { API_BASE } from './api.ts'
import { daySchema } from './days.ts'

/** Widget types, in the order of the Add Widget dialog. */
export const WIDGET_TYPES = [
  'userStats',
  'missionStats',
  'protocolStats',
  'mentorStats',
  'recentUsers',
  'systemStatus',
] as const
export type WidgetType = (typeof WIDGET_TYPES)[number]

export const WIDGET_DATA_PATH = '/admin/widget-data'
/** Returns the endpoint that a new widget stores. It is never requested: the console builds its own. */
export function endpointOf(type: string): string {
  return `${API_BASE}${WIDGET_DATA_PATH}?widgetType=${encodeURIComponent(type)}`
}

/** Seconds between two requests of a widget. */
export const REFRESH_DEFAULT = 300
export const REFRESH_LEAST = 30
export const REFRESH_MOST = 3600
export const MOST_RECENT_USERS = 5

const count = z.int().min(0)
const rate = z.number().min(0).max(100).nullable()
/** A value for each day of the range. */
const trend = z.array(z.object({ date: daySchema, count }))

/**
 * The data of GET /admin/widget-data?widgetType&timeRange. `previous` has the same figures for the period in
 * `compared`.
 */
export const widgetData = {
  userStats: z.object({
    ...withPrevious({ totalUsers: count, newUsers: count, activeUsers: count }),
    /** Daily active users. */
    trend,
  }),
  missionStats: z.object({
    totalMissions: count,
    ...withPrevious({ totalAssigned: count, totalCompleted: count, completionRate: rate }),
    /** Missions assigned on each day. */
    trend,
  }),
  protocolStats: z.object({
    totalProtocols: count,
    ...withPrevious({ totalAssigned: count, totalCompleted: count }),
    /** Enrolments on each day. */
    trend,
  }),
  mentorStats: z.object({
    totalMentors: count,
    activeMentors: count,
    ...withPrevious({ totalAssignments: count }),
    /** Mentors assigned on each day. */
    trend,
  }),
  recentUsers: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      createdAt: z.iso.datetime(),
      _id: z.string(),
    }),
  ),
  systemStatus: z.object({
    status: z.enum(['healthy', 'unhealthy']),
    /** Seconds since this server started. */
    uptime: z.int().min(0),
    apiRequests: z.object({
      lastHour: count,
      /** Milliseconds to the first byte; null without requests. */
      avgResponseTime: z.number().min(0).nullable(),
    }),
    /** Milliseconds of the database check; null when it failed. */
    databaseMs: z.number().min(0).nullable(),
    /** When the last complete backup was made; null when unknown or never. */
    lastBackup: z.iso.datetime().nullable(),
    /** Errors for the operator to fix. */
    warnings: z.array(z.string()),
  }),
} as const satisfies Record<WidgetType, z.ZodType>

export type WidgetData<T extends WidgetType = WidgetType> = z.output<(typeof widgetData)[T]>

/** The keys beside `data` in that response. */
export const widgetFrame = {
  range: z.object({ start: daySchema, end: daySchema }),
  /** Present when figures are compared. */
  compared: comparedSchema.optional(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
}

/** Columns of the console's grid on a desktop. */
export const GRID_COLUMNS = 4
/** The largest stored widget; the console limits its width to the grid. */
const WIDEST = 12
const RIGHTMOST = WIDEST - 1
export const TALLEST = 6
export const MOST_WIDGETS = 50
/** The largest stored refreshInterval in seconds; the console limits it to 30 to 3600. */
const LONGEST_INTERVAL = 86_400

/** The most levels of a widget's configuration. */
const DEEPEST = 20

export const LAYOUTS = ['grid', 'list'] as const

/**
 * A stored widget (specification section 3). Unknown types and any configuration are kept. The endpoint is never
 * requested.
 */
const widgetSchema = z.object({
  id: requiredText(100),
  title: text(120).default(''),
  type: requiredText(60),
  size: z
    .object({
      width: z.int().min(1).max(WIDEST).default(1),
      height: z.int().min(1).max(TALLEST).default(1),
    })
    .prefault({}),
  position: z
    .object({
      x: z.int().min(0).max(RIGHTMOST).default(0),
      y: z.int().min(0).max(1000).default(0),
    })
    .prefault({}),
  dataSource: z
    .object({
      type: z.literal('api').default('api'),
      endpoint: text(500).default(''),
      refreshInterval: z.int().min(1).max(LONGEST_INTERVAL).default(REFRESH_DEFAULT),
    })
    .prefault({}),
  config: z
    .record(z.string(), z.unknown())
    .refine((value) => isJson(value, DEEPEST), {
      error: `is nested deeper than ${DEEPEST} levels, or contains a number that is too large or characters that cannot be stored`,
    })
    .default(() => ({})),
})
export type WidgetRecord = z.output<typeof widgetSchema>

const TWIN = 'is the id of another widget'

/** A dashboard without its id and version. Exactly one is the default. */
export const dashboardSchema = z.object({
  title: requiredText(120),
  description: text(500).optional(),
  layout: z.enum(LAYOUTS).default('grid'),
  widgets: z
    .array(widgetSchema)
    .max(MOST_WIDGETS)
    .check(({ value, issues }) => {
      const seen = new Set<string>()
      for (const [index, { id }] of value.entries()) {
        if (seen.has(id))
          issues.push({ code: 'custom', input: id, path: [index, 'id'], message: TWIN })
        seen.add(id)
      }
    })
    .meta({ description: 'Each widget has a unique id' })
    .default(() => []),
  isDefault: z.boolean().default(false),
})
export type Dashboard = z.output<typeof dashboardSchema>

/** A dashboard in the console; other backends may have no versions. */
export interface DashboardRecord extends Dashboard {
  _id: string
  version?: number
  updatedAt?: string
}
