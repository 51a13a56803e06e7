import type pg from 'pg'

interface Count {
  name: string
  /** From the events as they came. */
  raw: string
  /** From what was counted as they came. */
  kept: string
}

const subjects = `type in ('mission_assigned', 'mission_progressed', 'mission_completed',
  'protocol_enrolled', 'protocol_progressed', 'protocol_completed', 'mentor_assigned')`

/** What is counted in two ways, in a session that is in the reporting time zone. */
export const COUNTS: readonly Count[] = [
  {
    name: 'active users of each day',
    raw: 'select at::date::text as day, count(distinct user_id) as n from events group by 1 order by 1',
    kept: 'select day::text, sum(n)::int8 as n from day_pairs group by 1 order by 1',
  },
  {
    name: 'active users of all days',
    raw: 'select count(distinct user_id) as n from events',
    kept: `select sum(n)::int8 as n from day_pairs where prev_day = '0001-01-01'`,
  },
  {
    name: 'uses of features',
    raw: `select at::date::text as day, feature, count(*) as n from events
      where type = 'feature_used' group by 1, 2 order by 1, 2`,
    kept: `select day::text, dim as feature, n from daily where metric = 'feature' order by 1, 2`,
  },
  {
    name: 'sessions and their seconds',
    raw: `select started::date::text as day, count(*) as n,
        sum(floor(extract(epoch from ended - started)))::int8 as seconds
      from (
        select min(at) filter (where type = 'session_started') as started,
          max(at) filter (where type = 'session_ended') as ended
        from events where session_id is not null group by session_id, user_id
      ) as s where ended >= started group by 1 order by 1`,
    kept: `select day::text, sum(n)::int8 as n, sum(amount)::int8 as seconds from daily
      where metric = 'session' group by 1 order by 1`,
  },
  {
    name: 'assignments and completions',
    raw: `select split_part(type, '_', 1) as kind, subject_id::text, min(at)::date::text as day,
        min(at) filter (where type like '%completed')::date::text as done, user_id::text
      from events where ${subjects} group by 1, 2, 5 order by 1, 2, 5`,
    kept: `select kind, subject_id::text, assigned_at::date::text as day,
        completed_at::date::text as done, user_id::text
      from assignments order by 1, 2, 5`,
  },
  {
    name: 'assignments by day',
    raw: `select kind, day::text, count(*) as n from (
        select split_part(type, '_', 1) as kind, min(at)::date as day
        from events where ${subjects} group by subject_id, user_id, 1
      ) as a group by 1, 2 order by 1, 2`,
    kept: `select dim as kind, day::text, n from daily where metric = 'assigned' order by 1, 2`,
  },
  {
    name: 'percent points of progress',
    raw: `select coalesce(sum(most), 0)::int8 as points from (
        select max(case when type = 'protocol_completed' then 100 else amount end) as most
        from events where type in ('protocol_progressed', 'protocol_completed')
        group by subject_id, user_id
      ) as p`,
    kept: `select coalesce(sum(amount), 0)::int8 as points from daily where metric = 'progress'`,
  },
  {
    name: 'reviews and stars of mentors',
    raw: `select subject_id::text as mentor, count(*) as n, sum(amount)::int8 as stars from (
        select distinct on (subject_id, user_id) subject_id, amount from events
        where type = 'mentor_reviewed' order by subject_id, user_id, at desc, id desc
      ) as r group by 1 order by 1`,
    kept: 'select mentor_id::text as mentor, n, stars from mentor_ratings order by 1',
  },
]

/** Both answers to one of them. */
export async function bothOf(client: pg.Client, { raw, kept }: Count) {
  const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  return { raw: await rows(raw), kept: await rows(kept) }
}
