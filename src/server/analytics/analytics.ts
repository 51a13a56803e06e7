import type { Payload, Tab } from '#contract/analytics.ts'
import { MOST_FEATURES, OTHER_FEATURES, SESSION_RANGES } from '#contract/charts.ts'
import { daysOf } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { everyUser } from '#server/events/user-tables.ts'
import { COUNTED_BY, choicesOf, completionRates, subjectReader } from './assignment-figures.ts'
import {
  type Asked,
  accountFigures,
  activeFigures,
  assignedFigures,
  livingBySegment,
  missionFigures,
  type Stats,
  withPrevious,
} from './stats.ts'
import { mostFirst, percent, type ReadRows, sum, withRest } from './sums.ts'

/** A tab's charts, and the figures of the range that its sentences tell. */
type TabFigures<T extends Tab> = Omit<Payload<T>, 'range' | 'timeZone' | 'compared'>
export type TabReaders = { readonly [T in Tab]: (asked: Asked) => Promise<TabFigures<T>> }

interface AnalyticsOptions {
  read: ReadRows
  stats: Stats
  registry: readonly Resource[]
}

/** The figures of each tab of analytics: a handful of statements each, whatever the range. */
export function createAnalytics({ read, stats, registry }: AnalyticsOptions): TabReaders {
  const users = everyUser(registry)
  const find = (name: string) => registry.find((resource) => resource.name === name)
  const missions = subjectReader(
    read,
    'mission',
    find('missions/templates'),
    COUNTED_BY['missions/templates'],
  )
  const protocols = subjectReader(
    read,
    'protocol',
    find('protocols/templates'),
    COUNTED_BY['protocols/templates'],
  )
  const segments = choicesOf(find('users'), 'segment')

  return {
    async engagement(asked) {
      const { range } = asked
      const [people, sessions, features] = await Promise.all([
        stats.people(asked),
        stats.uses('session', asked),
        stats.uses('feature', asked),
      ])
      const { previous, ...active } = withPrevious(people, activeFigures)
      return {
        summary: {
          ...active,
          sessions: sum(sessions.now.values()),
          featureUses: sum(features.now.values()),
          previous: {
            ...previous,
            sessions: sum(sessions.before.values()),
            featureUses: sum(features.before.values()),
          },
        },
        dailyActiveUsers: daysOf(range).map((date, at) => ({
          date,
          count: people.now.byDay[at] ?? 0,
        })),
        sessionDuration: SESSION_RANGES.map(({ label }) => ({
          range: label,
          count: sessions.now.get(label) ?? 0,
        })),
        featureUsage: withRest(mostFirst([...features.now]), MOST_FEATURES, OTHER_FEATURES).map(
          ([feature, count]) => ({ feature, count }),
        ),
      }
    },

    async missions(asked) {
      const [assigned, completionRate, counts] = await Promise.all([
        stats.assigned('mission', asked),
        completionRates(read, 'mission', asked.range),
        missions(asked.range),
      ])
      return {
        summary: withPrevious(assigned, missionFigures),
        completionRate,
        byDifficulty: counts.byChoice.map(([difficulty, sums]) => ({ difficulty, ...sums })),
        byType: mostFirst(
          counts.byText.map(([type, { assignedCount }]) => [type, assignedCount] as const),
        ).map(([type, count]) => ({ type, count })),
      }
    },

    async protocols(asked) {
      const [assigned, progress, { byChoice }] = await Promise.all([
        stats.assigned('protocol', asked),
        stats.progress(asked),
        protocols(asked.range),
      ])
      const { previous, ...now } = withPrevious(assigned, assignedFigures)
      return {
        summary: {
          ...now,
          averageProgress: progress.now.at(-1) ?? null,
          previous: { ...previous, averageProgress: progress.before.at(-1) ?? null },
        },
        progressOverTime: daysOf(asked.range).map((date, at) => ({
          date,
          avgProgress: progress.now[at] ?? null,
        })),
        byLevel: byChoice.map(([level, sums]) => ({ level, ...sums })),
        completionRateByLevel: byChoice.map(([level, { assignedCount, completedCount }]) => ({
          level,
          rate: percent(completedCount, assignedCount),
        })),
      }
    },

    async growth(asked) {
      const [accounts, weeks, living] = await Promise.all([
        stats.accounts(asked),
        stats.retention(asked),
        livingBySegment(read, users, asked.range),
      ])
      const { previous, ...now } = withPrevious(accounts, accountFigures)
      const categories = new Map([...segments.map((one) => [one, 0] as const), ...living])
      return {
        summary: {
          ...now,
          retentionRate: weeks.now.rate,
          previous: { ...previous, retentionRate: weeks.before.rate },
        },
        userGrowth: daysOf(asked.range).map((date, at) => ({
          date,
          totalUsers: accounts.now.totals[at] ?? 0,
          newUsers: accounts.now.created[at] ?? 0,
        })),
        retentionRate: weeks.now.weeks,
        userDistribution: mostFirst([...categories]).map(([category, count]) => ({
          category,
          count,
        })),
      }
    },
  }
}
