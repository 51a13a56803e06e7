import type { Client } from 'pg'
import { inShortStep } from './migrate.ts'

/** Until these are there, an event of the next month would have to wait for its part to be made. */
const AHEAD = `interval '2 months'`

/** Whether `events` is to be put into months, or a month that comes soon is missing. */
export async function isMonthMissing(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select not exists (select from event_months() where until > now() + ${AHEAD}) as is`,
  )
  return rows[0]?.is === true
}

/**
 * Puts a large `events` into months while everybody works (0017-events-by-month.sql): what is there becomes the part
 * of all before a bound, after an index was built beside the work and the bound was proven. Then makes the months that
 * come. Each step may be repeated, and whatever was interrupted goes on.
 */
export async function makeMonths(client: Client, say: (line: string) => void): Promise<void> {
  if (!(await isByMonth(client))) {
    say('Putting events into months')
    await bind(client)
    await client.query('alter table events validate constraint events_until')
    await buildKey(client)
    await inShortStep(client, async () => {
      if (!(await isByMonth(client))) await client.query('select attach_events()')
    })
  }
  await inShortStep(client, () => client.query(`select make_event_months(now(), now() + ${AHEAD})`))
}

/** Whether `events` stands by month. */
async function isByMonth(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    "select relkind as kind from pg_class where oid = to_regclass('events')",
  )
  return rows[0]?.kind === 'p'
}

/** From here on no event is taken of the month after the next, or later: weeks to go. */
async function bind(client: Client): Promise<void> {
  await inShortStep(client, async () => {
    const { rows } = await client.query<{ bound: string; isBound: boolean }>(
      `select ((date_trunc('month', greatest(now(), (select max(at) from events)) at time zone 'UTC')
           + interval '2 months') at time zone 'UTC')::text as bound,
         exists (select from pg_constraint
           where conrelid = to_regclass('events') and conname = 'events_until') as "isBound"`,
    )
    const [found] = rows
    if (!found || found.isBound) return
    await client.query(
      `alter table events add constraint events_until
       check (at < timestamptz ${client.escapeLiteral(found.bound)}) not valid`,
    )
  })
}

/** The index that becomes the key; what an interrupted build left is no good. */
async function buildKey(client: Client): Promise<void> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('events_at_id')`,
  )
  if (rows[0]?.isValid) return
  if (rows[0]) await client.query('drop index concurrently events_at_id')
  await client.query('create unique index concurrently events_at_id on events (at, id)')
}
