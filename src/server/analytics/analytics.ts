import type { Payload, Tab } from '#contract/analytics.ts'
import { MOST_FEATURES, OTHER_FEATURES, SESSION_RANGES } from '#contract/charts.ts'
import { daysOf } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { everyUser } from '#server/events/user-counts.ts'
import {
  assignedFigures,
  assignments,
  averageProgress,
  choicesOf,
  completionRates,
  missionFigures,
  subjectCounts,
} from './assignment-figures.ts'
import {
  type Asked,
  accountFigures,
  activeUsers,
  both,
  countBy,
  livingBySegment,
  mostFirst,
  percent,
  type ReadRows,
  retention,
  sum,
  userDays,
  withPrevious,
  withRest,
} from './stats.ts'

/** The charts of a tab, and the figures of the range in its sentences. */
type TabFigures<T extends Tab> = Omit<Payload<T>, 'range' | 'timeZone' | 'compared'>
type TabReaders = { readonly [T in Tab]: (asked: Asked) => Promise<TabFigures<T>> }

/** Creates the readers of the tabs of analytics: a handful of statements each, whatever the range. */
export function createTabs(read: ReadRows, registry: readonly Resource[]): TabReaders {
  const users = everyUser(registry)
  return {
    async engagement(asked) {
      const { now, before } = await both(asked, async (period) => {
        const [people, sessions, features] = await Promise.all([
          activeUsers(read, period),
          countBy(read, 'session', period),
          countBy(read, 'feature', period),
        ])
        return { people, sessions, features }
      })
      const figures = ({ people, sessions, features }: typeof now) => ({
        activeUsers: people.activeUsers,
        sessions: sum(sessions.values()),
        featureUses: sum(features.values()),
      })
      const features = withRest(mostFirst([...now.features]), MOST_FEATURES, OTHER_FEATURES)
      return {
        summary: withPrevious({ now, before }, figures),
        dailyActiveUsers: daysOf(asked.range).map((date, at) => ({
          date,
          count: now.people.byDay[at] ?? 0,
        })),
        sessionDuration: SESSION_RANGES.map(({ label }) => ({
          range: label,
          count: now.sessions.get(label) ?? 0,
        })),
        featureUsage: features.map(([feature, count]) => ({ feature, count })),
      }
    },

    async missions(asked) {
      const [assigned, completionRate, { byChoice, byText }] = await Promise.all([
        both(asked, (period) => assignments(read, 'mission', period)),
        completionRates(read, 'mission', asked.range),
        subjectCounts(read, 'mission', registry, asked.range),
      ])
      const types = byText.map(([type, { assignedCount }]) => [type, assignedCount] as const)
      return {
        summary: withPrevious(assigned, missionFigures),
        completionRate,
        byDifficulty: byChoice.map(([difficulty, counts]) => ({ difficulty, ...counts })),
        byType: mostFirst(types).map(([type, count]) => ({ type, count })),
      }
    },

    async protocols(asked) {
      const [{ now, before }, { byChoice }] = await Promise.all([
        both(asked, async (period) => {
          const [assigned, progress] = await Promise.all([
            assignments(read, 'protocol', period),
            averageProgress(read, period),
          ])
          return { assigned, progress }
        }),
        subjectCounts(read, 'protocol', registry, asked.range),
      ])
      const figures = ({ assigned, progress }: typeof now) => ({
        ...assignedFigures(assigned),
        averageProgress: progress.at(-1) ?? null,
      })
      return {
        summary: withPrevious({ now, before }, figures),
        progressOverTime: daysOf(asked.range).map((date, at) => ({
          date,
          avgProgress: now.progress[at] ?? null,
        })),
        byLevel: byChoice.map(([level, counts]) => ({ level, ...counts })),
        completionRateByLevel: byChoice.map(([level, { assignedCount, completedCount }]) => ({
          level,
          rate: percent(completedCount, assignedCount),
        })),
      }
    },

    async growth(asked) {
      const [{ now, before }, living] = await Promise.all([
        both(asked, async (period) => {
          const [accounts, weekly] = await Promise.all([
            userDays(read, users, period),
            retention(read, period),
          ])
          return { accounts, weekly }
        }),
        livingBySegment(read, users, asked.range),
      ])
      const figures = ({ accounts, weekly }: typeof now) => ({
        ...accountFigures(accounts),
        retentionRate: weekly.rate,
      })
      const segments = choicesOf(
        registry.find(({ name }) => name === 'users'),
        'segment',
      )
      const categories = new Map([...segments.map((one) => [one, 0] as const), ...living])
      return {
        summary: withPrevious({ now, before }, figures),
        userGrowth: daysOf(asked.range).map((date, at) => ({
          date,
          totalUsers: now.accounts.totals[at] ?? 0,
          newUsers: now.accounts.created[at] ?? 0,
        })),
        retentionRate: now.weekly.weeks,
        userDistribution: mostFirst([...categories]).map(([category, count]) => ({
          category,
          count,
        })),
      }
    },
  }
}
