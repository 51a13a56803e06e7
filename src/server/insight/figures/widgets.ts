import { type DayRange, daysOf, previousRange } from '#contract/insight/days.ts'
import { MOST_RECENT_USERS, type WidgetData, type WidgetType } from '#contract/insight/widgets.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '../../http/days.ts'
import { tableName } from '../../store/shape.ts'
import type { Store } from '../../store/store.ts'
import type { Requests } from '../requests.ts'
import { assignments } from './assignments.ts'
import { userDays } from './counters.ts'
import { activePeople } from './people.ts'
import type { Reader } from './reader.ts'
import { percent } from './sums.ts'

export type WidgetReaders = {
  readonly [T in WidgetType]: (range: DayRange) => Promise<WidgetData<T>>
}

interface WidgetOptions {
  reader: Reader
  store: Pick<Store, 'activity' | 'records'>
  registry: readonly Resource[]
  zone: string
  requests: Pick<Requests, 'lastHour' | 'probe'>
  warnings: () => readonly string[]
}

/** The figures of each widget, with those of as many days before: one to three statements each. */
export function createWidgets(options: WidgetOptions): WidgetReaders {
  const { reader, store, registry, zone, requests, warnings } = options
  const users = registry.find(({ name }) => name === 'users')
  const newest = users && newestUsers(tableName(users))

  /** Live records of a resource, off its counter, which outlives a resource that left the registry. */
  const total = async (name: string): Promise<number> => {
    const totals = await store.activity.totals()
    return (registry.some((resource) => resource.name === name) && totals.get(name)) || 0
  }
  const activeMentors = (): Promise<number> =>
    registry.some(({ name }) => name === 'mentors')
      ? store.records('mentors').count([{ path: 'isActive', is: 'true' }])
      : Promise.resolve(0)

  return {
    async userStats(range) {
      const before = previousRange(range)
      const [{ totals, created }, active] = await Promise.all([
        userDays(reader, { start: before.start, end: range.end }),
        activePeople(reader, range),
      ])
      const days = totals.length / 2
      return {
        totalUsers: totals.at(-1) ?? 0,
        newUsers: sum(created.slice(days)),
        activeUsers: active.inRange,
        previous: {
          totalUsers: totals[days - 1] ?? 0,
          newUsers: sum(created.slice(0, days)),
          activeUsers: active.before,
        },
        trend: trendOf(range, active.byDay),
      }
    },

    async missionStats(range) {
      const [totalMissions, { inRange, before, byDay }] = await Promise.all([
        total('missions/templates'),
        assignments(reader, 'mission', range),
      ])
      const figures = ({ assigned, completed }: typeof inRange) => ({
        totalAssigned: assigned,
        totalCompleted: completed,
        completionRate: percent(completed, assigned),
      })
      return {
        totalMissions,
        ...figures(inRange),
        previous: figures(before),
        trend: trendOf(range, byDay),
      }
    },

    async protocolStats(range) {
      const [totalProtocols, { inRange, before, byDay }] = await Promise.all([
        total('protocols/templates'),
        assignments(reader, 'protocol', range),
      ])
      return {
        totalProtocols,
        totalAssigned: inRange.assigned,
        totalCompleted: inRange.completed,
        previous: { totalAssigned: before.assigned, totalCompleted: before.completed },
        trend: trendOf(range, byDay),
      }
    },

    async mentorStats(range) {
      const [totalMentors, active, { inRange, before, byDay }] = await Promise.all([
        total('mentors'),
        activeMentors(),
        assignments(reader, 'mentor', range),
      ])
      return {
        totalMentors,
        activeMentors: active,
        totalAssignments: inRange.assigned,
        previous: { totalAssignments: before.assigned },
        trend: trendOf(range, byDay),
      }
    },

    async recentUsers({ start, end }) {
      if (!newest) return []
      const rows = await reader.rows<NewUser>(newest, [
        startOfDay(start, zone),
        startOfDay(end, zone, 1),
      ])
      return rows.map(({ id, created_at, firstName, lastName }) => ({
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        createdAt: created_at.toISOString(),
        _id: id,
      }))
    },

    async systemStatus() {
      // A database that does not answer would not tell of requests either.
      const databaseMs = await requests.probe()
      const { count, avgMs } =
        databaseMs === null ? { count: 0, avgMs: null } : await requests.lastHour()
      return {
        status: databaseMs === null ? 'unhealthy' : 'healthy',
        uptime: Math.floor(process.uptime()),
        apiRequests: { lastHour: count, avgResponseTime: rounded(avgMs) },
        databaseMs: rounded(databaseMs),
        warnings: [...warnings()],
      }
    },
  }
}

interface NewUser {
  id: string
  created_at: Date
  firstName: string | null
  lastName: string | null
}

function newestUsers(table: string): string {
  return `
  select id, created_at, data ->> 'firstName' as "firstName", data ->> 'lastName' as "lastName"
  from ${table} where deleted_at is null and created_at >= $1 and created_at < $2
  order by created_at desc, id desc limit ${MOST_RECENT_USERS}`
}

function trendOf(range: DayRange, byDay: readonly number[]) {
  return daysOf(range).map((date, at) => ({ date, count: byDay[at] ?? 0 }))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** To a hundredth of a millisecond. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
