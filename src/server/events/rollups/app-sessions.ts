import { SESSION_RANGES } from '#contract/charts.ts'
import { quote } from '#server/db/json-sql.ts'
import { lookUp, type Source, types } from './rollup-sql.ts'
import { addTo, DAILY } from './sum-tables.ts'

/** SQL of the label of a length: of `seconds`. */
export const SESSION_LABEL = `case ${SESSION_RANGES.map(({ label, below }) =>
  below === undefined ? `else ${quote(label)}` : `when seconds < ${below} then ${quote(label)}`,
).join(' ')} end`

/**
 * App sessions, from their earliest start to their latest end. A session counts on the day of its start
 * once both are known; one that would end before it starts does not.
 */
export function countSessions({ client, fresh, dayOf }: Source): Promise<void> {
  const counted = (started: string, ended: string, by: 1 | -1) =>
    `select ${dayOf(started)} as day, ${by} as n,
       floor(extract(epoch from ${ended} - ${started}))::bigint as seconds
     from merged where ${ended} >= ${started}`
  return addTo(
    client,
    {
      through: [
        `told as (
         select session_id as id, user_id,
           min(at) filter (where type = 'session_started') as started_at,
           max(at) filter (where type = 'session_ended') as ended_at
         from ${fresh} where type in (${types('session_started', 'session_ended')})
         group by session_id, user_id
       )`,
        `merged as materialized (
         select t.id, t.user_id, least(t.started_at, s.started_at) as started_at,
           greatest(t.ended_at, s.ended_at) as ended_at,
           s.started_at as was_started_at, s.ended_at as was_ended_at
         from told t left join ${lookUp('app_sessions k', 'k.id = t.id and k.user_id = t.user_id')} s on true
       )`,
        `stored as (
         insert into app_sessions (id, user_id, started_at, ended_at)
         select id, user_id, started_at, ended_at from merged order by id
         on conflict (id, user_id) do update set
           started_at = excluded.started_at, ended_at = excluded.ended_at
       )`,
        `counted as (
         ${counted('started_at', 'ended_at', 1)}
         union all ${counted('was_started_at', 'was_ended_at', -1)}
       )`,
      ],
      changes: `select 'session' as metric, day, ${SESSION_LABEL} as dim, n, n * seconds as amount
      from counted`,
    },
    DAILY,
  )
}
