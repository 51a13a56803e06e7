import { lookUp, type Source, types } from './rollup-sql.ts'
import { addTo, DAILY } from './sum-tables.ts'

/** SQL of what makes a report of an event, and of how far it says that the enrolment has come. */
export const IS_REPORT = `type in (${types('protocol_progressed', 'protocol_completed')})`
export const REACHED = "case when type = 'protocol_completed' then 100 else amount end as reached"

/**
 * By how many percent points the enrolments in protocols rose on each day. An enrolment stands as high
 * as the highest report so far, so a late report may lower what a later day added: the touched
 * enrolments are worked out anew, without the fresh events and with them.
 */
export function countProgress({ client, fresh, earlier, dayOf }: Source): Promise<void> {
  const known = lookUp(
    earlier,
    `e.subject_id = t.subject_id and e.user_id = t.user_id and ${IS_REPORT}`,
  )
  return addTo(
    client,
    {
      through: [
        `reports as materialized (
         select subject_id, user_id, day, ${REACHED} from ${fresh} where ${IS_REPORT}
       )`,
        `touched as (select distinct subject_id, user_id from reports)`,
        `days as (
         select subject_id, user_id, day,
           max(reached) as reached, max(reached) filter (where is_known) as was_reached
         from (
           select subject_id, user_id, day, reached, false as is_known from reports
           union all
           select e.subject_id, e.user_id, ${dayOf('e.at')}, ${REACHED}, true
           from touched t cross join ${known} as e
         ) as told
         group by subject_id, user_id, day
       )`,
        `heights as (
         select subject_id, user_id, day, max(reached) over so_far as height,
           coalesce(max(was_reached) over so_far, 0) as was_height
         from days window so_far as (partition by subject_id, user_id order by day)
       )`,
        `rises as (
         select day, height - lag(height, 1, 0::smallint) over so_far as rise,
           was_height - lag(was_height, 1, 0::smallint) over so_far as was_rise
         from heights window so_far as (partition by subject_id, user_id order by day)
       )`,
      ],
      changes: `select 'progress' as metric, day, '' as dim,
      (rise > 0)::int - (was_rise > 0)::int as n, rise - was_rise as amount
      from rises`,
    },
    DAILY,
  )
}
