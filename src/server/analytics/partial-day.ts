import type { Period } from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import { startOfDay, timeOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { dayIn, IS_REPORT, lookUp, REACHED, SESSION_LABEL, types } from './rollups.ts'
import { segmentIn } from './user-counts.ts'

/*
 * The tables of sums as of the end of a period. The tables have sums by day. If the last day of a period counts only
 * until a time of day, the events of that day correct the sums for the rest of the day.
 */

/** The last day of a period that counts only until a time of day, in SQL. */
interface PartialDay {
  date: string
  /** The start of the day, the time of day, and the end of the day. */
  begin: string
  at: string
  end: string
  dayOf(instant: string): string
  /** Returns the SQL of whether an instant is in the rest of the day. */
  isLate(instant: string): string
}

/** The days of a figure, with `partialDay` if the last one counts only until a time of day. */
export interface FigurePeriod extends DayRange {
  partialDay?: PartialDay
}

export function toFigurePeriod({ start, end, until }: Period, zone: string): FigurePeriod {
  if (until === undefined) return { start, end }
  const instant = (time: Date | undefined) =>
    `timestamptz ${quote((time ?? new Date(Number.NaN)).toISOString())}`
  const at = instant(timeOfDay(end, until, zone))
  const nextDay = instant(startOfDay(end, zone, 1))
  const partialDay: PartialDay = {
    date: `date ${quote(end)}`,
    begin: instant(startOfDay(end, zone)),
    at,
    end: nextDay,
    dayOf: dayIn(quote(zone)),
    isLate: (column) => `${column} >= ${at} and ${column} < ${nextDay}`,
  }
  return { start, end, partialDay }
}

/** Returns the SQL of `day, prev_day, n` of day_pairs, without users who came only in the rest of the partial day. */
export function dayPairs({ partialDay }: FigurePeriod): string {
  if (!partialDay) return 'day_pairs'
  const { date, begin, at, end } = partialDay
  const day = lookUp('user_days u', `u.user_id = e.user_id and u.day = ${date}`)
  return `(select day, prev_day, n from day_pairs
    union all select ${date}, k.prev_day, -1
    from (
      select user_id from events where at >= ${begin} and at < ${end}
      group by user_id having min(at) >= ${at}
    ) as e cross join ${day} as k) as pairs`
}

/** Returns the SQL of `kind, assigned_day, completed_day, n` of assignment_pairs. */
export function assignmentPairs(kind: SubjectKind, { partialDay }: FigurePeriod): string {
  if (!partialDay) return 'assignment_pairs'
  return `(select kind, assigned_day, completed_day, n from assignment_pairs union all
    select kind, assigned_day, completed_day, n from (${lateAssignments(kind, partialDay)}) as late) as pairs`
}

/** Removes later assignments. Later completions count as not completed yet. */
export function lateAssignments(kind: SubjectKind, day: PartialDay): string {
  const { date, at, dayOf, isLate } = day
  const gone = `select subject_id, kind, ${dayOf('assigned_at')} as assigned_day,
    coalesce(${dayOf('completed_at')}, 'infinity') as completed_day, -1 as n
    from assignments where kind = ${quote(kind)} and ${isLate('assigned_at')}`
  if (kind === 'mentor') return gone
  const known = `a.subject_id = e.subject_id and a.user_id = e.user_id and a.kind = ${quote(kind)}`
  return `${gone}
    union all
    select k.subject_id, k.kind, ${dayOf('k.assigned_at')}, c.completed_day, c.n
    from (
      select distinct subject_id, user_id from events
      where type = ${types(`${kind}_completed`)} and ${isLate('at')}
    ) as e
    cross join ${lookUp('assignments a', known)} as k
    cross join (values (${date}, -1), (date 'infinity', 1)) as c(completed_day, n)
    where k.assigned_at < ${at} and ${isLate('k.completed_at')}`
}

export type Metric = keyof typeof CORRECTIONS

/** Returns the SQL of `metric, day, dim, n, amount` of `daily`, for a metric of events. */
export function daily(metric: Metric, { partialDay }: FigurePeriod): string {
  if (!partialDay) return 'daily'
  return `(select metric, day, dim, n, amount from daily
    union all ${CORRECTIONS[metric](partialDay)}) as daily`
}

const CORRECTIONS = {
  assigned: ({ date, isLate }: PartialDay) =>
    `select 'assigned', ${date}, kind, -1, 0 from assignments where ${isLate('assigned_at')}`,

  feature: ({ date, isLate }: PartialDay) =>
    `select 'feature', ${date}, feature, -1, 0
    from events where type = 'feature_used' and ${isLate('at')}`,

  /** Removes the percent points that enrolments gained in the rest of the day. */
  progress({ date, at, end, isLate }: PartialDay): string {
    const isSame = 'k.subject_id = e.subject_id and k.user_id = e.user_id'
    return `select 'progress', ${date}, '', 0, -(h.height - h.was_height)
    from (
      select subject_id, user_id, max(reached) as height,
        coalesce(max(reached) filter (where at < ${at}), 0) as was_height
      from (
        select k.subject_id, k.user_id, k.at, ${REACHED}
        from (
          select distinct subject_id, user_id from events where ${IS_REPORT} and ${isLate('at')}
        ) as e cross join ${lookUp('events k', `${isSame} and ${IS_REPORT} and k.at < ${end}`)} as k
      ) as reached group by subject_id, user_id
    ) as h`
  },

  /** Replaces the app sessions of the day with those that had ended by then. */
  session: ({ date, begin, at }: PartialDay) =>
    `select 'session', ${date}, ${SESSION_LABEL}, 1, seconds
    from (
      select floor(extract(epoch from e.ended_at - k.started_at))::bigint as seconds
      from (
        select session_id, user_id, max(at) as ended_at from events
        where type = 'session_ended' and at >= ${begin} and at < ${at}
        group by session_id, user_id
      ) as e
      cross join ${lookUp('app_sessions s', 's.id = e.session_id and s.user_id = e.user_id')} as k
      where k.started_at >= ${begin} and k.started_at <= e.ended_at
    ) as ended
    union all
    select metric, day, dim, -n, -amount from daily where metric = 'session' and day = ${date}`,
} as const

/**
 * Returns the SQL of `metric, day, dim, n` of `daily` for users, including pending changes (user-counts.ts), without
 * users who were created or deleted later.
 */
export function userCounters(users: string, { partialDay }: FigurePeriod): string {
  const parts = [
    'select metric, day, dim, n from daily',
    'select metric, day, dim, n from daily_changes',
  ]
  if (partialDay) {
    const { date, at, end, isLate } = partialDay
    const removed = (metric: string, dim: string, where: string) =>
      `select '${metric}', ${date}, ${dim}, -1 from ${users} where ${where}`
    parts.push(
      removed('created', "''", `deleted_at is null and ${isLate('created_at')}`),
      // A deleted user who was created late was deleted even later.
      removed('created', "''", `deleted_at >= ${at} and ${isLate('created_at')}`),
      removed('deleted', "''", `deleted_at >= ${at} and deleted_at < ${end}`),
      removed('living', segmentIn('data'), `deleted_at is null and ${isLate('created_at')}`),
    )
  }
  return `(${parts.join(' union all ')}) as counters`
}
