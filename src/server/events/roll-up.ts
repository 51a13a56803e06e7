import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { IS_PENDING } from './event-queue.ts'
import { countEvents, dayIn } from './rollups.ts'
import { foldUserCounts, setLastLogins } from './user-counts.ts'
import { tryLockZone } from './zone.ts'

/** The batches of a round, and their new events. No batches: nothing was pending. */
export interface Rolled {
  batches: number
  events: number
}

/** The most batches of a round: enough to be fast, few enough to be short. */
export const MOST_BATCHES = 50

/**
 * The pool's limits are those of requests. The cost of a sequential scan keeps the planner from reading whole tables
 * for a few events. `enable_seqscan = off` would hide the differences between other plans before PostgreSQL 18 (decision
 * 049). A round gives up soon when another transaction holds a user, and is retried.
 */
const SETTINGS = `
  set local statement_timeout = '60s';
  set local lock_timeout = '800ms';
  set local seq_page_cost = 100;
  set local random_page_cost = 1`

/**
 * Rolls up pending batches in the caller's transaction: stores the events that are new, counts them into every rollup,
 * and takes the batches off the queue. Only one roller works at a time, over all servers: the one that locks the
 * reporting time zone. Returns undefined when another one holds that lock.
 * @param only ids of the batches; without them the oldest.
 */
export async function rollBatches(
  client: ClientBase,
  registry: readonly Resource[],
  only?: readonly string[],
): Promise<Rolled | undefined> {
  await client.query(SETTINGS)
  const zone = await tryLockZone(client)
  if (!zone) return undefined
  await foldUserCounts(client)
  const dayOf = dayIn(quote(zone))
  const rolled = await takeBatches(client, dayOf, only)
  if (rolled.events > 0) {
    await countEvents(client, {
      fresh: 'fresh',
      earlier: '(select * from events where (at, id) not in (select at, id from fresh)) as e',
      dayOf,
    })
    await setLastLogins(client, 'fresh', registry)
    await countByToken(client)
  }
  return rolled
}

/**
 * Moves events out of the queue into `events`, and the new ones also into `fresh`. Of several events with one id and
 * time the first acknowledged one counts. Events of a token that is being taken back are dropped.
 */
async function takeBatches(
  client: ClientBase,
  dayOf: (instant: string) => string,
  only: readonly string[] | undefined,
): Promise<Rolled> {
  await client.query('create temp table fresh (like events, day date) on commit drop')
  const { rows } = await client.query<Rolled>(
    `with taken as (
       delete from event_batches where id in (
         select id from event_batches
         where ${IS_PENDING} and ($1::uuid[] is null or id = any($1))
         order by id limit ${MOST_BATCHES}
       ) returning id, events, token_id
     ),
     read as (
       select distinct on (e."timestamp", e.id) e.*, taken.token_id
       from taken, rows from (jsonb_to_recordset(taken.events) as (
         id uuid, "eventType" text, "user" uuid, "timestamp" timestamptz(3), session uuid,
         feature text, mission uuid, protocol uuid, mentor uuid, progress smallint, rating smallint
       )) with ordinality as e
       where not exists (
         select from service_tokens t where t.id = taken.token_id and t.take_back_at is not null
       )
       order by e."timestamp", e.id, taken.id, e.ordinality
     ),
     stored as (
       insert into events (id, type, user_id, at, subject_id, session_id, feature, amount, token_id)
       select id, "eventType", "user", "timestamp", coalesce(mission, protocol, mentor), session,
         feature, coalesce(progress, rating), token_id
       from read
       on conflict do nothing
       returning *
     ),
     listed as (
       insert into fresh (id, type, user_id, at, subject_id, session_id, feature, amount, token_id, day)
       select id, type, user_id, at, subject_id, session_id, feature, amount, token_id, ${dayOf('at')}
       from stored
     )
     select (select count(*) from taken) as batches, (select count(*) from stored) as events`,
    [only ?? null],
  )
  await client.query('analyze fresh')
  return rows[0] ?? { batches: 0, events: 0 }
}

async function countByToken(client: ClientBase): Promise<void> {
  await client.query(
    `update service_tokens t set events = t.events + sent.n
     from (select token_id, count(*) as n from fresh where token_id is not null group by 1) as sent
     where t.id = sent.token_id`,
  )
}
