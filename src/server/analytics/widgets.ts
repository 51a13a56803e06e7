import { MOST_RECENT_USERS, type WidgetData, type WidgetType } from '#contract/dashboards.ts'
import { type DayRange, daysOf } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import { plural } from '#model/plural.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import type { Facts } from '#server/events/facts.ts'
import { everyUser, usersTable } from '#server/events/user-counts.ts'
import type { Store } from '#server/services.ts'
import { assignedFigures, assignments, missionFigures } from './assignment-figures.ts'
import type { RecordCounts } from './record-counts.ts'
import type { Requests } from './request-counts.ts'
import {
  type Asked,
  accountFigures,
  activeUsers,
  both,
  type ReadRows,
  userDays,
  withPrevious,
} from './stats.ts'

type WidgetReaders = { readonly [T in WidgetType]: (asked: Asked) => Promise<WidgetData<T>> }

export interface WidgetOptions {
  registry: readonly Resource[]
  zone(): string
  store: Pick<Store, 'lastBackup'>
  requests: Pick<Requests, 'lastHour' | 'probe'>
  facts: Pick<Facts, 'backlog'>
  /** Returns warnings for the operator of this server. */
  warnings: () => readonly string[]
  /** The interval of automatic backups; undefined without them. */
  backupEveryMs?: number | undefined
}

/** Creates the readers of the widgets' figures, with those of the period that the range is compared with. */
export function createWidgets(
  read: ReadRows,
  records: RecordCounts,
  { registry, zone, store, requests, facts, warnings, backupEveryMs }: WidgetOptions,
): WidgetReaders {
  const assigned = (kind: SubjectKind, asked: Asked) =>
    both(asked, (period) => assignments(read, kind, period))
  const total = async (name: string) => (await records.totals()).get(name) ?? 0

  return {
    async userStats(asked) {
      const { now, before } = await both(asked, async (period) => {
        const [accounts, people] = await Promise.all([
          userDays(read, everyUser(registry), period),
          activeUsers(read, period),
        ])
        return { accounts, people }
      })
      const figures = ({ accounts, people }: typeof now) => ({
        ...accountFigures(accounts),
        activeUsers: people.activeUsers,
      })
      return {
        ...withPrevious({ now, before }, figures),
        trend: trendOf(asked.range, now.people),
      }
    },

    async missionStats(asked) {
      const [totalMissions, counts] = await Promise.all([
        total('missions/templates'),
        assigned('mission', asked),
      ])
      const trend = trendOf(asked.range, counts.now)
      return { totalMissions, ...withPrevious(counts, missionFigures), trend }
    },

    async protocolStats(asked) {
      const [totalProtocols, counts] = await Promise.all([
        total('protocols/templates'),
        assigned('protocol', asked),
      ])
      const trend = trendOf(asked.range, counts.now)
      return { totalProtocols, ...withPrevious(counts, assignedFigures), trend }
    },

    async mentorStats(asked) {
      const [totalMentors, activeMentors, counts] = await Promise.all([
        total('mentors'),
        records.activeMentors(),
        assigned('mentor', asked),
      ])
      return {
        totalMentors,
        activeMentors,
        ...withPrevious(counts, ({ totalAssigned }) => ({ totalAssignments: totalAssigned })),
        trend: trendOf(asked.range, counts.now),
      }
    },

    recentUsers: ({ range: { start, end } }) =>
      read(
        `select coalesce(data ->> 'firstName', '') as "firstName",
           coalesce(data ->> 'lastName', '') as "lastName", created_at as "createdAt", id as "_id"
         from ${usersTable(registry)} where deleted_at is null and created_at >= $1 and created_at < $2
         order by created_at desc, id desc limit ${MOST_RECENT_USERS}`,
        [startOfDay(start, zone()), startOfDay(end, zone(), 1)],
      ),

    async systemStatus() {
      const databaseMs = await requests.probe()
      // A database that does not answer is asked nothing else.
      const isAway = databaseMs === null
      const { count, avgMs } = isAway ? { count: 0, avgMs: null } : await requests.lastHour()
      const aside = isAway ? 0 : (await facts.backlog()).aside
      const backup = isAway ? undefined : await store.lastBackup()
      return {
        status: isAway ? 'unhealthy' : 'healthy',
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

/** A server that has just started will make its first backup soon. */
const FIRST_BACKUP_MS = 15 * 60_000
/** Clocks of several servers differ by this much at most. */
const CLOCK_SLACK_MS = 5 * 60_000

function asideWarning(batches: number): string {
  const what = plural(batches, 'A batch of events', `${batches} batches of events`)
  const were = plural(batches, 'was', 'were')
  return `${what} could not be counted and ${were} set aside; the log says why. When that is mended: npm run admin -- retry-events`
}

/** Warns when automatic backups are late: after twice the interval, two have failed. */
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

function trendOf(range: DayRange, { byDay }: { byDay: readonly number[] }) {
  return daysOf(range).map((date, at) => ({ date, count: byDay[at] ?? 0 }))
}

/** To a hundredth of a millisecond. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
