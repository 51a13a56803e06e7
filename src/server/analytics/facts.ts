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
  /** Waiting batches, MOST_WAITING at most. */
  waiting: number
  /** Batches that were set aside. */
  aside: number
  /** Age of the oldest waiting batch, by the database's clock; 0 if none is waiting. */
  seconds: number
}

const IS_PENDING = 'failed_at is null'
const AGE = `select extract(epoch from now() - received_at)::float8
  from event_batches where ${IS_PENDING} order by id limit 1`
const MOST_WAITING = 10_000
/** Answered at once, or the connection is broken. */
const BACKLOG = {
  text: `select
    (select count(*) from (select from event_batches where ${IS_PENDING} limit ${MOST_WAITING}) as w) as waiting,
    (select count(*) from event_batches where failed_at is not null) as aside,
    coalesce((${AGE}), 0) as seconds`,
  query_timeout: ANSWER_MS,
}
/** Reads one batch, unlike the backlog: the roller asks at each round. */
const PENDING = {
  text: `select (${AGE}) as seconds, exists (select from daily_changes) as "hasUserCounts"`,
  query_timeout: ANSWER_MS,
}

/** Batches of this server wake the roller at once. The schedule is for those that another server left. */
const ROLLING = { everyMs: 15_000, afterFailureMs: 5000, deadlineMs: 120_000 }
const TAKING_BACK = { everyMs: 30_000, deadlineMs: 2 * 60 * 60_000 }
const BUSY_MS = 100
/** Figures are promised within seconds: a batch that waits for longer is worth a line in the log. */
const LATE_MS = 30_000

export type Facts = ReturnType<typeof createFacts>

/**
 * From an acknowledged batch of events to the rollups that figures are read from. The roller has connections of its own.
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

  /** Rolls up the oldest batches. Returns undefined when another roller is at work. */
  const roll = async (signal?: AbortSignal) => {
    const limits = { deadlineMs: ROLLING.deadlineMs, signal }
    const rolled = await inTransaction(rolling, (tx) => rollBatches(tx, registry), limits)
    tally.counted += rolled?.events ?? 0
    for (const one of rolled?.aside ?? [])
      tell(one, 'counting a batch of events failed, set aside')
    return rolled
  }

  /** Rolls up everything that is pending. Returns how many events were new. */
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

  /** Takes back the events of one token for which that was requested. Returns whether there was one. */
  const takeBack = (signal?: AbortSignal) => takeBackNext(store, registry, signal)

  return {
    /** Stores a batch for good, with the id of the token that sent it. Its figures follow within about a second. */
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

    /** Rolls up what is pending or set aside. Returns how many batches were set aside before, and how many still are. */
    async retry() {
      const { rowCount } = await pool.query(
        'update event_batches set failed_at = null where failed_at is not null',
      )
      const events = await rollUp()
      return { batches: rowCount ?? 0, events, aside: (await backlog()).aside }
    },

    backlog,
    /** How many events this server accepted, and how many new ones it counted. */
    tally: tally as Readonly<typeof tally>,
    takeBack,
    /** Wakes the job that takes events back, once a request for that is committed. */
    takeBackSoon: () => wakeTakeBack(),

    start(background: Background): void {
      const startedAt = Date.now()
      let isLate = false
      wakeRoller = background.schedule('count events', ROLLING, async (signal) => {
        const { rows } = await rolling.query<{ seconds: number | null; hasUserCounts: boolean }>(
          PENDING,
        )
        const { seconds = null, hasUserCounts = false } = rows[0] ?? {}
        // The time before this server started does not count.
        const ms = Math.min((seconds ?? 0) * 1000, Date.now() - startedAt)
        if (ms > LATE_MS && !isLate)
          tell({ ms }, 'events have been waiting to be counted: figures are behind')
        if (seconds === null && isLate) tell({}, 'all events are counted again')
        isLate = seconds !== null && (isLate || ms > LATE_MS)
        if (seconds === null && !hasUserCounts) return false
        const rolled = await roll(signal)
        // Another server is at work, and may have missed the last batches.
        if (!rolled) wakeRoller()
        return rolled !== undefined && rolled.batches > 0
      })
      wakeTakeBack = background.schedule('delete events of revoked tokens', TAKING_BACK, takeBack)
    },
  }
}

/** The batches of a round, and their new events. No batches: nothing was pending. */
interface Rolled {
  batches: number
  events: number
  /** The batches that were set aside, and why. */
  aside: { batch: string | undefined; err: Error }[]
}

/** The most batches of a round: enough to be fast, few enough to be short. */
const MOST_BATCHES = 50
/**
 * Classes of SQLSTATE that the data of a batch causes, each time it is tried: wrong or repeated values, broken
 * constraints, values too large for an index. Other errors may pass by themselves.
 */
const OF_DATA = new Set(['21', '22', '23', '54'])

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
 * Rolls up the oldest pending batches in the caller's transaction. If that fails for the data of one, tries half of
 * them, so that bad batches are set aside alone. Only one roller works at a time, over all servers: the one that locks
 * the reporting time zone. Returns undefined when another one holds that lock.
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
 * Moves events out of the queue into `events`, and counts the new ones into every rollup. Returns their number. Of
 * several events with one id and time the first acknowledged one counts. Events of a token that is being taken back are
 * dropped.
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
