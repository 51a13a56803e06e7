import type { Period } from '#contract/analytics.ts'
import type { Day, DayRange } from '#contract/days.ts'
import { startOfDay, timeOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { SESSION_LABEL } from '#server/events/rollups/app-sessions.ts'
import { IS_REPORT, REACHED } from '#server/events/rollups/progress.ts'
import { dayIn, lookUp, types } from '#server/events/rollups/rollup-sql.ts'
import { segmentIn } from '#server/events/user-counts.ts'

/*
 * Roll-ups are by day. What a day was at a time of day is found in the events of that one day: each of these
 * selects is a roll-up's own rows for it, with the difference between then and the end of the day.
 */

/** The last day of a period, at the time of day until which it counts. */
export interface Cut {
  day: Day
  /** SQL of the instants: the day begins, the time of day, the day has ended. */
  begin: string
  at: string
  end: string
  dayOf: (instant: string) => string
}

/** Days to figure: `cut` when the last of them counts only until a time of day. */
export interface Stretch extends DayRange {
  cut?: Cut
}

export function stretchOf({ start, end, until }: Period, zone: string): Stretch {
  if (until === undefined) return { start, end }
  const instant = (at: Date | undefined) =>
    `timestamptz ${quote((at ?? new Date(Number.NaN)).toISOString())}`
  const cut = {
    day: end,
    begin: instant(startOfDay(end, zone)),
    at: instant(timeOfDay(end, until, zone)),
    end: instant(startOfDay(end, zone, 1)),
    dayOf: dayIn(quote(zone)),
  }
  return { start, end, cut }
}

const COLUMNS = {
  day_pairs: 'day, prev_day, n',
  assignment_pairs: 'kind, assigned_day, completed_day, n',
  daily: 'metric, day, dim, n, amount',
  user_counters: 'metric, day, dim, n, amount',
} as const

/** Those of users in `daily`, and what writes of users appended, which is not there yet (facts/user-counts.ts). */
const USER_COUNTERS = `(select metric, day, dim, n, amount from daily
  union all select metric, day, dim, n, 0 from daily_changes)`

/** A table of sums as it was at a cut: with one of the changes below. */
export function asAt(
  table: keyof typeof COLUMNS,
  cut: Cut | undefined,
  change: (cut: Cut) => string,
): string {
  const known = table === 'user_counters' ? USER_COUNTERS : table
  if (!cut) return `${known} as ${table}`
  return `(select ${COLUMNS[table]} from ${known} as known union all ${change(cut)}) as ${table}`
}

const dateOf = ({ day }: Cut) => `date ${quote(day)}`
const isLate = (column: string, { at, end }: Cut) => `${column} >= ${at} and ${column} < ${end}`

/** `day, prev_day, n` of day_pairs: those who came on the day only later go. */
export function lateComers(cut: Cut): string {
  return `select ${dateOf(cut)}, k.prev_day, -1
    from (
      select user_id from events where at >= ${cut.begin} and at < ${cut.end}
      group by user_id having min(at) >= ${cut.at}
    ) as e cross join ${lookUp('user_days u', `u.user_id = e.user_id and u.day = ${dateOf(cut)}`)} as k`
}

/** What was assigned later goes, and what was completed later is not completed yet. */
export function lateAssignments(kind: 'mission' | 'protocol' | 'mentor', cut: Cut): string {
  const [assigned, completed] = [cut.dayOf('assigned_at'), cut.dayOf('completed_at')]
  const gone = `select subject_id, ${quote(kind)} as kind, ${assigned} as assigned_day,
    coalesce(${completed}, 'infinity') as completed_day, -1 as n
    from assignments where kind = ${quote(kind)} and ${isLate('assigned_at', cut)}`
  if (kind === 'mentor') return gone
  return `${gone}
    union all
    select k.subject_id, k.kind, ${cut.dayOf('k.assigned_at')}, c.completed_day, c.n
    from (
      select distinct subject_id, user_id from events
      where type = ${types(`${kind}_completed`)} and ${isLate('at', cut)}
    ) as e
    cross join ${lookUp(
      'assignments a',
      `a.subject_id = e.subject_id and a.user_id = e.user_id and a.kind = ${quote(kind)}`,
    )} as k
    cross join (values (${dateOf(cut)}, -1), (date 'infinity', 1)) as c(completed_day, n)
    where k.assigned_at < ${cut.at} and ${isLate('k.completed_at', cut)}`
}

/** `metric, day, dim, n, amount` of daily: assignments of all kinds that were made later. */
export function lateCounts(cut: Cut): string {
  return `select 'assigned', ${dateOf(cut)}, kind, -1, 0
    from assignments where ${isLate('assigned_at', cut)}`
}

/** The same of uses of features. */
export function lateUses(cut: Cut): string {
  return `select 'feature', ${dateOf(cut)}, feature, -1, 0
    from events where type = 'feature_used' and ${isLate('at', cut)}`
}

/** The same of percent points: how much further each enrolment came in what was left of the day. */
export function latePoints(cut: Cut): string {
  const reports = lookUp(
    'events k',
    `k.subject_id = e.subject_id and k.user_id = e.user_id and ${IS_REPORT} and k.at < ${cut.end}`,
  )
  return `select 'progress', ${dateOf(cut)}, '', 0, -(h.height - h.was_height)
    from (
      select subject_id, user_id, max(reached) as height,
        coalesce(max(reached) filter (where at < ${cut.at}), 0) as was_height
      from (
        select k.subject_id, k.user_id, k.at, ${REACHED}
        from (
          select distinct subject_id, user_id from events where ${IS_REPORT} and ${isLate('at', cut)}
        ) as e cross join ${reports} as k
      ) as told group by subject_id, user_id
    ) as h`
}

/** The same of app sessions: instead of the day's own, those that had ended by then, as long as they were. */
export function sessionsByThen(cut: Cut): string {
  return `select 'session', ${dateOf(cut)}, ${SESSION_LABEL}, 1, seconds
    from (
      select floor(extract(epoch from e.ended_at - k.started_at))::bigint as seconds
      from (
        select session_id, user_id, max(at) as ended_at from events
        where type = 'session_ended' and at >= ${cut.begin} and at < ${cut.at}
        group by session_id, user_id
      ) as e
      cross join ${lookUp('app_sessions s', 's.id = e.session_id and s.user_id = e.user_id')} as k
      where k.started_at >= ${cut.begin} and k.started_at <= e.ended_at
    ) as ended
    union all
    select metric, day, dim, -n, -amount from daily where metric = 'session' and day = ${dateOf(cut)}`
}

/** The same of users: created, deleted, and existing now, by segment. */
export function lateUsers(users: string, cut: Cut): string {
  const living = `from ${users} where deleted_at is null and ${isLate('created_at', cut)}`
  // Whoever was created late and is deleted was deleted later still.
  const gone = `from ${users} where deleted_at is not null and deleted_at >= ${cut.at}`
  return `select 'created', ${dateOf(cut)}, '', -1, 0 ${living}
    union all select 'created', ${dateOf(cut)}, '', -1, 0 ${gone} and ${isLate('created_at', cut)}
    union all select 'deleted', ${dateOf(cut)}, '', -1, 0 ${gone} and deleted_at < ${cut.end}
    union all select 'living', ${dateOf(cut)}, ${segmentIn('data')}, -1, 0 ${living}`
}
