import type { ClientBase } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import { addGathered, MAKE_GATHERED } from './add-to.ts'
import { FACTS } from './apply.ts'
import { earlierReports } from './base.ts'
import { TOTALS } from './fact-totals.ts'
import { setLastLogins } from './last-login.ts'
import { IS_PENDING } from './queue.ts'
import { readRecounting } from './recount-steps.ts'
import type { LastLogins } from './registry.ts'
import { MOST_BATCHES } from './rounds.ts'
import { cutUp, holdShards } from './shards.ts'
import { dayIn, type Source } from './source.ts'
import { lockZone } from './zone.ts'

export interface RollOptions {
  /** The users' table. */
  users: string
  lastLogins: LastLogins
  /** Whether to wait for another roller, or leave the work to it. */
  mode: 'wait' | 'try'
  /** These batches alone; without it the first of the queue. */
  only?: readonly string[] | undefined
}

/** What a round did. No batches: nothing was pending, or other rollers are at it. */
export interface Rolled {
  batches: number
  events: number
}

/**
 * The pool's limits are those of requests. For a few events no table is to be read whole: that is told by
 * its price, for a plan that is forbidden (enable_seqscan) costs so much before PostgreSQL 18 that others
 * beside it look alike, and that every statement is worth compiling
 * (docs/decisions/023-one-zone-and-no-stuck-queue.md).
 */
const SETTINGS = `
  set local statement_timeout = '60s';
  set local lock_timeout = '30s';
  set local seq_page_cost = 100;
  set local random_page_cost = 1`

/**
 * Rolls up some pending batches in the caller's transaction: stores the events that are new, counts
 * them into every fact, and takes the batches off the queue. All of it happens, or nothing. Several rollers are at work
 * at once, over all servers: each holds the shards of people that it counts, and shares the mark of the reporting time
 * zone. What they both write, the sums, is written last and in one order.
 */
export async function rollBatches(
  client: ClientBase,
  { users, lastLogins, mode, only }: RollOptions,
): Promise<Rolled> {
  await client.query(SETTINGS)
  const zone = await lockZone(client, mode, 'shared')
  if (!zone) return { batches: 0, events: 0 }
  const recounting = await readRecounting(client)
  // Figures are about to be exchanged.
  if (mode === 'try' && recounting?.doneUntil === 'infinity') return { batches: 0, events: 0 }
  const cut = await cutUp(client, only)
  const shards = await holdShards(client, mode, only)
  if (shards.length === 0) return { batches: cut, events: 0 }
  // Whoever holds a user for longer may be waiting for the mark; a round that gives up is tried again.
  await client.query("set local lock_timeout = '800ms'")
  const source: Source = {
    client,
    fresh: 'fresh',
    earlier: earlierReports('(at, id) not in (select at, id from fresh)'),
    dayOf: dayIn(quote(zone)),
    of: (table) => table,
    gathers: true,
  }
  const rolled = await takeBatches(source, shards, only)
  if (rolled.events > 0) {
    for (const { count } of FACTS) await count(source)
    await setLastLogins(source, users, lastLogins)
    await addGathered(client, TOTALS)
    await countByToken(client)
    if (recounting) await noteLate(client)
  }
  return { ...rolled, batches: rolled.batches + cut }
}

/**
 * Moves events out of the queue into `events`; those that were not there yet also into `fresh`. Of several of one
 * id and time the first that was acknowledged counts, by its place in its batch too. What came with a token whose events are
 * taken back is dropped (take-back.ts), and so is what is of a month that left.
 */
async function takeBatches(
  { client, dayOf }: Source,
  shards: readonly number[],
  only: readonly string[] | undefined,
): Promise<Rolled> {
  await client.query(
    `create temp table sent (
       id uuid, type text, user_id uuid, at timestamptz(3), subject_id uuid, session_id uuid,
       feature text, amount smallint, token_id uuid
     ) on commit drop;
     create temp table fresh (
       id uuid, type text, user_id uuid, at timestamptz(3), subject_id uuid, session_id uuid,
       feature text, amount smallint, day date, token_id uuid
     ) on commit drop;
     ${MAKE_GATHERED}`,
  )
  const taken = await client.query<{ batches: number }>(
    `with taken as (
       delete from event_batches where id in (
         select id from event_batches
         where shard = any($1) and ${IS_PENDING} and ($2::uuid[] is null or id = any($2))
         order by id limit ${MOST_BATCHES} for update skip locked
       ) returning id, events, token_id
     ),
     told as (
       select distinct on (e."timestamp", e.id) e.*, taken.token_id from taken, rows from (jsonb_to_recordset(taken.events) as (
         id uuid, "eventType" text, "user" uuid, "timestamp" timestamptz(3), session uuid,
         feature text, mission uuid, protocol uuid, mentor uuid, progress smallint, rating smallint
       )) with ordinality as e
       where not exists (
         select from service_tokens t where t.id = taken.token_id and t.take_back_at is not null
       ) and e."timestamp" >= coalesce((select counted_until from events_kept), '-infinity')
       order by e."timestamp", e.id, taken.id, e.ordinality
     ),
     listed as (
       insert into sent (id, type, user_id, at, subject_id, session_id, feature, amount, token_id)
       select id, "eventType", "user", "timestamp", coalesce(mission, protocol, mentor), session,
         feature, coalesce(progress, rating), token_id
       from told
     )
     select count(*) as batches from taken`,
    [shards, only ?? null],
  )
  await makeMonthsOf(client)
  const { rows } = await client.query<{ events: number }>(
    `with stored as (
       insert into events (id, type, user_id, at, subject_id, session_id, feature, amount, token_id)
       select id, type, user_id, at, subject_id, session_id, feature, amount, token_id
       from sent order by at, id
       on conflict do nothing
       returning *
     ),
     listed as (
       insert into fresh (id, type, user_id, at, subject_id, session_id, feature, amount, day, token_id)
       select id, type, user_id, at, subject_id, session_id, feature, amount, ${dayOf('at')}, token_id
       from stored
     )
     select count(*) as events from stored`,
  )
  await client.query('analyze fresh')
  return { batches: taken.rows[0]?.batches ?? 0, events: rows[0]?.events ?? 0 }
}

/** Rollers share the rows of tokens, too: they are written last, in their order. */
async function countByToken(client: ClientBase): Promise<void> {
  await client.query(
    `with told as (
       select token_id, count(*) as n from fresh where token_id is not null group by 1
     ),
     held as (
       select t.id from service_tokens t join told on told.token_id = t.id order by t.id for update of t
     )
     update service_tokens t set events = t.events + told.n
     from held join told on told.token_id = held.id where t.id = held.id`,
  )
}

/** Whoever counts everything anew meanwhile has passed by these, or will. */
async function noteLate(client: ClientBase): Promise<void> {
  await client.query(
    `insert into next_late (id, type, user_id, at, subject_id, session_id, feature, amount)
     select id, type, user_id, at, subject_id, session_id, feature, amount from fresh`,
  )
}

/** A month of which nothing was ever told has no part of `events` yet. */
async function makeMonthsOf(client: ClientBase): Promise<void> {
  await client.query(
    `select make_event_months(month, month) from (
       select distinct date_trunc('month', at at time zone 'UTC') at time zone 'UTC' as month from sent
     ) as told
     where not exists (
       select from event_months() m where coalesce(m.since <= month, true) and month < m.until
     )`,
  )
}
