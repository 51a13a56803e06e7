import type { Client } from 'pg'
import { makeMonths } from '#server/db/event-months.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { letMonthsLeave } from '#server/events/leave.ts'

/** All events in one table, in a schema of its own, so that those that are measured stay as they are. */
const SCHEMA = 'growth_attach'
const FUNCTIONS = ['event_months', 'make_event_months', 'make_events_parent', 'attach_events']
const WRITE_MS = 10

/** How long something took over all events, and how long at most somebody waited who wrote one meanwhile. */
interface OverAll {
  ms: number
  longestWriteMs: number
}

/** Puts all events, in one table as a release had it that knew no months, into months while somebody writes. */
export async function attachAll(connection: Connection): Promise<OverAll> {
  const [client, writer] = [await connectAlone(connection, 0), await connectAlone(connection)]
  try {
    await copyApart(client)
    for (const each of [client, writer]) await each.query(`set search_path = ${SCHEMA}`)
    const began = performance.now()
    const writing = writeOn(writer)
    await makeMonths(client, () => undefined)
    const ms = performance.now() - began
    return { ms, longestWriteMs: await writing.end() }
  } finally {
    await client.query(`drop schema if exists ${SCHEMA} cascade`)
    await Promise.all([client.end(), writer.end()])
  }
}

async function copyApart(client: Client): Promise<void> {
  const { rows } = await client.query<{ made: string; home: string }>(
    `select pg_get_functiondef(p.oid) as made, n.nspname as home
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.proname = any($1) and n.nspname = current_schema()`,
    [FUNCTIONS],
  )
  await client.query(`create schema ${SCHEMA}`)
  for (const { made, home } of rows)
    await client.query(made.replace(`FUNCTION ${home}.`, `FUNCTION ${SCHEMA}.`))
  await client.query(`create table ${SCHEMA}.events (like events including defaults)`)
  await client.query(`insert into ${SCHEMA}.events select * from events`)
  await client.query(`alter table ${SCHEMA}.events add constraint events_pkey primary key (id)`)
  await client.query(`create index events_telling on ${SCHEMA}.events (at, id)
    where type in ('mission_assigned', 'mission_completed', 'protocol_enrolled', 'protocol_completed',
      'mentor_assigned', 'mentor_reviewed')`)
  await client.query(`create index events_subject on ${SCHEMA}.events (subject_id, user_id)
    where subject_id is not null`)
  await client.query(`vacuum (analyze) ${SCHEMA}.events`)
}

/** Writes an event again and again until it is told to end; gives how long the longest took. */
function writeOn(client: Client): { end(): Promise<number> } {
  let [isOver, longest] = [false, 0]
  const writing = (async () => {
    while (!isOver) {
      const began = performance.now()
      await client.query(
        `insert into events (id, type, user_id, at, feature)
         values (gen_random_uuid(), 'feature_used', gen_random_uuid(), now(), 'Map')`,
      )
      longest = Math.max(longest, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, WRITE_MS))
    }
    return longest
  })()
  return {
    end() {
      isOver = true
      return writing
    },
  }
}

/** Lets all months leave but the last ones, into files. Gives how long it took, and how many events left. */
export async function leaveAll(
  connection: Connection,
  archive: string,
): Promise<{ ms: number; left: number }> {
  const client = await connectAlone(connection)
  const count = async () =>
    Number((await client.query<{ n: string }>('select count(*) as n from events')).rows[0]?.n)
  try {
    const before = await count()
    const began = performance.now()
    const once = { connection, months: 1, archive, patienceMs: 0, tell: () => undefined }
    await letMonthsLeave(once)
    const ms = performance.now() - began
    return { ms, left: before - (await count()) }
  } finally {
    await client.end()
  }
}
