import { lookUp, type Source } from './rollup-sql.ts'
import { addTo, DAY_PAIRS } from './sum-tables.ts'

/** The day before a user's first. */
const NEVER = "date '0001-01-01'"

/**
 * Every event makes its user active on its day. A new day comes between two others: it gets the day
 * before it, and the one that follows it gets the new one.
 */
export function countUserDays({ client, fresh }: Source): Promise<void> {
  // Single steps in the index: a join would read all of it.
  const known = (what: string, how: string) =>
    `(select ${what} from user_days k where k.user_id = a.user_id and k.day ${how} a.day)`
  return addTo(
    client,
    {
      through: [
        `active as materialized (
         select user_id, day, ${known('max(k.day)', '<=')} as known_before
         from (select distinct user_id, day from ${fresh}) as a
       )`,
        `placed as materialized (
         select user_id, day,
           greatest(lag(day) over (partition by user_id order by day), known_before, ${NEVER})
             as prev_day,
           ${known('min(k.day)', '>')} as next_day
         from active a where known_before is distinct from day
       )`,
        `followers as materialized (
         select k.user_id, k.day, k.prev_day as was, p.prev_day
         from (
           select user_id, next_day as day, max(day) as prev_day
           from placed where next_day is not null group by user_id, next_day
         ) as p cross join ${lookUp('user_days u', 'u.user_id = p.user_id and u.day = p.day')} as k
       )`,
        `moved as (
         update user_days k set prev_day = f.prev_day
         from followers f where k.user_id = f.user_id and k.day = f.day
       )`,
        `inserted as (
         insert into user_days (user_id, day, prev_day)
         select user_id, day, prev_day from placed order by user_id, day
       )`,
      ],
      changes: `select day, prev_day, 1 as n from placed
      union all select day, prev_day, 1 from followers
      union all select day, was, -1 from followers`,
    },
    DAY_PAIRS,
  )
}
