import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { databaseCode } from '#server/db/pool.ts'
import { type EventQueue, IS_PENDING } from './event-queue.ts'
import { countEvents } from './rollups/index.ts'
import { dayIn, type Source } from './rollups/rollup-sql.ts'
import { foldUserCounts } from './user-counts.ts'
import { setLastLogins } from './user-tables.ts'
import { tryLockZone } from './zone.ts'

/** What a round counted. No batches: nothing was pending. */
export interface Rolled {
  batches: number
  events: number
}

/** How many batches a round takes: enough to be fast, few enough to be short. */
const MOST_BATCHES = 50

/**
 * The pool's limits are those of requests. The price of a sequential scan keeps the planner from reading whole tables
 * for a few events. `enable_seqscan = off` does not: before PostgreSQL 18 its price hides the differences between other
 * plans, and makes every statement worth compiling (docs/decisions/049-counting-events.md).
 * A round gives up soon when another transaction holds a user, and is tried again.
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
 * `only` limits it to these batches; otherwise it takes the oldest.
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
  const source: Source = {
    client,
    fresh: 'fresh',
    earlier: '(select * from events where (at, id) not in (select at, id from fresh)) as e',
    dayOf: dayIn(quote(zone)),
  }
  const rolled = await takeBatches(source, only)
  if (rolled.events > 0) {
    await countEvents(source)
    await setLastLogins(client, 'fresh', registry)
    await countByToken(client)
  }
  return rolled
}

/**
 * Moves events out of the queue into `events`, and those that were not there yet also into `fresh`. Of several with one
 * id and time the first acknowledged one counts. Events of a token are dropped once they are to be taken back.
 */
async function takeBatches(
  { client, dayOf }: Source,
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
     told as (
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
       from told
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
    `update service_tokens t set events = t.events + told.n
     from (select token_id, count(*) as n from fresh where token_id is not null group by 1) as told
     where t.id = told.token_id`,
  )
}

/**
 * Classes of SQLSTATE that the data of a batch causes, each time it is tried: wrong or repeated values, broken
 * constraints, values too large for an index. Other errors may pass by themselves.
 */
const OF_DATA = new Set(['21', '22', '23', '54'])

interface Round {
  /** Rolls these batches up, or the oldest, in a transaction. */
  roll(only?: readonly string[]): Promise<Rolled | undefined>
  queue: Pick<EventQueue, 'first' | 'setAside'>
  /** Takes a line of the log. */
  tell(line: object, words: string): void
}

/**
 * Runs one round. One bad batch would stop all others for ever: when a round fails for its data, it is repeated in
 * halves until the bad batch is alone, which is set aside and counts as done. Returns undefined when another roller is
 * at work.
 */
export async function rollRound({ roll, queue, tell }: Round): Promise<Rolled | undefined> {
  const rollThese = async (ids: readonly string[]): Promise<Rolled | undefined> => {
    try {
      return await roll(ids)
    } catch (error) {
      if (!isOfData(error)) throw error
      const [id] = ids
      if (ids.length > 1 || id === undefined) return rollHalves(ids)
      if (await queue.setAside(id, messageOf(error)))
        tell({ err: error, batch: id }, 'a batch of events cannot be counted and was set aside')
      return { batches: 1, events: 0 }
    }
  }
  const rollHalves = async (ids: readonly string[]): Promise<Rolled | undefined> => {
    const middle = Math.ceil(ids.length / 2)
    // The older half first: of two events with one id the first counts.
    const older = await rollThese(ids.slice(0, middle))
    const newer = older && (await rollThese(ids.slice(middle)))
    return newer && { batches: older.batches + newer.batches, events: older.events + newer.events }
  }
  try {
    return await roll()
  } catch (error) {
    if (!isOfData(error)) throw error
    const ids = await queue.first(MOST_BATCHES)
    return ids.length === 0 ? { batches: 0, events: 0 } : await rollThese(ids)
  }
}

function isOfData(error: unknown): boolean {
  return OF_DATA.has(databaseCode(error)?.slice(0, 2) ?? '')
}

function messageOf(error: unknown): string {
  return `${databaseCode(error)}: ${error instanceof Error ? error.message : String(error)}`
}
