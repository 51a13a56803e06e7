import { type Compared, comparedPeriod, type Payload, type Tab } from '#contract/analytics.ts'
import { MOST_FEATURES, OTHER_FEATURES, SESSION_RANGES } from '#contract/charts.ts'
import { MOST_RECENT_USERS, type WidgetData, type WidgetType } from '#contract/dashboards.ts'
import { type DayRange, dayIn, daysOf, rangeOf, type TimeRange, timeIn } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { plural } from '#model/words.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { tallies } from '#server/db/tallies.ts'
import { tableName } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import { createFacts, type Facts } from './facts.ts'
import { toFigurePeriod } from './partial-day.ts'
import { createPeople } from './people.ts'
import { createRequests, type Requests } from './request-counts.ts'
import {
  type Asked,
  activeDays,
  activeUsers,
  assignments,
  averageProgress,
  choicesOf,
  compare,
  completionRates,
  countBy,
  livingBySegment,
  mostFirst,
  percent,
  type ReadRows,
  retention,
  subjectCounts,
  sum,
  userDays,
  withRest,
} from './stats.ts'
import { everyUser, usersTable } from './user-counts.ts'

interface StatusOptions {
  store: Pick<Store, 'lastBackup'>
  requests: Pick<Requests, 'lastHour' | 'probe'>
  facts: Pick<Facts, 'backlog'>
  /** Returns warnings for the operator of this server. */
  warnings?: (() => readonly string[]) | undefined
  /** The interval of automatic backups; undefined without them. */
  backupEveryMs?: number | undefined
}

interface FigureOptions extends StatusOptions {
  store: Store
  registry: readonly Resource[]
  zone(): string
  /** The clock, for tests. */
  now?: () => Date
}

interface InsightOptions extends Omit<FigureOptions, 'requests' | 'facts'> {
  tell?: (line: object, words: string) => void
}

/** Creates the services for learner events: facts as they arrive, and figures computed from them. */
export function createInsight({ tell = () => undefined, ...options }: InsightOptions) {
  const { store, registry, zone, now = () => new Date() } = options
  const requests = createRequests(store)
  const facts = createFacts({ store, registry, tell })
  return {
    /** Returns the reporting time zone. A running server follows a change. */
    zone,
    today: () => dayIn(zone(), now()),
    facts,
    requests,
    figures: createFigures({ ...options, requests, facts }),
    people: createPeople(store),
  }
}

/** The charts of a tab, and the figures of the range in its sentences. */
type TabFigures<T extends Tab> = Omit<Payload<T>, 'range' | 'timeZone' | 'compared'>
type TabReaders = { readonly [T in Tab]: (asked: Asked) => Promise<TabFigures<T>> }
type WidgetFrame = { range: DayRange; compared?: Compared; timeZone: string; asOf: string }
type WidgetReaders = { readonly [T in WidgetType]: (asked: Asked) => Promise<WidgetData<T>> }

/**
 * Creates the readers of all figures, as the contract defines them, from the roll-up tables. They read events only for
 * the last, partial day of a period.
 */
export function createFigures(options: FigureOptions) {
  const { store, registry, zone: currentZone, now = () => new Date() } = options
  const read: ReadRows = async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await store.pool.query<Row>(sql, [...values])).rows
  const records = createRecordCounts(read, store, registry, currentZone)
  const tabs = createTabs(read, registry)
  const widgets = createWidgets(read, records, options)

  /** Reads figures of a range as of a moment, and the days of the period that they are compared with. */
  async function readCompared<T>(
    figures: (asked: Asked) => Promise<T>,
    range: DayRange,
    zone: string,
    at: Date,
    until?: string,
  ): Promise<{ data: T; compared: Compared }> {
    const clock = until
      ? { today: range.end, time: until }
      : { today: dayIn(zone, at), time: timeIn(zone, at) }
    const before = comparedPeriod(range, clock)
    const asked = {
      range: toFigurePeriod({ ...range, until }, zone),
      before: toFigurePeriod(before, zone),
    }
    const [data, days] = await Promise.all([figures(asked), activeDays(read, before)])
    return { data, compared: { ...before, activeDays: days } }
  }

  return {
    records,

    /** Returns a tab of analytics for a range of days. With `until` ('HH:MM') the last day counts until that time. */
    async analytics<T extends Tab>(tab: T, range: DayRange, until?: string): Promise<Payload<T>> {
      const timeZone = currentZone()
      const { data, compared } = await readCompared(tabs[tab], range, timeZone, now(), until)
      // TypeScript cannot infer that a generic tab's figures and these keys form its payload.
      return { range, timeZone, compared, ...data } as unknown as Payload<T>
    },

    /** Returns the figures of a widget for a range relative to today. */
    async widget<T extends WidgetType>(
      type: T,
      timeRange: TimeRange,
    ): Promise<WidgetFrame & { data: WidgetData<T> }> {
      const timeZone = currentZone()
      const at = now()
      const range = rangeOf(timeRange, dayIn(timeZone, at))
      const frame = { range, timeZone, asOf: at.toISOString() }
      // System status must also work without a database, so nothing is compared.
      if (type === 'systemStatus' || type === 'recentUsers')
        return { data: await widgets[type]({ range, before: range }), ...frame }
      return { ...(await readCompared(widgets[type], range, timeZone, at)), ...frame }
    },
  }
}

/** Creates the readers of the tabs of analytics. Each runs a few statements, whatever the range. */
function createTabs(read: ReadRows, registry: readonly Resource[]): TabReaders {
  const users = everyUser(registry)
  return {
    async engagement(asked) {
      const { now, figures } = await compare(
        asked,
        (period) =>
          Promise.all([
            activeUsers(read, period),
            countBy(read, 'session', period),
            countBy(read, 'feature', period),
          ]),
        ([{ activeUsers }, sessions, features]) => ({
          activeUsers,
          sessions: sum(sessions.values()),
          featureUses: sum(features.values()),
        }),
      )
      const [people, sessions, features] = now
      const named = withRest(mostFirst([...features]), MOST_FEATURES, OTHER_FEATURES)
      return {
        summary: figures,
        dailyActiveUsers: people.byDay,
        sessionDuration: SESSION_RANGES.map(({ label }) => ({
          range: label,
          count: sessions.get(label) ?? 0,
        })),
        featureUsage: named.map(([feature, count]) => ({ feature, count })),
      }
    },

    async missions(asked) {
      const [{ figures }, completionRate, { byChoice, byText }] = await Promise.all([
        compare(asked, (period) => assignments(read, 'mission', period), missionFigures),
        completionRates(read, 'mission', asked.range),
        subjectCounts(read, 'mission', registry, asked.range),
      ])
      return {
        summary: figures,
        completionRate,
        byDifficulty: byChoice.map(([difficulty, counts]) => ({ difficulty, ...counts })),
        byType: mostFirst(byText).map(([type, count]) => ({ type, count })),
      }
    },

    async protocols(asked) {
      const [{ now, figures }, { byChoice }] = await Promise.all([
        compare(
          asked,
          (period) =>
            Promise.all([assignments(read, 'protocol', period), averageProgress(read, period)]),
          ([{ figures }, progress]) => ({ ...figures, averageProgress: progress.at(-1) ?? null }),
        ),
        subjectCounts(read, 'protocol', registry, asked.range),
      ])
      const [, progress] = now
      return {
        summary: figures,
        progressOverTime: daysOf(asked.range).map((date, at) => ({
          date,
          avgProgress: progress[at] ?? null,
        })),
        byLevel: byChoice.map(([level, counts]) => ({ level, ...counts })),
        completionRateByLevel: byChoice.map(([level, { assignedCount, completedCount }]) => ({
          level,
          rate: percent(completedCount, assignedCount),
        })),
      }
    },

    async growth(asked) {
      const [{ now, figures }, living] = await Promise.all([
        compare(
          asked,
          (period) => Promise.all([userDays(read, users, period), retention(read, period)]),
          ([{ figures }, { rate }]) => ({ ...figures, retentionRate: rate }),
        ),
        livingBySegment(read, users, asked.range),
      ])
      const [{ totals, created }, { weeks }] = now
      const resource = registry.find(({ name }) => name === 'users')
      const none = choicesOf(resource, 'segment').map((segment) => [segment, 0] as const)
      const categories = mostFirst([...new Map([...none, ...living])])
      return {
        summary: figures,
        userGrowth: created.map(({ date, count }, at) => ({
          date,
          totalUsers: totals[at] ?? 0,
          newUsers: count,
        })),
        retentionRate: weeks,
        userDistribution: categories.map(([category, count]) => ({ category, count })),
      }
    },
  }
}

type Assigned = Awaited<ReturnType<typeof assignments>>

function missionFigures({ figures }: Assigned) {
  return { ...figures, completionRate: percent(figures.totalCompleted, figures.totalAssigned) }
}

function createWidgets(
  read: ReadRows,
  records: ReturnType<typeof createRecordCounts>,
  options: FigureOptions,
): WidgetReaders {
  const { registry, zone } = options
  const assigned = async <R extends object>(
    asked: Asked,
    kind: SubjectKind,
    figuresOf: (value: Assigned) => R,
  ) => {
    const { now, figures } = await compare(
      asked,
      (period) => assignments(read, kind, period),
      figuresOf,
    )
    return { ...figures, trend: now.byDay }
  }
  const total = async (name: string) => (await records.totals()).get(name) ?? 0

  return {
    async userStats(asked) {
      const users = everyUser(registry)
      const { now, figures } = await compare(
        asked,
        (period) => Promise.all([userDays(read, users, period), activeUsers(read, period)]),
        ([{ figures }, { activeUsers }]) => ({ ...figures, activeUsers }),
      )
      return { ...figures, trend: now[1].byDay }
    },

    missionStats: async (asked) => ({
      totalMissions: await total('missions/templates'),
      ...(await assigned(asked, 'mission', missionFigures)),
    }),

    protocolStats: async (asked) => ({
      totalProtocols: await total('protocols/templates'),
      ...(await assigned(asked, 'protocol', ({ figures }) => figures)),
    }),

    mentorStats: async (asked) => ({
      totalMentors: await total('mentors'),
      activeMentors: await records.activeMentors(),
      ...(await assigned(asked, 'mentor', ({ figures }) => ({
        totalAssignments: figures.totalAssigned,
      }))),
    }),

    recentUsers: ({ range: { start, end } }) =>
      read(
        `select coalesce(data ->> 'firstName', '') as "firstName",
           coalesce(data ->> 'lastName', '') as "lastName", created_at as "createdAt", id as "_id"
         from ${usersTable(registry)} where deleted_at is null and created_at >= $1 and created_at < $2
         order by created_at desc, id desc limit ${MOST_RECENT_USERS}`,
        [startOfDay(start, zone()), startOfDay(end, zone(), 1)],
      ),

    systemStatus: () => systemStatus(options),
  }
}

/** Reads the data of the system status widget. If the database does not respond, runs no other query. */
export async function systemStatus({
  store,
  requests,
  facts,
  warnings,
  backupEveryMs,
}: StatusOptions): Promise<WidgetData<'systemStatus'>> {
  const databaseMs = await requests.probe()
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
      ...(warnings?.() ?? []),
      ...(aside > 0 ? [asideWarning(aside)] : []),
      ...(isAway ? [] : lateWarning(backup?.at, backupEveryMs)),
    ],
  }
}

/** A server that has just started will soon create its first backup. */
const FIRST_BACKUP_MS = 15 * 60_000
/** The tolerated difference between server clocks. */
const CLOCK_SLACK_MS = 5 * 60_000

function asideWarning(batches: number): string {
  const what = plural(batches, 'A batch of events', `${batches} batches of events`)
  const were = plural(batches, 'was', 'were')
  return `${what} could not be counted and ${were} set aside. The log says why. After fixing the cause, run: npm run admin -- retry-events`
}

/** Warns when automatic backups are late: after twice the interval, two have failed. */
function lateWarning(last: string | undefined, everyMs: number | undefined): string[] {
  if (everyMs === undefined || process.uptime() * 1000 < FIRST_BACKUP_MS) return []
  const age = last === undefined ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(last)
  if (age >= -CLOCK_SLACK_MS && age <= 2 * everyMs) return []
  if (age < 0)
    return [
      `The last backup is dated in the future (${last}). Check the clock of the server, then create a new one: npm run admin -- backup`,
    ]
  const since = last === undefined ? 'There is no backup yet' : `The last backup is from ${last}`
  return [
    `${since}, but one is due every ${everyMs / 3_600_000} h. The log says why. To create one now, run: npm run admin -- backup`,
  ]
}

/** To a hundredth of a millisecond. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}

/** Counts the records of the resources, by the names of their declarations. Unknown resources are absent. */
function createRecordCounts(
  read: ReadRows,
  store: Pick<Store, 'pool' | 'records'>,
  registry: readonly Resource[],
  zone: () => string,
) {
  const has = (resource: string) => registry.some(({ name }) => name === resource)
  return {
    async totals(): Promise<ReadonlyMap<string, number>> {
      // Counters remain after a resource leaves the registry.
      return new Map([...(await tallies(store.pool))].filter(([name]) => has(name)))
    },

    activeMentors: async (): Promise<number> =>
      has('mentors') ? store.records('mentors').count([{ path: 'isActive', is: 'true' }]) : 0,

    /** Returns the number of records created in a range of days, including those deleted since. */
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
      // Counts users like the figure `newUsers`.
      return accounts ? counts.set('users', accounts.figures.newUsers) : counts
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
