import type { Period } from '#contract/analytics.ts'
import type { Day, DayRange } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import { startOfDay, timeOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { dayIn, IS_REPORT, lookUp, REACHED, SESSION_LABEL, types } from './rollups.ts'
import { segmentIn } from './user-counts.ts'

/*
 * The tables of sums as they were at the end of a period. They are by day. When the last day of a period counts only
 * until a time of day, the events of that one day give the difference between then and the end of the day.
 */

/** The last day of a period that counts only until a time of day. */
interface PartialDay {
  date: Day
  /** SQL of the start of the day, the time of day, and the end of the day. */
  begin: string
  at: string
  end: string
  dayOf: (instant: string) => string
}

/** The days of a figure; `partialDay` when the last of them counts only until a time of day. */
export interface FigurePeriod extends DayRange {
  partialDay?: PartialDay
}

export function toFigurePeriod({ start, end, until }: Period, zone: string): FigurePeriod {
  if (until === undefined) return { start, end }
  const instant = (at: Date | undefined) =>
    `timestamptz ${quote((at ?? new Date(Number.NaN)).toISOString())}`
  const partialDay = {
    date: end,
    begin: instant(startOfDay(end, zone)),
    at: instant(timeOfDay(end, until, zone)),
    end: instant(startOfDay(end, zone, 1)),
    dayOf: dayIn(quote(zone)),
  }
  return { start, end, partialDay }
}

/** Returns the SQL of `day, prev_day, n` of day_pairs. */
export function dayPairs({ partialDay }: FigurePeriod): string {
  if (!partialDay) return 'day_pairs'
  return `(select day, prev_day, n from day_pairs union all ${lateComers(partialDay)}) as pairs`
}

/** Returns the SQL of `kind, assigned_day, completed_day, n` of assignment_pairs. */
export function assignmentPairs(kind: SubjectKind, { partialDay }: FigurePeriod): string {
  if (!partialDay) return 'assignment_pairs'
  return `(select kind, assigned_day, completed_day, n from assignment_pairs union all
    select kind, assigned_day, completed_day, n from (${lateAssignments(kind, partialDay)}) as late) as pairs`
}

const LATE = {
  assigned: lateCounts,
  feature: lateUses,
  progress: latePoints,
  session: sessionsByThen,
} as const
export type Metric = keyof typeof LATE

/** Returns the SQL of `metric, day, dim, n, amount` of `daily`, for a metric of events. */
export function daily(metric: Metric, { partialDay }: FigurePeriod): string {
  if (!partialDay) return 'daily'
  return `(select metric, day, dim, n, amount from daily union all ${LATE[metric](partialDay)}) as daily`
}

/**
 * Returns the SQL of `metric, day, dim, n` of `daily` for users, with what their writes appended and is not added there
 * yet (user-counts.ts).
 */
export function userCounters(users: string, { partialDay }: FigurePeriod): string {
  return `(select metric, day, dim, n from daily
    union all select metric, day, dim, n from daily_changes
    ${partialDay ? `union all ${lateUsers(users, partialDay)}` : ''}) as counters`
}

const dateOf = ({ date }: PartialDay) => `date ${quote(date)}`
const isLate = (column: string, { at, end }: PartialDay) =>
  `${column} >= ${at} and ${column} < ${end}`

/** Removes users who came on the day only later. */
function lateComers(day: PartialDay): string {
  return `select ${dateOf(day)}, k.prev_day, -1
    from (
      select user_id from events where at >= ${day.begin} and at < ${day.end}
      group by user_id having min(at) >= ${day.at}
    ) as e cross join ${lookUp('user_days u', `u.user_id = e.user_id and u.day = ${dateOf(day)}`)} as k`
}

/** Removes what was assigned later. What was completed later is not completed yet. */
export function lateAssignments(kind: SubjectKind, day: PartialDay): string {
  const [assigned, completed] = [day.dayOf('assigned_at'), day.dayOf('completed_at')]
  const gone = `select subject_id, ${quote(kind)} as kind, ${assigned} as assigned_day,
    coalesce(${completed}, 'infinity') as completed_day, -1 as n
    from assignments where kind = ${quote(kind)} and ${isLate('assigned_at', day)}`
  if (kind === 'mentor') return gone
  return `${gone}
    union all
    select k.subject_id, k.kind, ${day.dayOf('k.assigned_at')}, c.completed_day, c.n
    from (
      select distinct subject_id, user_id from events
      where type = ${types(`${kind}_completed`)} and ${isLate('at', day)}
    ) as e
    cross join ${lookUp(
      'assignments a',
      `a.subject_id = e.subject_id and a.user_id = e.user_id and a.kind = ${quote(kind)}`,
    )} as k
    cross join (values (${dateOf(day)}, -1), (date 'infinity', 1)) as c(completed_day, n)
    where k.assigned_at < ${day.at} and ${isLate('k.completed_at', day)}`
}

/** Removes assignments of all kinds that were made later. */
function lateCounts(day: PartialDay): string {
  return `select 'assigned', ${dateOf(day)}, kind, -1, 0
    from assignments where ${isLate('assigned_at', day)}`
}

/** Removes later uses of features. */
function lateUses(day: PartialDay): string {
  return `select 'feature', ${dateOf(day)}, feature, -1, 0
    from events where type = 'feature_used' and ${isLate('at', day)}`
}

/** Removes the percent points that enrolments gained in the rest of the day. */
function latePoints(day: PartialDay): string {
  const reports = lookUp(
    'events k',
    `k.subject_id = e.subject_id and k.user_id = e.user_id and ${IS_REPORT} and k.at < ${day.end}`,
  )
  return `select 'progress', ${dateOf(day)}, '', 0, -(h.height - h.was_height)
    from (
      select subject_id, user_id, max(reached) as height,
        coalesce(max(reached) filter (where at < ${day.at}), 0) as was_height
      from (
        select k.subject_id, k.user_id, k.at, ${REACHED}
        from (
          select distinct subject_id, user_id from events where ${IS_REPORT} and ${isLate('at', day)}
        ) as e cross join ${reports} as k
      ) as reached group by subject_id, user_id
    ) as h`
}

/** Replaces the app sessions of the day by those that had ended by then. */
function sessionsByThen(day: PartialDay): string {
  return `select 'session', ${dateOf(day)}, ${SESSION_LABEL}, 1, seconds
    from (
      select floor(extract(epoch from e.ended_at - k.started_at))::bigint as seconds
      from (
        select session_id, user_id, max(at) as ended_at from events
        where type = 'session_ended' and at >= ${day.begin} and at < ${day.at}
        group by session_id, user_id
      ) as e
      cross join ${lookUp('app_sessions s', 's.id = e.session_id and s.user_id = e.user_id')} as k
      where k.started_at >= ${day.begin} and k.started_at <= e.ended_at
    ) as ended
    union all
    select metric, day, dim, -n, -amount from daily where metric = 'session' and day = ${dateOf(day)}`
}

/** Removes users who were created or deleted later. */
function lateUsers(users: string, day: PartialDay): string {
  const living = `from ${users} where deleted_at is null and ${isLate('created_at', day)}`
  // A deleted user who was created late was deleted even later.
  const gone = `from ${users} where deleted_at is not null and deleted_at >= ${day.at}`
  return `select 'created', ${dateOf(day)}, '', -1 ${living}
    union all select 'created', ${dateOf(day)}, '', -1 ${gone} and ${isLate('created_at', day)}
    union all select 'deleted', ${dateOf(day)}, '', -1 ${gone} and deleted_at < ${day.end}
    union all select 'living', ${dateOf(day)}, ${segmentIn('data')}, -1 ${living}`
}
