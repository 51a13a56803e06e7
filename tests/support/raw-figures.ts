import type { Payload, Tab } from '#contract/analytics.ts'
import { MOST_FEATURES, OTHER_FEATURES, SESSION_RANGES } from '#contract/charts.ts'
import type { WidgetData, WidgetType } from '#contract/dashboards.ts'
import { addDays, type DayRange, daysOf, mondayOf } from '#contract/days.ts'
import { mean, mostFirst, percent, sum, withRest } from '#server/analytics/stats.ts'
import * as raw from './raw-sql.ts'

/** Runs a statement for a range. */
export type Ask = <Row extends object>(sql: string, range?: DayRange) => Promise<Row[]>

type Counts = { name: string; n: number }
type Assigned = { assigned: number; completed: number }

const counts = (rows: readonly Counts[]) => mostFirst(rows.map(({ name, n }) => [name, n] as const))
const numbers = (rows: readonly { date: string; n: number }[]) => {
  const by = new Map(rows.map(({ date, n }) => [date, n]))
  return (date: string) => by.get(date) ?? 0
}

async function usersOf(ask: Ask, range: DayRange) {
  const rows = await ask<{ at: number; created: number; deleted: number }>(raw.USERS, range)
  let totalUsers = 0
  const on = (day: number) => {
    const those = rows.filter(({ at }) => at === day)
    const newUsers = those.reduce((sum, { created }) => sum + created, 0)
    totalUsers += newUsers - those.reduce((sum, { deleted }) => sum + deleted, 0)
    return { totalUsers, newUsers }
  }
  on(-1)
  return daysOf(range).map((date, at) => ({ date, ...on(at) }))
}

async function levels(ask: Ask, kind: raw.Kind, table: string, property: string, range: DayRange) {
  const rows = await ask<Assigned & { name: string }>(raw.assignedBy(kind, table, property), range)
  return ['beginner', 'intermediate', 'advanced', 'expert'].flatMap((level) => {
    const row = rows.find(({ name }) => name === level)
    if (level === 'expert' && kind === 'protocol') return []
    return [{ level, assignedCount: row?.assigned ?? 0, completedCount: row?.completed ?? 0 }]
  })
}

type Beside = 'range' | 'timeZone' | 'compared' | 'summary'

/** The charts of each tab of analytics, in the words of its payload. */
export const rawTabs: {
  [T in Tab]: (ask: Ask, range: DayRange) => Promise<Omit<Payload<T>, Beside>>
} = {
  async engagement(ask, range) {
    const active = numbers(await ask(raw.ACTIVE_BY_DAY, range))
    const sessions = await ask<{ place: number; n: number }>(raw.SESSIONS, range)
    const features = await ask<Counts>(raw.FEATURES, range)
    return {
      dailyActiveUsers: daysOf(range).map((date) => ({ date, count: active(date) })),
      sessionDuration: SESSION_RANGES.map(({ label }, at) => ({
        range: label,
        count: sessions.find(({ place }) => place === at)?.n ?? 0,
      })),
      featureUsage: withRest(counts(features), MOST_FEATURES, OTHER_FEATURES).map(
        ([feature, count]) => ({ feature, count }),
      ),
    }
  },

  async missions(ask, range) {
    const days = await ask<{ date: string; whole: number; part: number }>(raw.COMPLETION, range)
    const difficulties = await levels(ask, 'mission', 'rec_missions', 'difficulty', range)
    const types = await ask<Assigned & { name: string }>(
      raw.assignedBy('mission', 'rec_missions', 'type'),
      range,
    )
    return {
      completionRate: days.map(({ date, part, whole }) => ({ date, rate: percent(part, whole) })),
      byDifficulty: difficulties.map(({ level, ...sums }) => ({ difficulty: level, ...sums })),
      byType: counts(types.map(({ name, assigned }) => ({ name, n: assigned }))).map(
        ([type, count]) => ({ type, count }),
      ),
    }
  },

  async protocols(ask, range) {
    const days = await ask<{ at: number; gained: number; enrolled: number }>(raw.PROGRESS, range)
    const byLevel = await levels(ask, 'protocol', 'rec_protocols', 'targetLevel', range)
    const until = (at: number) => {
      const before = days.filter((day) => day.at <= at)
      const sum = (key: 'gained' | 'enrolled') => before.reduce((all, day) => all + day[key], 0)
      return mean(sum('gained'), sum('enrolled'))
    }
    return {
      progressOverTime: daysOf(range).map((date, at) => ({ date, avgProgress: until(at) })),
      byLevel,
      completionRateByLevel: byLevel.map(({ level, assignedCount, completedCount }) => ({
        level,
        rate: percent(completedCount, assignedCount),
      })),
    }
  },

  async growth(ask, range) {
    const userGrowth = await usersOf(ask, range)
    const first = mondayOf(range.start)
    const weeks = daysOf({ start: first, end: addDays(range.end, -6) }).filter(
      (_, at) => at % 7 === 0,
    )
    const pairs = await ask<{ week: string; whole: number; part: number }>(raw.RETENTION, {
      start: addDays(first, -7),
      end: addDays(weeks.at(-1) ?? first, 6),
    })
    const segments = await ask<Counts>(raw.SEGMENTS, range)
    return {
      userGrowth,
      retentionRate: weeks.map((week) => {
        const before = pairs.find((pair) => pair.week === addDays(week, -7))
        return { week, rate: percent(before?.part ?? 0, before?.whole ?? 0) }
      }),
      userDistribution: counts(segments).map(([category, count]) => ({ category, count })),
    }
  },
}

async function assignmentsOf(ask: Ask, kind: raw.Kind, range: DayRange) {
  const rows = await ask<Assigned & { date: string }>(raw.assignments(kind), range)
  const on = numbers(rows.map(({ date, assigned }) => ({ date, n: assigned })))
  return {
    totalAssigned: sum(rows.map(({ assigned }) => assigned)),
    totalCompleted: sum(rows.map(({ completed }) => completed)),
    trend: daysOf(range).map((date) => ({ date, count: on(date) })),
  }
}

const only = (rows: readonly { n: number }[]) => rows[0]?.n ?? 0

/** Of the range itself: what it is compared with depends on the time of day, and is recounted by tests. */
type Own<T> = T extends { previous: unknown } ? Omit<T, 'previous'> : T

/** What each widget shows of the range; of systemStatus there are no raw rows. */
export const rawWidgets: {
  [T in Exclude<WidgetType, 'systemStatus'>]: (
    ask: Ask,
    range: DayRange,
  ) => Promise<Own<WidgetData<T>>>
} = {
  async userStats(ask, range) {
    const days = await usersOf(ask, range)
    const active = numbers(await ask(raw.ACTIVE_BY_DAY, range))
    return {
      totalUsers: days.at(-1)?.totalUsers ?? 0,
      newUsers: sum(days.map(({ newUsers }) => newUsers)),
      activeUsers: only(await ask(raw.ACTIVE, range)),
      trend: daysOf(range).map((date) => ({ date, count: active(date) })),
    }
  },

  async missionStats(ask, range) {
    const totalMissions = only(await ask(raw.countOf('rec_missions')))
    const assigned = await assignmentsOf(ask, 'mission', range)
    const completionRate = percent(assigned.totalCompleted, assigned.totalAssigned)
    return { totalMissions, ...assigned, completionRate }
  },

  async protocolStats(ask, range) {
    const totalProtocols = only(await ask(raw.countOf('rec_protocols')))
    return { totalProtocols, ...(await assignmentsOf(ask, 'protocol', range)) }
  },

  async mentorStats(ask, range) {
    const { totalAssigned, trend } = await assignmentsOf(ask, 'mentor', range)
    return {
      totalMentors: only(await ask(raw.countOf('rec_mentors'))),
      activeMentors: only(
        await ask(raw.countOf('rec_mentors', `and data ->> 'isActive' = 'true'`)),
      ),
      totalAssignments: totalAssigned,
      trend,
    }
  },

  async recentUsers(ask, range) {
    const rows = await ask<{ id: string; created_at: Date; first: string; last: string }>(
      raw.NEWEST,
      range,
    )
    return rows.map(({ id, created_at, first, last }) => ({
      firstName: first,
      lastName: last,
      createdAt: created_at.toISOString(),
      _id: id,
    }))
  },
}

/** The numbers of the home, and what was done lately. */
export async function rawOverview(ask: Ask) {
  const counted = {
    users: only(await ask(raw.countOf('rec_users'))),
    missions: only(await ask(raw.countOf('rec_missions'))),
    protocols: only(await ask(raw.countOf('rec_protocols'))),
    mentors: only(await ask(raw.countOf('rec_mentors', `and data ->> 'isActive' = 'true'`))),
  }
  for (const sql of raw.LATEST) await ask(sql)
  return { counts: counted }
}
