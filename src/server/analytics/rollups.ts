import type { ClientBase } from 'pg'
import { SESSION_RANGES } from '#contract/charts.ts'
import { type EventType, SUBJECT_KINDS, typesAbout } from '#contract/events.ts'
import { quote } from '#server/db/json-sql.ts'

/**
 * The source of a rollup. Counting a batch and rebuilding run the same SQL and differ only in their source. Each rollup
 * compares its state with and without the fresh events, so the order of arrival does not matter.
 */
export interface Source {
  /** The SQL of stored events that are not counted yet: the columns of `events`, and their `day`. */
  fresh: string
  /** The SQL of stored events that are already counted. */
  earlier: string
  /** Returns the SQL of the day of an instant in the reporting time zone. */
  dayOf(instant: string): string
}

/** Counts the fresh events into every rollup. EVENT_FACTS says which type counts where. */
export async function countEvents(
  client: ClientBase,
  source: Source,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  for (const [name, rollup] of Object.entries(ROLLUPS)) {
    say(`Counting ${name}.`)
    await addTo(client, rollup(source))
  }
}

const ROLLUPS: Readonly<Record<string, (source: Source) => SumChanges>> = {
  'active days': userDays,
  'app sessions': appSessions,
  'uses of features': featureUses,
  assignments,
  progress,
  reviews,
}

/** Tables of sums: their keys, and the columns with sums. */
export const SUM_TABLES = {
  day_pairs: { keys: ['day', 'prev_day'], sums: ['n'] },
  assignment_days: { keys: ['subject_id', 'kind', 'assigned_day', 'completed_day'], sums: ['n'] },
  assignment_months: {
    keys: ['kind', 'assigned_month', 'completed_month', 'subject_id'],
    sums: ['n'],
  },
  assignment_pairs: { keys: ['kind', 'assigned_day', 'completed_day'], sums: ['n'] },
  mentor_ratings: { keys: ['mentor_id'], sums: ['n', 'stars'] },
  daily: { keys: ['metric', 'day', 'dim'], sums: ['n', 'amount'] },
} as const

/** Changes of sums, in SQL. */
interface SumChanges {
  /** Common table expressions that `changes` reads. */
  steps?: readonly string[]
  /** A select with the keys and sums of a table. Several rows may change the same sum. */
  changes: string
  /** The tables that the changes are added to. A select from `changes` computes their keys if they differ. */
  into: { readonly [T in keyof typeof SUM_TABLES]?: string }
}

/** The select of a table with the same keys as `changes`. */
export const ALL = 'select * from changes'

/**
 * Adds changes to tables of sums in one statement, then deletes the rows that became 0.
 * @param schema of the tables; without it the search path finds them.
 */
export async function addTo(
  client: ClientBase,
  { steps = [], changes, into }: SumChanges,
  schema?: string,
): Promise<void> {
  const targets = Object.entries(into).map(([table, from], index) => {
    const { keys, sums } = SUM_TABLES[table as keyof typeof SUM_TABLES]
    const name = schema ? `${schema}.${table}` : table
    const [key, written] = [keys.join(', '), `w${index}`]
    const upsert = `${written} as (
      insert into ${name} as k (${key}, ${sums.join(', ')})
      select ${key}, ${sums.map((sum) => `sum(${sum})`).join(', ')}
      from (${from}) as seen group by ${key}
      having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}
      order by ${key}
      on conflict (${key}) do update set
        ${sums.map((sum) => `${sum} = k.${sum} + excluded.${sum}`).join(', ')}
      returning *
    )`
    const zeros = `select ${index} as target, jsonb_agg(to_jsonb(w)) as rows from ${written} as w
      where ${sums.map((sum) => `${sum} = 0`).join(' and ')}`
    return { name, keys, upsert, zeros }
  })
  const upserts = targets.map(({ upsert }) => upsert)
  const { rows } = await client.query<{ target: number; rows: object[] | null }>(
    `with ${[...steps, `changes as materialized (${changes})`, ...upserts].join(',\n')}
     ${targets.map(({ zeros }) => zeros).join('\nunion all ')}`,
  )
  // A second statement, because one statement cannot change a row twice.
  for (const { target, rows: zeros } of rows) {
    const { name, keys } = targets[target] ?? {}
    if (!zeros || !name) continue
    await client.query(
      `delete from ${name} k using jsonb_populate_recordset(null::${name}, $1) as zero
       where ${keys?.map((key) => `k.${key} = zero.${key}`).join(' and ')}`,
      [JSON.stringify(zeros)],
    )
  }
}

/** Returns the SQL of the day of an instant in a time zone, which is SQL too. */
export function dayIn(zone: string): Source['dayOf'] {
  return (instant) => `(${instant} at time zone ${zone})::date`
}

/**
 * Returns SQL that looks up rows by an index, for each preceding row. Without `offset 0` the planner sometimes reads
 * whole tables instead.
 */
export function lookUp(from: string, where: string): string {
  return `lateral (select * from ${from} where ${where} offset 0)`
}

/** Returns a list of event types, for `type in (…)`. */
export function types(...names: EventType[]): string {
  return names.map(quote).join(', ')
}

/** Returns the common table expression that inserts or updates rows of a table. */
function stored(table: string, keys: string[], values: string[], from: string): string {
  const columns = [...keys, ...values].join(', ')
  return `stored as (
    insert into ${table} (${columns}) select ${columns} from ${from} order by ${keys.join(', ')}
    on conflict (${keys.join(', ')}) do update set ${values.map((one) => `${one} = excluded.${one}`).join(', ')}
  )`
}

/** The value of prev_day for a user's first day. */
const NEVER = "date '0001-01-01'"

/**
 * Every event makes its user active on its day. A new day is inserted between two others: its previous day is the one
 * before it, and it becomes the previous day of the one after it.
 */
function userDays({ fresh }: Source): SumChanges {
  // Looks up single rows in the index, because a join would read all of it.
  const known = (what: string, how: string) =>
    `(select ${what} from user_days k where k.user_id = a.user_id and k.day ${how} a.day)`
  return {
    steps: [
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
    into: { day_pairs: ALL },
  }
}

/** The SQL of the label of a session's length, from `seconds`. */
export const SESSION_LABEL = `case ${SESSION_RANGES.map(({ label, below }) =>
  below === undefined ? `else ${quote(label)}` : `when seconds < ${below} then ${quote(label)}`,
).join(' ')} end`

/**
 * App sessions, from their earliest start to their latest end. A session counts on the day of its start once both are
 * known. A session that ends before its start does not count.
 */
function appSessions({ fresh, dayOf }: Source): SumChanges {
  const known = lookUp('app_sessions k', 'k.id = t.id and k.user_id = t.user_id')
  const counted = (started: string, ended: string, by: 1 | -1) =>
    `select ${dayOf(started)} as day, ${by} as n,
       floor(extract(epoch from ${ended} - ${started}))::bigint as seconds
     from merged where ${ended} >= ${started}`
  return {
    steps: [
      `reported as (
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
        from reported t left join ${known} s on true
      )`,
      stored('app_sessions', ['id', 'user_id'], ['started_at', 'ended_at'], 'merged'),
      `counted as (
        ${counted('started_at', 'ended_at', 1)}
        union all ${counted('was_started_at', 'was_ended_at', -1)}
      )`,
    ],
    changes: `select 'session' as metric, day, ${SESSION_LABEL} as dim, n, n * seconds as amount
      from counted`,
    into: { daily: ALL },
  }
}

function featureUses({ fresh }: Source): SumChanges {
  return {
    changes: `select 'feature' as metric, day, feature as dim, 1 as n, 0 as amount
      from ${fresh} where type = 'feature_used'`,
    into: { daily: ALL },
  }
}

const COMPLETING = types('mission_completed', 'protocol_completed')
const PROGRESSING = types('mission_progressed', 'protocol_progressed')
const ASSIGNING = `${types('mission_assigned', 'protocol_enrolled', 'mentor_assigned')}, ${PROGRESSING}, ${COMPLETING}`

/** The SQL of the kind of subject that an event names, by its type. */
const KIND = `case ${SUBJECT_KINDS.map(
  (kind) => `when type in (${types(...typesAbout(kind))}) then ${quote(kind)}`,
).join(' ')} end`

/** Returns the SQL of a day's month. Infinity has no month, and stays unchanged. */
const month = (day: string) => `date_trunc('month', ${day}::timestamp)::date`

/**
 * Missions, protocols and mentors of users. The earliest event of a pair is the assignment, the earliest completion
 * completes it, and the highest reported progress counts.
 */
function assignments({ fresh, dayOf }: Source): SumChanges {
  const days = (assigned: string, completed: string) =>
    `${dayOf(assigned)} as assigned_day, coalesce(${dayOf(completed)}, 'infinity') as completed_day`
  const known = lookUp(
    'assignments k',
    'k.subject_id = t.subject_id and k.user_id = t.user_id and k.kind = t.kind',
  )
  return {
    steps: [
      `reported as (
        select subject_id, user_id, ${KIND} as kind,
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
        from reported t left join ${known} a on true
      )`,
      stored(
        'assignments',
        ['subject_id', 'user_id', 'kind'],
        ['assigned_at', 'progress', 'completed_at'],
        'merged',
      ),
    ],
    changes: `select subject_id, kind, ${days('assigned_at', 'completed_at')}, 1 as n from merged
      union all
      select subject_id, kind, ${days('was_assigned_at', 'was_completed_at')}, -1
      from merged where was_assigned_at is not null`,
    into: {
      assignment_days: ALL,
      assignment_pairs: ALL,
      assignment_months: `select subject_id, kind, n, ${month('assigned_day')} as assigned_month,
        ${month('completed_day')} as completed_month from changes`,
      daily: `select 'assigned' as metric, assigned_day as day, kind as dim, n, 0 as amount
        from changes`,
    },
  }
}

/** The SQL of whether an event reports progress in a protocol, and of the reported percent. */
export const IS_REPORT = `type in (${types('protocol_progressed', 'protocol_completed')})`
export const REACHED = "case when type = 'protocol_completed' then 100 else amount end as reached"

/**
 * The percent points that all protocol enrollments gained on each day. The progress of an enrollment is its highest
 * report so far, so an event that arrives late can lower what a later day added. Affected enrollments are therefore
 * computed again, without and with the fresh events.
 */
function progress({ fresh, earlier, dayOf }: Source): SumChanges {
  const known = lookUp(
    earlier,
    `e.subject_id = t.subject_id and e.user_id = t.user_id and ${IS_REPORT}`,
  )
  return {
    steps: [
      `reports as materialized (
        select subject_id, user_id, day, ${REACHED} from ${fresh} where ${IS_REPORT}
      )`,
      `days as (
        select subject_id, user_id, day,
          max(reached) as reached, max(reached) filter (where is_known) as was_reached
        from (
          select subject_id, user_id, day, reached, false as is_known from reports
          union all
          select e.subject_id, e.user_id, ${dayOf('e.at')}, ${REACHED}, true
          from (select distinct subject_id, user_id from reports) as t cross join ${known} as e
        ) as all_reports
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
    into: { daily: ALL },
  }
}

/** The latest review of each user and mentor, and the number and stars of each mentor's reviews. */
function reviews({ fresh }: Source): SumChanges {
  const known = lookUp('reviews k', 'k.mentor_id = t.mentor_id and k.user_id = t.user_id')
  return {
    steps: [
      `reported as (
        select distinct on (subject_id, user_id)
          subject_id as mentor_id, user_id, amount as rating, at, id as event_id
        from ${fresh} where type = 'mentor_reviewed'
        order by subject_id, user_id, at desc, id desc
      )`,
      `newer as materialized (
        select t.*, r.rating as was_rating
        from reported t left join ${known} r on true
        where r.mentor_id is null or (t.at, t.event_id) > (r.at, r.event_id)
      )`,
      stored('reviews', ['mentor_id', 'user_id'], ['rating', 'at', 'event_id'], 'newer'),
    ],
    changes: `select mentor_id, (was_rating is null)::int as n,
      rating - coalesce(was_rating, 0) as stars
      from newer`,
    into: { mentor_ratings: ALL },
  }
}
