import { type Compared, comparedPeriod, type Payload, type Tab } from '#contract/analytics.ts'
import { MOST_FEATURES, OTHER_FEATURES, SESSION_RANGES } from '#contract/charts.ts'
import type { WidgetData, WidgetType } from '#contract/dashboards.ts'
import { type DayRange, dayIn, daysOf, rangeOf, type TimeRange, timeIn } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/services.ts'
import {
  assignedFigures,
  assignments,
  averageProgress,
  choicesOf,
  completionRates,
  missionFigures,
  subjectCounts,
} from './assignment-figures.ts'
import { createFacts } from './facts.ts'
import { toFigurePeriod } from './partial-day.ts'
import { createPeople } from './people.ts'
import { createRequests } from './request-counts.ts'
import {
  type Asked,
  accountFigures,
  activeDays,
  activeUsers,
  compare,
  countBy,
  livingBySegment,
  mostFirst,
  percent,
  type ReadRows,
  retention,
  sum,
  userDays,
  withRest,
} from './stats.ts'
import { everyUser } from './user-counts.ts'
import { createRecordCounts, createWidgets, type WidgetOptions } from './widgets.ts'

interface InsightOptions
  extends Pick<WidgetOptions, 'registry' | 'zone' | 'backupEveryMs'>,
    Partial<Pick<WidgetOptions, 'warnings'>> {
  store: Store
  tell?: (line: object, words: string) => void
  /** The clock, for tests. */
  now?: () => Date
}

export type Figures = ReturnType<typeof createFigures>

/** Creates what deals with the events of learners: facts as they arrive, and the figures made of them. */
export function createInsight({
  warnings = () => [],
  tell = () => undefined,
  now = () => new Date(),
  ...options
}: InsightOptions) {
  const { store, registry, zone } = options
  const requests = createRequests(store)
  const facts = createFacts({ store, registry, tell })
  return {
    /** Returns the reporting time zone. A running server follows a change. */
    zone,
    today: () => dayIn(zone(), now()),
    facts,
    requests,
    figures: createFigures({ ...options, now, requests, facts, warnings }),
    people: createPeople(store),
  }
}

interface WidgetAnswer<T extends WidgetType> {
  data: WidgetData<T>
  range: DayRange
  /** Absent where nothing is compared. */
  compared?: Compared
  timeZone: string
  asOf: string
}

/**
 * Creates the readers of all figures, as the contract defines them, from the roll-up tables. Of events only one day is
 * read: the last day of a period that is compared with a day that is not over.
 */
export function createFigures(options: WidgetOptions & { store: Store; now: () => Date }) {
  const { store, registry, zone: currentZone, now } = options
  const read: ReadRows = async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await store.pool.query<Row>(sql, [...values])).rows
  const tabs = createTabs(read, registry)
  const records = createRecordCounts(read, store, registry, currentZone)
  const widgets = createWidgets(read, records, options)

  /** Reads figures of a range as seen from a moment, and the days of the period that they are compared with. */
  async function readCompared<T>(
    figures: (asked: Asked) => Promise<T>,
    range: DayRange,
    zone: string,
    at: Date,
    until?: string,
  ): Promise<{ data: T; compared: Compared }> {
    const clock = { today: dayIn(zone, at), time: timeIn(zone, at) }
    const before = comparedPeriod(range, until ? { today: range.end, time: until } : clock)
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
    async analytics<T extends Tab>(
      tab: T,
      { start, end }: DayRange,
      until?: string,
    ): Promise<Payload<T>> {
      const range = { start, end }
      const timeZone = currentZone()
      const { data, compared } = await readCompared(tabs[tab], range, timeZone, now(), until)
      // TypeScript cannot know that a generic tab's figures and these make its payload.
      return { range, timeZone, compared, ...data } as unknown as Payload<T>
    },

    /** Returns the figures of a widget for a range as seen from today. */
    async widget<T extends WidgetType>(type: T, timeRange: TimeRange): Promise<WidgetAnswer<T>> {
      const timeZone = currentZone()
      const at = now()
      const range = rangeOf(timeRange, dayIn(timeZone, at))
      const frame = { range, timeZone, asOf: at.toISOString() }
      // System status must also answer without a database, so nothing is compared.
      if (type === 'systemStatus' || type === 'recentUsers')
        return { data: await widgets[type]({ range, before: range }), ...frame }
      return { ...(await readCompared(widgets[type], range, timeZone, at)), ...frame }
    },
  }
}

/** The charts of a tab, and the figures of the range in its sentences. */
type TabFigures<T extends Tab> = Omit<Payload<T>, 'range' | 'timeZone' | 'compared'>
type TabReaders = { readonly [T in Tab]: (asked: Asked) => Promise<TabFigures<T>> }

/** Creates the readers of the tabs of analytics: a handful of statements each, whatever the range. */
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
      const types = byText.map(([type, { assignedCount }]) => [type, assignedCount] as const)
      return {
        summary: figures,
        completionRate,
        byDifficulty: byChoice.map(([difficulty, counts]) => ({ difficulty, ...counts })),
        byType: mostFirst(types).map(([type, count]) => ({ type, count })),
      }
    },

    async protocols(asked) {
      const [{ now, figures }, { byChoice }] = await Promise.all([
        compare(
          asked,
          (period) =>
            Promise.all([assignments(read, 'protocol', period), averageProgress(read, period)]),
          ([assigned, progress]) => ({
            ...assignedFigures(assigned),
            averageProgress: progress.at(-1) ?? null,
          }),
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
          ([accounts, { rate }]) => ({ ...accountFigures(accounts), retentionRate: rate }),
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
