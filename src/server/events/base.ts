import type { ClientBase } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import { FACTS } from './apply.ts'
import { DERIVED } from './beside.ts'
import { IS_REPORT, REACHED } from './progress.ts'
import type { Month } from './recount-steps.ts'
import { dayIn, type Source } from './source.ts'

/** Which events are kept, and up to when they stand in the base. */
export interface Kept {
  /** None of before is taken any more; undefined where all are. */
  keptFrom: string | undefined
  /** The same in milliseconds since 1970. */
  keptFromMs: number | undefined
  /** Since when that is said, in milliseconds. */
  saidAt: number
  /** Events of before are counted in the base, and leave; '-infinity' where none are. */
  countedUntil: string
}

/** Reads it. */
export async function readKept(client: Pick<ClientBase, 'query'>): Promise<Kept> {
  const { rows } = await client.query<Kept>(
    `select kept_from::text as "keptFrom", (extract(epoch from kept_from) * 1000)::float8 as "keptFromMs",
       (extract(epoch from said_at) * 1000)::float8 as "saidAt",
       coalesce(counted_until, '-infinity')::text as "countedUntil" from events_kept`,
  )
  return (
    rows[0] ?? { keptFrom: undefined, keptFromMs: undefined, saidAt: 0, countedUntil: '-infinity' }
  )
}

/**
 * SQL of reports of enrolments that are counted already: those of stored events `s` that fit, and those that are kept of
 * events that left.
 */
export function earlierReports(where: string): string {
  const columns = 'subject_id, user_id, type, at, amount'
  return `(select ${columns} from events s where ${where} union all select ${columns} from base_reports) as e`
}

/** Fills empty tables of figures, by the name that they have, with what left events counted for. */
export async function beginWithBase(
  client: ClientBase,
  of: (table: string) => string,
): Promise<void> {
  for (const { name } of DERIVED)
    await client.query(`insert into ${of(name)} select * from base_${name}`)
}

/** Counts a month into the base, in a transaction that sees one moment; whatever is before it is there. */
export async function addToBase(
  client: ClientBase,
  zone: string,
  { since, until }: Month,
): Promise<void> {
  const dayOf = dayIn(quote(zone))
  const within = `at >= timestamptz ${quote(since)} and at < timestamptz ${quote(until)}`
  const source: Source = {
    client,
    fresh: `(select s.*, ${dayOf('s.at')} as day from events s where ${within}) as stored`,
    earlier: earlierReports('false'),
    dayOf,
    of: (table) => `base_${table}`,
  }
  await client.query("set local work_mem = '64MB'")
  for (const { count } of FACTS) await count(source)
  await keepReports(client, dayOf, within, until)
  await client.query('update events_kept set counted_until = $1', [until])
}

/** A day of the reporting zone may go on in the next month: its reports are kept apart. */
async function keepReports(
  client: ClientBase,
  dayOf: Source['dayOf'],
  within: string,
  until: string,
): Promise<void> {
  const last = dayOf(`(timestamptz ${quote(until)} - interval '1 millisecond')`)
  await client.query(
    `create temp table reports on commit drop as
     select distinct on (subject_id, user_id, is_last) subject_id, user_id, type, at, amount
     from (
       select subject_id, user_id, type, at, amount, ${dayOf('at')} = ${last} as is_last, ${REACHED}
       from (
         select subject_id, user_id, type, at, amount from base_reports
         union all
         select subject_id, user_id, type, at, amount from events where ${IS_REPORT} and ${within}
       ) as told
     ) as high
     order by subject_id, user_id, is_last, reached desc, at`,
  )
  await client.query(
    'delete from base_reports; insert into base_reports select * from reports; drop table reports',
  )
}
