import * as z from 'zod'
import { API_BASE } from '../api.ts'
import { comparedSchema } from './compared.ts'
import { daySchema } from './days.ts'

/** Widget types, in the order of the Add Widget dialog (DASH-03). */
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
/** What a new widget stores (DASH-03). It is never requested as it stands: the console builds its own. */
export function endpointOf(type: string): string {
  return `${API_BASE}${WIDGET_DATA_PATH}?widgetType=${encodeURIComponent(type)}`
}

/** Seconds between two readings of a widget (DASH-03). */
export const REFRESH_DEFAULT = 300
export const REFRESH_LEAST = 30
export const REFRESH_MOST = 3600
export const MOST_RECENT_USERS = 5

const count = z.int().min(0)
const rate = z.number().min(0).max(100).nullable()
/** One value for each day of the range, for a small line. */
const trend = z.array(z.object({ date: daySchema, count }))

/**
 * GET /admin/widget-data?widgetType&timeRange answers {data: …} of these, besides range, timeZone and
 * asOf. `previous` holds the same figures for the period that `compared` names; `trend` says what of.
 */
export const widgetData = {
  userStats: z.object({
    totalUsers: count,
    newUsers: count,
    activeUsers: count,
    previous: z.object({ totalUsers: count, newUsers: count, activeUsers: count }),
    /** Daily active users. */
    trend,
  }),
  missionStats: z.object({
    totalMissions: count,
    totalAssigned: count,
    totalCompleted: count,
    completionRate: rate,
    previous: z.object({ totalAssigned: count, totalCompleted: count, completionRate: rate }),
    /** Missions assigned on each day. */
    trend,
  }),
  protocolStats: z.object({
    totalProtocols: count,
    totalAssigned: count,
    totalCompleted: count,
    previous: z.object({ totalAssigned: count, totalCompleted: count }),
    /** Enrolments on each day. */
    trend,
  }),
  mentorStats: z.object({
    totalMentors: count,
    activeMentors: count,
    totalAssignments: count,
    previous: z.object({ totalAssignments: count }),
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
    /** Seconds that the answering server has been up. */
    uptime: z.int().min(0),
    apiRequests: z.object({
      lastHour: count,
      /** Milliseconds until an answer began; null when there was no request. */
      avgResponseTime: z.number().min(0).nullable(),
    }),
    /** How long the probe of the database took, in milliseconds; null when it failed. */
    databaseMs: z.number().min(0).nullable(),
    /** When the last backup that was whole was made; null when none was, or when the database does not say. */
    lastBackup: z.iso.datetime().nullable(),
    /** What the operator should mend, each in a few sentences; none where all is well. */
    warnings: z.array(z.string()),
  }),
} as const satisfies Record<WidgetType, z.ZodType>

export type WidgetData<T extends WidgetType = WidgetType> = z.output<(typeof widgetData)[T]>

/** What stands beside `data` in the answer. */
export const widgetFrame = {
  range: z.object({ start: daySchema, end: daySchema }),
  /** Of widgets with figures that are compared. */
  compared: comparedSchema.optional(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
}
