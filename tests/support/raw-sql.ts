/*
 * What analytics and widgets show, asked of the raw rows: the plain SQL of somebody who has no roll-ups, and
 * what the benchmark measures them against. $1 and $2 are the first and last day, in the session's zone.
 */

const IN_RANGE = 'at >= $1::date and at < $2::date + 1'

export const ACTIVE_BY_DAY = `
  select to_char(at, 'YYYY-MM-DD') as date, count(distinct user_id) as n
  from events where ${IN_RANGE} group by 1`

export const ACTIVE = `select count(distinct user_id) as n from events where ${IN_RANGE}`

export const SESSIONS = `
  select width_bucket(seconds, array[60, 300, 900, 1800, 3600]) as place, count(*) as n
  from (
    select min(at) filter (where type = 'session_started') as started,
      extract(epoch from max(at) filter (where type = 'session_ended')
        - min(at) filter (where type = 'session_started'))::float as seconds
    from events where session_id is not null and at >= $1::date and at < $2::date + 2
    group by session_id, user_id
  ) as sessions
  where seconds is not null and started < $2::date + 1 group by 1`

export const FEATURES = `
  select feature as name, count(*) as n from events
  where type = 'feature_used' and ${IN_RANGE} group by 1`

export type Kind = 'mission' | 'protocol' | 'mentor'

/** What was assigned from a day on, each with the day of its completion. */
const assigned = (kind: Kind, from = '$1::date') => `
  select a.subject_id, a.at::date as day, min(c.at)::date as done
  from events a left join events c
    on c.type = '${kind}_completed' and c.subject_id = a.subject_id and c.user_id = a.user_id
  where a.type = '${kind}_${kind === 'protocol' ? 'enrolled' : 'assigned'}'
    and a.at >= ${from} and a.at < $2::date + 1
  group by a.id, a.subject_id, a.at`

export const assignments = (kind: Kind) => `
  select to_char(day, 'YYYY-MM-DD') as date, count(*) as assigned,
    count(*) filter (where done <= $2::date) as completed
  from (${assigned(kind)}) as a group by 1`

export const COMPLETION = `
  with a as (${assigned('mission', '$1::date - 29')})
  select to_char(d, 'YYYY-MM-DD') as date, count(a.day) as whole,
    count(*) filter (where a.done <= d) as part
  from generate_series($1::date, $2::date, '1 day') as d
  left join a on a.day between d - interval '29 days' and d group by d order by d`

/** By a property that the mission or protocol has now. */
export const assignedBy = (kind: Kind, table: string, property: string) => `
  select s.data ->> '${property}' as name, count(*) as assigned,
    count(*) filter (where a.done <= $2::date) as completed
  from (${assigned(kind)}) as a join ${table} s on s.id = a.subject_id group by 1`

/** How far enrolments came on each day, and how many there were; all before the range as day -1. */
export const PROGRESS = `
  with told as (
    select user_id, subject_id, at,
      case type when 'protocol_completed' then 100 else coalesce(amount, 0) end as percent
    from events where type like 'protocol\\_%' and at < $2::date + 1
  ), best as (
    select at, max(percent) over known as now,
      max(percent) over (known rows between unbounded preceding and 1 preceding) as before
    from told window known as (partition by user_id, subject_id order by at)
  )
  select greatest(at::date, $1::date - 1) - $1::date as at, sum(now - coalesce(before, 0)) as gained,
    count(*) filter (where before is null) as enrolled
  from best group by 1`

/** Accounts created and deleted on each day; all before the range as day -1. */
export const USERS = `
  select greatest(created_at::date, $1::date - 1) - $1::date as at, count(*) as created,
    0::bigint as deleted from rec_users where created_at < $2::date + 1 group by 1
  union all
  select greatest(deleted_at::date, $1::date - 1) - $1::date, 0::bigint, count(*)
  from rec_users where deleted_at < $2::date + 1 group by 1`

/** Of the people of each week of the range, those who came in the next one too. */
export const RETENTION = `
  with active as (
    select distinct user_id, date_trunc('week', at)::date as week from events where ${IN_RANGE}
  )
  select to_char(p.week, 'YYYY-MM-DD') as week, count(*) as whole, count(n.user_id) as part
  from active p left join active n on n.user_id = p.user_id and n.week = p.week + 7 group by 1`

export const SEGMENTS = `
  select data ->> 'segment' as name, count(*) as n from rec_users
  where deleted_at is null and created_at < $2::date + 1 and $1::date <= $2::date group by 1`

export const NEWEST = `
  select id, created_at, data ->> 'firstName' as first, data ->> 'lastName' as last from rec_users
  where deleted_at is null and created_at >= $1::date and created_at < $2::date + 1
  order by created_at desc, id desc limit 5`

export const countOf = (table: string, where = '') =>
  `select count(*) as n from ${table} where deleted_at is null ${where}`

export const LATEST = [
  'select * from history order by at desc limit 10',
  `select * from events where type in ('mission_assigned', 'mission_completed', 'protocol_enrolled',
     'protocol_completed', 'mentor_assigned', 'mentor_reviewed') and at <= now() order by at desc limit 10`,
]
