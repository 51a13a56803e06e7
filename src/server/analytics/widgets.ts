import { MOST_RECENT_USERS, type WidgetData, type WidgetType } from '#contract/dashboards.ts'
import type { DayRange } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import { plural } from '#model/plural.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { tallies } from '#server/db/tallies.ts'
import { tableName } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import {
  type Assigned,
  assignedFigures,
  assignments,
  missionFigures,
} from './assignment-figures.ts'
import type { Facts } from './facts.ts'
import type { Requests } from './request-counts.ts'
import {
  type Asked,
  accountFigures,
  activeUsers,
  compare,
  type ReadRows,
  userDays,
} from './stats.ts'
import { everyUser, usersTable } from './user-counts.ts'

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
  const assigned = async <R extends object>(
    asked: Asked,
    kind: SubjectKind,
    figures: (value: Assigned) => R,
  ) => {
    const found = await compare(asked, (period) => assignments(read, kind, period), figures)
    return { ...found.figures, trend: found.now.byDay }
  }
  const total = async (name: string) => (await records.totals()).get(name) ?? 0

  return {
    async userStats(asked) {
      const users = everyUser(registry)
      const { now, figures } = await compare(
        asked,
        (period) => Promise.all([userDays(read, users, period), activeUsers(read, period)]),
        ([accounts, { activeUsers }]) => ({ ...accountFigures(accounts), activeUsers }),
      )
      return { ...figures, trend: now[1].byDay }
    },

    missionStats: async (asked) => ({
      totalMissions: await total('missions/templates'),
      ...(await assigned(asked, 'mission', missionFigures)),
    }),

    protocolStats: async (asked) => ({
      totalProtocols: await total('protocols/templates'),
      ...(await assigned(asked, 'protocol', assignedFigures)),
    }),

    async mentorStats(asked) {
      const [totalMentors, activeMentors, figures] = await Promise.all([
        total('mentors'),
        records.activeMentors(),
        assigned(asked, 'mentor', ({ totalAssigned }) => ({ totalAssignments: totalAssigned })),
      ])
      return { totalMentors, activeMentors, ...figures }
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

/** To a hundredth of a millisecond. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}

export type RecordCounts = ReturnType<typeof createRecordCounts>

/** Counts the records of the resources, by the names of their declarations. Unknown resources are absent. */
export function createRecordCounts(
  read: ReadRows,
  store: Pick<Store, 'pool' | 'records'>,
  registry: readonly Resource[],
  zone: () => string,
) {
  const has = (resource: string) => registry.some(({ name }) => name === resource)
  return {
    async totals(): Promise<ReadonlyMap<string, number>> {
      // The counters outlive a resource that left the registry.
      return new Map([...(await tallies(store.pool))].filter(([name]) => has(name)))
    },

    activeMentors: async (): Promise<number> =>
      has('mentors') ? store.records('mentors').count([{ path: 'isActive', is: 'true' }]) : 0,

    /** Returns how many records were created in a range of days, also those deleted since. */
    async created(names: readonly string[], range: DayRange): Promise<ReadonlyMap<string, number>> {
      const counted = registry.filter(({ name }) => names.includes(name))
      const others = counted.filter(({ name }) => name !== 'users')
      const [accounts, rows] = await Promise.all([
        others.length < counted.length ? userDays(read, everyUser(registry), range) : undefined,
        others.length > 0
          ? read<{ name: string; n: number }>(others.map(createdIn).join(' union all '), [
              startOfDay(range.start, zone()),
              startOfDay(range.end, zone(), 1),
            ])
          : [],
      ])
      const counts = new Map(rows.map(({ name, n }) => [name, n]))
      // Users as the figure `newUsers` counts them.
      return accounts ? counts.set('users', accountFigures(accounts).newUsers) : counts
    },
  }
}

/** A record created in the range was deleted after its start, so the indexes of deletions find the deleted ones. */
function createdIn(resource: Resource): string {
  const [table, name] = [tableName(resource), quote(resource.name)]
  const isNew = 'created_at >= $1 and created_at < $2'
  return `select ${name} as name, (
    (select count(*) from ${table} where deleted_at is null and ${isNew})
    + (select count(*) from ${table} where deleted_at >= $1 and ${isNew})
    + (select count(*) from erased where resource = ${name} and deleted_at >= $1 and ${isNew})
  )::int as n`
}
