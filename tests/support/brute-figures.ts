import {
  type Assignment,
  bruteFacts,
  daysBetween,
  plusDays,
  type Raw,
  type RawRecord,
  within,
} from './brute-facts.ts'

/*
 * Every figure counted anew from the raw rows, by the words of DEFINITIONS and by nothing that the product
 * counts with: no roll-up, no SQL but `select *`, a way of its own to find the day of an instant.
 */

const byText = new Intl.Collator('en', { numeric: true })

const SEGMENTS = ['student', 'graduate', 'early-career', 'career-changer', 'unspecified']
const LENGTHS: [label: string, most: number][] = [
  ['under 1 min', 60],
  ['1-5 min', 300],
  ['5-15 min', 900],
  ['15-30 min', 1800],
  ['30-60 min', 3600],
  ['60 min or more', Number.POSITIVE_INFINITY],
]

const oneDecimal = (value: number) => Number((Math.round(value * 10) / 10).toFixed(1))
const share = (part: number, whole: number) =>
  whole === 0 ? null : oneDecimal((100 * part) / whole)

/** Of a time zone; with `until`, as they were at that moment. */
export function figuresOf(raw: Raw, zone: string, until?: Date) {
  const { events, users, people, existing, createdIn, all, counts, sessions } = bruteFacts(
    raw,
    zone,
    until,
  )
  const having = (list: readonly Assignment[], records: readonly RawRecord[], key: string) => {
    const value = new Map(records.map(({ id, data }) => [id, String(data[key])]))
    return {
      values: [...new Set(list.map(({ subject }) => value.get(subject) ?? ''))],
      of: (wanted: string) => list.filter(({ subject }) => value.get(subject) === wanted),
    }
  }
  const most = <T extends { count: number }>(rows: T[], key: keyof T) =>
    rows.sort(
      (a, b) =>
        b.count - a.count ||
        byText.compare(String(a[key]).toLowerCase(), String(b[key]).toLowerCase()) ||
        (String(a[key]) < String(b[key]) ? -1 : 1),
    )

  const analytics = {
    engagement: (start: string, end: string) => ({
      dailyActiveUsers: daysBetween(start, end).map((date) => ({
        date,
        count: people(date, date).size,
      })),
      sessionDuration: LENGTHS.map(([range, below], index) => ({
        range,
        count: sessions.filter(
          ({ day, seconds }) =>
            within(day, start, end) && seconds < below && seconds >= (LENGTHS[index - 1]?.[1] ?? 0),
        ).length,
      })),
      featureUsage: (() => {
        const used = events.filter(
          ({ type, day }) => type === 'feature_used' && within(day, start, end),
        )
        const names = [...new Set(used.map(({ feature }) => String(feature)))]
        const all = most(
          names.map((feature) => ({
            feature,
            count: used.filter((one) => one.feature === feature).length,
          })),
          'feature',
        )
        if (all.length <= 50) return all
        const named = all.filter(({ feature }) => feature !== 'other').slice(0, 50)
        const isNamed = new Set(named.map(({ feature }) => feature))
        const others = used.filter(({ feature }) => !isNamed.has(String(feature)))
        return [...named, { feature: 'other', count: others.length }]
      })(),
    }),

    missions: (start: string, end: string) => {
      const inRange = all.mission.filter(({ day }) => within(day, start, end))
      const difficulty = having(inRange, raw.missions, 'difficulty')
      const type = having(inRange, raw.missions, 'type')
      return {
        completionRate: daysBetween(start, end).map((date) => {
          const { assigned, completed } = counts(all.mission, plusDays(date, -29), date)
          return { date, rate: share(completed, assigned) }
        }),
        byDifficulty: ['beginner', 'intermediate', 'advanced', 'expert'].map((one) => {
          const { assigned, completed } = counts(difficulty.of(one), start, end)
          return { difficulty: one, assignedCount: assigned, completedCount: completed }
        }),
        byType: most(
          type.values.map((one) => ({ type: one, count: type.of(one).length })),
          'type',
        ),
      }
    },

    protocols: (start: string, end: string) => {
      const level = having(all.protocol, raw.protocols, 'targetLevel')
      const levels = ['beginner', 'intermediate', 'advanced'].map((one) => ({
        level: one,
        ...counts(level.of(one), start, end),
      }))
      return {
        progressOverTime: daysBetween(start, end).map((date) => {
          const enrolled = all.protocol.filter(({ day }) => day <= date)
          const points = enrolled.map(({ reports }) =>
            Math.max(0, ...reports.filter(([day]) => day <= date).map(([, percent]) => percent)),
          )
          const sum = points.reduce((a, b) => a + b, 0)
          return { date, avgProgress: enrolled.length ? oneDecimal(sum / enrolled.length) : null }
        }),
        byLevel: levels.map((one) => ({
          level: one.level,
          assignedCount: one.assigned,
          completedCount: one.completed,
        })),
        completionRateByLevel: levels.map((one) => ({
          level: one.level,
          rate: share(one.completed, one.assigned),
        })),
      }
    },

    growth: (start: string, end: string) => ({
      userGrowth: daysBetween(start, end).map((date) => ({
        date,
        totalUsers: existing(date),
        newUsers: createdIn(date, date),
      })),
      retentionRate: daysBetween(start, end)
        .filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0)
        .map((sunday) => {
          const before = people(plusDays(sunday, -13), plusDays(sunday, -7))
          const again = [...people(plusDays(sunday, -6), sunday)].filter((one) => before.has(one))
          return { week: plusDays(sunday, -6), rate: share(again.length, before.size) }
        }),
      userDistribution: most(
        SEGMENTS.map((category) => ({
          category,
          count: users.filter(
            ({ deleted_at, created, data }) =>
              !deleted_at && created <= end && (data.segment ?? 'unspecified') === category,
          ).length,
        })),
        'category',
      ),
    }),
  }

  const live = (records: readonly RawRecord[]) => records.filter(({ deleted_at }) => !deleted_at)
  const perDay = (kind: keyof typeof all, start: string, end: string) =>
    daysBetween(start, end).map((date) => ({
      date,
      count: counts(all[kind], date, date).assigned,
    }))
  const userFigures = (start: string, end: string) => ({
    totalUsers: existing(end),
    newUsers: createdIn(start, end),
    activeUsers: people(start, end).size,
  })
  const missionFigures = (start: string, end: string) => {
    const { assigned, completed } = counts(all.mission, start, end)
    return {
      totalAssigned: assigned,
      totalCompleted: completed,
      completionRate: share(completed, assigned),
    }
  }
  const protocolFigures = (start: string, end: string) => {
    const { assigned, completed } = counts(all.protocol, start, end)
    return { totalAssigned: assigned, totalCompleted: completed }
  }
  const mentorFigures = (start: string, end: string) => ({
    totalAssignments: counts(all.mentor, start, end).assigned,
  })
  const used = (start: string, end: string) =>
    events.filter(({ type, day }) => type === 'feature_used' && within(day, start, end)).length
  const begun = (start: string, end: string) =>
    sessions.filter(({ day }) => within(day, start, end)).length
  /** Of whole weeks that end in the range, all together. */
  const returned = (start: string, end: string) => {
    const sundays = daysBetween(start, end).filter(
      (day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0,
    )
    const weeks = sundays.map((sunday) => {
      const before = people(plusDays(sunday, -13), plusDays(sunday, -7))
      const again = [...people(plusDays(sunday, -6), sunday)].filter((one) => before.has(one))
      return { again: again.length, before: before.size }
    })
    return share(
      weeks.reduce((sum, { again }) => sum + again, 0),
      weeks.reduce((sum, { before }) => sum + before, 0),
    )
  }
  /** What a sentence tells of the range. */
  const summary = {
    engagement: (start: string, end: string) => ({
      activeUsers: people(start, end).size,
      sessions: begun(start, end),
      featureUses: used(start, end),
    }),
    missions: missionFigures,
    protocols: (start: string, end: string) => ({
      ...protocolFigures(start, end),
      averageProgress: analytics.protocols(end, end).progressOverTime[0]?.avgProgress ?? null,
    }),
    growth: (start: string, end: string) => ({
      totalUsers: existing(end),
      newUsers: createdIn(start, end),
      retentionRate: returned(start, end),
    }),
  }

  const widgets = {
    userStats: (start: string, end: string) => ({
      ...userFigures(start, end),
      trend: analytics.engagement(start, end).dailyActiveUsers,
    }),
    missionStats: (start: string, end: string) => ({
      totalMissions: live(raw.missions).length,
      ...missionFigures(start, end),
      trend: perDay('mission', start, end),
    }),
    protocolStats: (start: string, end: string) => ({
      totalProtocols: live(raw.protocols).length,
      ...protocolFigures(start, end),
      trend: perDay('protocol', start, end),
    }),
    mentorStats: (start: string, end: string) => ({
      totalMentors: live(raw.mentors).length,
      activeMentors: live(raw.mentors).filter(({ data }) => data.isActive).length,
      ...mentorFigures(start, end),
      trend: perDay('mentor', start, end),
    }),
    recentUsers: (start: string, end: string) =>
      users
        .filter(({ created, deleted }) => !deleted && within(created, start, end))
        .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id > b.id ? -1 : 1))
        .slice(0, 5)
        .map(({ id, created_at, data }) => ({
          firstName: data.firstName,
          lastName: data.lastName,
          createdAt: created_at.toISOString(),
          _id: id,
        })),
  }
  const previous = {
    userStats: userFigures,
    missionStats: missionFigures,
    protocolStats: protocolFigures,
    mentorStats: mentorFigures,
  }
  const activeDays = (start: string, end: string) =>
    daysBetween(start, end).filter((day) => people(day, day).size > 0).length
  return { analytics, widgets, summary, previous, activeDays }
}
