import type { Period } from '#contract/analytics.ts'
import type { Day, DayRange } from '#contract/days.ts'
import { startOfDay, timeOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { SESSION_LABEL } from '#server/events/rollups/app-sessions.ts'
import { IS_REPORT, REACHED } from '#server/events/rollups/progress.ts'
import { dayIn, lookUp, types } from '#server/events/rollups/rollup-sql.ts'
import { segmentIn } from '#server/events/user-counts.ts'

/*
 * Rollups are by day. The state of a day at a time of day comes from the events of that one day: each of these selects
 * gives a rollup's own rows for it, with the difference between then and the end of the day.
 */

/** The last day of a period that counts only until a time of day. */
export interface PartialDay {
  date: Day
  /** SQL of the instants: the day begins, the time of day, the day has ended. */
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

const COLUMNS = {
  day_pairs: 'day, prev_day, n',
  assignment_pairs: 'kind, assigned_day, completed_day, n',
  daily: 'metric, day, dim, n, amount',
  user_counters: 'metric, day, dim, n, amount',
} as const

/** Those of users in `daily`, and what writes of users appended, which is not there yet (events/user-counts.ts). */
const USER_COUNTERS = `(select metric, day, dim, n, amount from daily
  union all select metric, day, dim, n, 0 from daily_changes)`

/** Returns the SQL of a table of sums, as it was in the middle of a partial day: with one of the changes below. */
export function asAt(
  table: keyof typeof COLUMNS,
  partialDay: PartialDay | undefined,
  change: (partialDay: PartialDay) => string,
): string {
  const known = table === 'user_counters' ? USER_COUNTERS : table
  if (!partialDay) return `${known} as ${table}`
  return `(select ${COLUMNS[table]} from ${known} as known union all ${change(partialDay)}) as ${table}`
}

const dateOf = ({ date }: PartialDay) => `date ${quote(date)}`
const isLate = (column: string, { at, end }: PartialDay) =>
  `${column} >= ${at} and ${column} < ${end}`

/** `day, prev_day, n` of day_pairs: those who came on the day only later go. */
export function lateComers(day: PartialDay): string {
  return `select ${dateOf(day)}, k.prev_day, -1
    from (
      select user_id from events where at >= ${day.begin} and at < ${day.end}
      group by user_id having min(at) >= ${day.at}
    ) as e cross join ${lookUp('user_days u', `u.user_id = e.user_id and u.day = ${dateOf(day)}`)} as k`
}

/** What was assigned later goes, and what was completed later is not completed yet. */
export function lateAssignments(kind: 'mission' | 'protocol' | 'mentor', day: PartialDay): string {
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

/** `metric, day, dim, n, amount` of daily: assignments of all kinds that were made later. */
export function lateCounts(day: PartialDay): string {
  return `select 'assigned', ${dateOf(day)}, kind, -1, 0
    from assignments where ${isLate('assigned_at', day)}`
}

/** The same of uses of features. */
export function lateUses(day: PartialDay): string {
  return `select 'feature', ${dateOf(day)}, feature, -1, 0
    from events where type = 'feature_used' and ${isLate('at', day)}`
}

/** The same of percent points: how much further each enrolment came in what was left of the day. */
export function latePoints(day: PartialDay): string {
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
      ) as told group by subject_id, user_id
    ) as h`
}

/** The same of app sessions: instead of the day's own, those that had ended by then, as long as they were. */
export function sessionsByThen(day: PartialDay): string {
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

/** The same of users: created, deleted, and existing now, by segment. */
export function lateUsers(users: string, day: PartialDay): string {
  const living = `from ${users} where deleted_at is null and ${isLate('created_at', day)}`
  // Whoever was created late and is deleted was deleted later still.
  const gone = `from ${users} where deleted_at is not null and deleted_at >= ${day.at}`
  return `select 'created', ${dateOf(day)}, '', -1, 0 ${living}
    union all select 'created', ${dateOf(day)}, '', -1, 0 ${gone} and ${isLate('created_at', day)}
    union all select 'deleted', ${dateOf(day)}, '', -1, 0 ${gone} and deleted_at < ${day.end}
    union all select 'living', ${dateOf(day)}, ${segmentIn('data')}, -1, 0 ${living}`
}
