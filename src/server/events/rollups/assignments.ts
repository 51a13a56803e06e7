import { KIND_OF_TYPE, lookUp, type Source, types } from './rollup-sql.ts'
import { ASSIGNMENT_DAYS, ASSIGNMENT_MONTHS, ASSIGNMENT_PAIRS, addTo, DAILY } from './sum-tables.ts'

const ASSIGNING = types(
  'mission_assigned',
  'mission_progressed',
  'mission_completed',
  'protocol_enrolled',
  'protocol_progressed',
  'protocol_completed',
  'mentor_assigned',
)
const COMPLETING = types('mission_completed', 'protocol_completed')
const PROGRESSING = types('mission_progressed', 'protocol_progressed')

/** Infinity has no month, and stays. */
const month = (day: string) => `date_trunc('month', ${day}::timestamp)::date`
const BY_MONTH = `select subject_id, kind, n,
  ${month('assigned_day')} as assigned_month, ${month('completed_day')} as completed_month
  from changes`
const BY_DAY = `select 'assigned' as metric, assigned_day as day, kind as dim, n, 0 as amount
  from changes`

/**
 * Missions, protocols and mentors given to people: assigned by the earliest event about the pair,
 * completed by the earliest completion, progressed as far as was ever reported.
 */
export function countAssignments({ client, fresh, dayOf }: Source): Promise<void> {
  const days = (assigned: string, completed: string) =>
    `${dayOf(assigned)} as assigned_day, coalesce(${dayOf(completed)}, 'infinity') as completed_day`
  const known = lookUp(
    'assignments k',
    'k.subject_id = t.subject_id and k.user_id = t.user_id and k.kind = t.kind',
  )
  return addTo(
    client,
    {
      through: [
        `told as (
         select subject_id, user_id, ${KIND_OF_TYPE} as kind,
           min(at) as assigned_at,
           max(case when type in (${COMPLETING}) then 100
             when type in (${PROGRESSING}) then amount else 0 end) as progress,
           min(at) filter (where type in (${COMPLETING})) as completed_at
         from ${fresh} where type in (${ASSIGNING})
         group by subject_id, user_id, 3
       )`,
        `merged as materialized (
         select t.subject_id, t.user_id, t.kind,
           least(t.assigned_at, a.assigned_at) as assigned_at,
           greatest(t.progress, a.progress) as progress,
           least(t.completed_at, a.completed_at) as completed_at,
           a.assigned_at as was_assigned_at, a.completed_at as was_completed_at
         from told t left join ${known} a on true
       )`,
        `stored as (
         insert into assignments (subject_id, user_id, kind, assigned_at, progress, completed_at)
         select subject_id, user_id, kind, assigned_at, progress, completed_at
         from merged order by subject_id, user_id
         on conflict (subject_id, user_id, kind) do update set
           assigned_at = excluded.assigned_at,
           progress = excluded.progress,
           completed_at = excluded.completed_at
       )`,
      ],
      changes: `select subject_id, kind, ${days('assigned_at', 'completed_at')}, 1 as n from merged
      union all
      select subject_id, kind, ${days('was_assigned_at', 'was_completed_at')}, -1
      from merged where was_assigned_at is not null`,
    },
    ASSIGNMENT_DAYS,
    ASSIGNMENT_PAIRS,
    { ...ASSIGNMENT_MONTHS, from: BY_MONTH },
    { ...DAILY, from: BY_DAY },
  )
}
