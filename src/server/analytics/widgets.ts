import { MOST_RECENT_USERS, type WidgetData, type WidgetType } from '#contract/dashboards.ts'
import { type DayRange, daysOf } from '#contract/days.ts'
import { plural } from '#model/plural.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import type { Facts } from '#server/events/facts.ts'
import { tableName } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { RecordCounts } from './record-figures.ts'
import type { Requests } from './request-counts.ts'
import {
  type Asked,
  accountFigures,
  activeFigures,
  assignedFigures,
  missionFigures,
  type Stats,
  withPrevious,
} from './stats.ts'
import type { ReadRows } from './sums.ts'

export type WidgetReaders = {
  readonly [T in WidgetType]: (asked: Asked) => Promise<WidgetData<T>>
}

interface WidgetOptions {
  read: ReadRows
  stats: Stats
  records: RecordCounts
  store: Pick<Store, 'lastBackup'>
  registry: readonly Resource[]
  zone(): string
  requests: Pick<Requests, 'lastHour' | 'probe'>
  facts: Pick<Facts, 'countAside'>
  warnings: () => readonly string[]
  backupEveryMs?: number | undefined
}

/** The figures of each widget, with those of the period that the range is compared with. */
export function createWidgets(options: WidgetOptions): WidgetReaders {
  const { read, stats, records, store, registry, zone, requests, facts, warnings, backupEveryMs } =
    options
  const users = registry.find(({ name }) => name === 'users')
  const newest = users && newestUsers(tableName(users))

  const total = async (name: string) => (await records.totals()).get(name) ?? 0

  return {
    async userStats(asked) {
      const [accounts, people] = await Promise.all([stats.accounts(asked), stats.people(asked)])
      const { previous: before, ...now } = withPrevious(accounts, accountFigures)
      const { previous, ...active } = withPrevious(people, activeFigures)
      return {
        ...now,
        ...active,
        previous: { ...before, ...previous },
        trend: trendOf(asked.range, people.now.byDay),
      }
    },

    async missionStats(asked) {
      const [totalMissions, assigned] = await Promise.all([
        total('missions/templates'),
        stats.assigned('mission', asked),
      ])
      return {
        totalMissions,
        ...withPrevious(assigned, missionFigures),
        trend: trendOf(asked.range, assigned.now.byDay),
      }
    },

    async protocolStats(asked) {
      const [totalProtocols, assigned] = await Promise.all([
        total('protocols/templates'),
        stats.assigned('protocol', asked),
      ])
      return {
        totalProtocols,
        ...withPrevious(assigned, assignedFigures),
        trend: trendOf(asked.range, assigned.now.byDay),
      }
    },

    async mentorStats(asked) {
      const [totalMentors, active, assigned] = await Promise.all([
        total('mentors'),
        records.activeMentors(),
        stats.assigned('mentor', asked),
      ])
      return {
        totalMentors,
        activeMentors: active,
        totalAssignments: assigned.now.inRange.assigned,
        previous: { totalAssignments: assigned.before.inRange.assigned },
        trend: trendOf(asked.range, assigned.now.byDay),
      }
    },

    async recentUsers({ range: { start, end } }) {
      if (!newest) return []
      const rows = await read<NewUser>(newest, [
        startOfDay(start, zone()),
        startOfDay(end, zone(), 1),
      ])
      return rows.map(({ id, created_at, firstName, lastName }) => ({
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        createdAt: created_at,
        _id: id,
      }))
    },

    async systemStatus() {
      // A database that does not answer would not tell of requests either.
      const databaseMs = await requests.probe()
      const isAway = databaseMs === null
      const { count, avgMs } = isAway ? { count: 0, avgMs: null } : await requests.lastHour()
      const aside = isAway ? 0 : await facts.countAside()
      const backup = isAway ? undefined : await store.lastBackup()
      return {
        status: databaseMs === null ? 'unhealthy' : 'healthy',
        uptime: Math.floor(process.uptime()),
        apiRequests: { lastHour: count, avgResponseTime: rounded(avgMs) },
        databaseMs: rounded(databaseMs),
        lastBackup: backup?.at ?? null,
        warnings: [
          ...warnings(),
          ...(aside > 0 ? [asideWarning(aside)] : []),
          ...(isAway ? [] : lateWarning(backup?.at, backupEveryMs)),
        ],
      }
    },
  }
}

/** A server that has just started is about to make its first. */
const FIRST_BACKUP_MS = 15 * 60_000
/** Clocks of several servers differ by this much at most. */
const CLOCK_SLACK_MS = 5 * 60_000

function asideWarning(batches: number): string {
  const what = plural(batches, 'A batch of events', `${batches} batches of events`)
  const were = plural(batches, 'was', 'were')
  return `${what} could not be counted and ${were} set aside; the log says why. When that is mended: npm run admin -- retry-events`
}

/** Of backups that a server makes by itself: twice the time is one that failed, and another that did. */
function lateWarning(last: string | undefined, everyMs: number | undefined): string[] {
  if (everyMs === undefined || process.uptime() * 1000 < FIRST_BACKUP_MS) return []
  const age = last === undefined ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(last)
  if (age >= -CLOCK_SLACK_MS && age <= 2 * everyMs) return []
  if (age < 0)
    return [
      `The last backup is dated in the future (${last}). Check the clock of the server, then make a new one: npm run admin -- backup`,
    ]
  const since = last === undefined ? 'There is no backup yet' : `The last backup is of ${last}`
  return [
    `${since}, though one is due every ${everyMs / 3_600_000} h. The log says why. By hand: npm run admin -- backup`,
  ]
}

interface NewUser {
  id: string
  created_at: string
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

/** To a hundredth of a millisecond. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
