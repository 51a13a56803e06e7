import type { Payload, Tab } from '#contract/insight/analytics.ts'
import { type DayRange, daysOf } from '#contract/insight/days.ts'
import { MOST_FEATURES, OTHER_FEATURES, SESSION_RANGES } from '#contract/insight/definitions.ts'
import type { Resource } from '#model/resource.ts'
import { assignedUntil, completionRates } from './assignments.ts'
import { countBy, livingBySegment, progressUntil, userDays } from './counters.ts'
import { activeByDay, retention } from './people.ts'
import type { Reader } from './reader.ts'
import { choicesOf, subjectReader } from './subjects.ts'
import { mean, mostFirst, percent, withRest } from './sums.ts'

export type TabReaders = { readonly [T in Tab]: (range: DayRange) => Promise<Payload<T>> }

interface AnalyticsOptions {
  reader: Reader
  registry: readonly Resource[]
  zone: string
}

/** The figures of each tab of analytics: one to three statements each, whatever the range. */
export function createAnalytics({ reader, registry, zone }: AnalyticsOptions): TabReaders {
  const find = (name: string) => registry.find((resource) => resource.name === name)
  const missions = subjectReader(
    reader,
    'mission',
    find('missions/templates'),
    'difficulty',
    'type',
  )
  const protocols = subjectReader(reader, 'protocol', find('protocols/templates'), 'targetLevel')
  const segments = choicesOf(find('users'), 'segment')

  return {
    async engagement(range) {
      const [active, sessions, features] = await Promise.all([
        activeByDay(reader, range),
        countBy(reader, 'session', range),
        countBy(reader, 'feature', range),
      ])
      return {
        range,
        timeZone: zone,
        dailyActiveUsers: daysOf(range).map((date, at) => ({ date, count: active[at] ?? 0 })),
        sessionDuration: SESSION_RANGES.map(({ label }) => ({
          range: label,
          count: sessions.get(label) ?? 0,
        })),
        featureUsage: withRest(mostFirst([...features]), MOST_FEATURES, OTHER_FEATURES).map(
          ([feature, count]) => ({ feature, count }),
        ),
      }
    },

    async missions(range) {
      const [completionRate, counts] = await Promise.all([
        completionRates(reader, 'mission', range),
        missions(range),
      ])
      return {
        range,
        timeZone: zone,
        completionRate,
        byDifficulty: counts.byChoice.map(([difficulty, sums]) => ({ difficulty, ...sums })),
        byType: mostFirst(
          counts.byText.map(([type, { assignedCount }]) => [type, assignedCount] as const),
        ).map(([type, count]) => ({ type, count })),
      }
    },

    async protocols(range) {
      const [points, enrolled, { byChoice }] = await Promise.all([
        progressUntil(reader, range),
        assignedUntil(reader, 'protocol', range),
        protocols(range),
      ])
      return {
        range,
        timeZone: zone,
        progressOverTime: daysOf(range).map((date, at) => ({
          date,
          avgProgress: mean(points[at] ?? 0, enrolled[at] ?? 0),
        })),
        byLevel: byChoice.map(([level, sums]) => ({ level, ...sums })),
        completionRateByLevel: byChoice.map(([level, { assignedCount, completedCount }]) => ({
          level,
          rate: percent(completedCount, assignedCount),
        })),
      }
    },

    async growth(range) {
      const [users, weeks, living] = await Promise.all([
        userDays(reader, range),
        retention(reader, range),
        livingBySegment(reader, range),
      ])
      const categories = new Map([...segments.map((one) => [one, 0] as const), ...living])
      return {
        range,
        timeZone: zone,
        userGrowth: daysOf(range).map((date, at) => ({
          date,
          totalUsers: users.totals[at] ?? 0,
          newUsers: users.created[at] ?? 0,
        })),
        retentionRate: weeks,
        userDistribution: mostFirst([...categories]).map(([category, count]) => ({
          category,
          count,
        })),
      }
    },
  }
}
