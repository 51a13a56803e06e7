import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { LearnerEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { ANSWER_MS, databaseCode, inTransaction } from '#server/db/pool.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/services.ts'
import { takeBackNext } from './rebuild.ts'
import { countEvents, dayIn } from './rollups.ts'
import { foldUserCounts, setLastLogins } from './user-counts.ts'
import { tryLockZone } from './zone.ts'

export interface Backlog {
  /** The number of waiting batches, at most MOST_WAITING. */
  waiting: number
  /** The number of batches that were set aside because they failed. */
  aside: number
  /** Age of the oldest waiting batch, by the database's clock; 0 if none is waiting. */
  seconds: number
}

const IS_PENDING = 'failed_at is null'
const AGE = `select extract(epoch from now() - received_at)::float8
  from event_batches where ${IS_PENDING} order by id limit 1`
const MOST_WAITING = 10_000
/** The response is immediate, or the connection is broken. */
const BACKLOG = {
  text: `select
    (select count(*) from (select from event_batches where ${IS_PENDING} limit ${MOST_WAITING}) as w) as waiting,
    (select count(*) from event_batches where failed_at is not null) as aside,
    coalesce((${AGE}), 0) as seconds`,
  query_timeout: ANSWER_MS,
}
/** Reads one batch, unlike the backlog, because each run of the job executes it. */
const PENDING = {
  text: `select (${AGE}) as seconds, exists (select from daily_changes) as "hasUserCounts"`,
  query_timeout: ANSWER_MS,
}

/** Batches of this server wake the job immediately. The schedule is for batches that another server left. */
const ROLLING = { everyMs: 15_000, afterFailureMs: 5000, deadlineMs: 120_000 }
const TAKING_BACK = { everyMs: 30_000, deadlineMs: 2 * 60 * 60_000 }
const BUSY_MS = 100
/** Figures must follow within seconds, so a batch that waits longer is logged. */
const LATE_MS = 30_000

export type Facts = ReturnType<typeof createFacts>

/**
 * Creates the service that stores batches of events and counts them into the rollups that figures are read from. It has
 * connections of its own.
 */
export function createFacts({
  store,
  registry,
  tell,
}: {
  store: Pick<Store, 'pool' | 'rolling' | 'connection'>
  registry: readonly Resource[]
  tell(line: object, words: string): void
}) {
  const { pool, rolling } = store
  const tally = { accepted: 0, counted: 0 }
  let wakeRoller: () => void = () => undefined
  let wakeTakeBack: () => void = () => undefined

  /** Counts the oldest batches. Returns undefined if another transaction is counting. */
  const roll = async (signal?: AbortSignal) => {
    const limits = { deadlineMs: ROLLING.deadlineMs, signal }
    const rolled = await inTransaction(rolling, (tx) => rollBatches(tx, registry), limits)
    tally.counted += rolled?.events ?? 0
    for (const one of rolled?.aside ?? []) tell(one, 'counting a batch of events failed, set aside')
    return rolled
  }

  /** Counts all pending batches. Returns the number of new events. */
  const rollUp = async (): Promise<number> => {
    for (let total = 0; ; ) {
      const rolled = await roll()
      if (rolled?.batches === 0) return total
      if (!rolled) await pause(BUSY_MS)
      total += rolled?.events ?? 0
    }
  }

  const backlog = async (): Promise<Backlog> => {
    const { rows } = await rolling.query<Backlog>(BACKLOG)
    return rows[0] ?? { waiting: 0, aside: 0, seconds: 0 }
  }

  /** Deletes the events of one token for which that was requested. Returns whether there was one. */
  const takeBack = (signal?: AbortSignal) => takeBackNext(store, registry, signal)

  return {
    /** Stores a batch, with the id of the token that sent it. Its figures follow within about a second. */
    async accept(events: readonly LearnerEvent[], token?: string): Promise<void> {
      await pool.query('insert into event_batches (id, events, token_id) values ($1, $2, $3)', [
        uuidv7(),
        JSON.stringify(events),
        token,
      ])
      tally.accepted += events.length
      wakeRoller()
    },

    rollUp,

    /** Counts pending and failed batches. Returns the number of failed batches before and after. */
    async retry() {
      const { rowCount } = await pool.query(
        'update event_batches set failed_at = null where failed_at is not null',
      )
      const events = await rollUp()
      return { batches: rowCount ?? 0, events, aside: (await backlog()).aside }
    },

    backlog,
    /** The number of events that this server accepted, and of new events that it counted. */
    tally: tally as Readonly<typeof tally>,
    takeBack,
    /** Wakes the job that deletes a token's events. Call it after the request is committed. */
    takeBackSoon: () => wakeTakeBack(),

    start(background: Background): void {
      const startedAt = Date.now()
      let isLate = false
      wakeRoller = background.schedule('count events', ROLLING, async (signal) => {
        const { rows } = await rolling.query<{ seconds: number | null; hasUserCounts: boolean }>(
          PENDING,
        )
        const { seconds = null, hasUserCounts = false } = rows[0] ?? {}
        // Ignores the time before this server started.
        const ms = Math.min((seconds ?? 0) * 1000, Date.now() - startedAt)
        if (ms > LATE_MS && !isLate) tell({ ms }, 'events are waiting too long, figures are behind')
        if (seconds === null && isLate) tell({}, 'all events are counted, figures are current')
        isLate = seconds !== null && (isLate || ms > LATE_MS)
        if (seconds === null && !hasUserCounts) return false
        const rolled = await roll(signal)
        // Another transaction is counting, and may have missed the last batches.
        if (!rolled) wakeRoller()
        return rolled !== undefined && rolled.batches > 0
      })
      wakeTakeBack = background.schedule('delete events of revoked tokens', TAKING_BACK, takeBack)
    },
  }
}

/** The number of batches in a run, and of new events. Without batches, nothing was pending. */
interface Rolled {
  batches: number
  events: number
  /** The batches that failed, and why. */
  aside: { batch: string | undefined; err: Error }[]
}

/** The most batches of a run: enough to be fast, few enough to be short. */
const MOST_BATCHES = 50
/**
 * Classes of SQLSTATE that the data of a batch causes on every try: invalid or repeated values, violated constraints,
 * values too large for an index. Other errors may be temporary.
 */
const OF_DATA = new Set(['21', '22', '23', '54'])

/**
 * Replaces the pool's limits, which are those of requests. The cost of a sequential scan keeps the planner from reading
 * whole tables for a few events. Before PostgreSQL 18, `enable_seqscan = off` would hide the differences between other
 * plans. A run gives up soon if another transaction locks a user, and is retried.
 */
const SETTINGS = `
  set local statement_timeout = '60s';
  set local lock_timeout = '800ms';
  set local seq_page_cost = 100;
  set local random_page_cost = 1`

/**
 * Counts the oldest pending batches in the caller's transaction. If the data of one fails, retries with half of them,
 * so that only bad batches are set aside. Only the transaction that locks the reporting time zone may count. Returns
 * undefined if another one holds that lock.
 */
export async function rollBatches(
  client: ClientBase,
  registry: readonly Resource[],
): Promise<Rolled | undefined> {
  await client.query(SETTINGS)
  const zone = await tryLockZone(client)
  if (!zone) return undefined
  await foldUserCounts(client)
  const { rows } = await client.query<{ id: string }>(
    `select id from event_batches where ${IS_PENDING} order by id limit ${MOST_BATCHES}`,
  )
  const aside: Rolled['aside'] = []
  let size = rows.length
  while (aside.length < rows.length) {
    const ids = rows.slice(aside.length, aside.length + size).map(({ id }) => id)
    await client.query('savepoint round')
    try {
      const events = await countBatches(client, registry, zone, ids)
      return { batches: aside.length + ids.length, events, aside }
    } catch (err) {
      const code = databaseCode(err) ?? ''
      if (!(err instanceof Error && OF_DATA.has(code.slice(0, 2)))) throw err
      await client.query('rollback to savepoint round')
      if (ids.length === 1) {
        await client.query(
          `update event_batches set attempts = attempts + 1, failed_at = now(), error = $2
           where id = $1`,
          [ids[0], `${code}: ${err.message}`],
        )
        aside.push({ batch: ids[0], err })
      }
      size = Math.ceil(ids.length / 2)
    }
  }
  return { batches: aside.length, events: 0, aside }
}

/**
 * Moves events from the queue into `events`, and counts the new ones into every rollup. Returns their number. If
 * several events have the same id and time, the first accepted one counts. Drops events of a token whose events are
 * being deleted.
 */
async function countBatches(
  client: ClientBase,
  registry: readonly Resource[],
  zone: string,
  ids: readonly string[],
): Promise<number> {
  const dayOf = dayIn(quote(zone))
  await client.query('create temp table fresh (like events, day date) on commit drop')
  const { rowCount } = await client.query(
    `with taken as (
       delete from event_batches where id = any($1) returning id, events, token_id
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
     )
     insert into fresh select stored.*, ${dayOf('at')} from stored`,
    [ids],
  )
  if (!rowCount) return 0
  await client.query('analyze fresh')
  await countEvents(client, {
    fresh: 'fresh',
    earlier: '(select * from events where (at, id) not in (select at, id from fresh)) as e',
    dayOf,
  })
  await setLastLogins(client, 'fresh', registry)
  await client.query(
    `update service_tokens t set events = t.events + sent.n
     from (select token_id, count(*) as n from fresh where token_id is not null group by 1) as sent
     where t.id = sent.token_id`,
  )
  return rowCount
}
