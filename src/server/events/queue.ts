import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { LearnerEvent } from '#contract/events.ts'
import { ANSWER_MS } from '#server/db/pool.ts'

/** SQL of the batches that wait to be rolled up. */
export const IS_PENDING = 'failed_at is null'

/** All that a person does is counted by one roller at a time: it waits by the last digit of the person's id. */
function shardOf(user: string): number {
  return Number.parseInt(user.slice(-1), 16)
}

/** What waits to be counted, and for how long. */
export interface Backlog {
  /** Batches, MOST_TOLD at most. */
  waiting: number
  /** Batches that were set aside. */
  aside: number
  /** How long the oldest has been waiting, by the database's clock. */
  seconds: number
}

/** Batches of events that are acknowledged and not yet counted, oldest first. */
export interface Queue {
  /** Adds a batch, for good, as one for each shard of people, with the id of the token that it was sent with. */
  add(events: readonly LearnerEvent[], token?: string): Promise<void>
  /** Since when the oldest has been waiting, in milliseconds; undefined when none is. */
  pendingSince(): Promise<number | undefined>
  backlog(): Promise<Backlog>
  /** The ids of the first of those that wait. */
  first(most: number): Promise<string[]>
  /** Takes a batch out of the queue without losing it. False when it was gone already. */
  setAside(id: string, why: string): Promise<boolean>
  /** How many are set aside. */
  countAside(): Promise<number>
  /** Puts all that are set aside back. Gives how many. */
  putBack(): Promise<number>
}

/** Answered at once, or the connection is no good. */
const SINCE = {
  text: `select (extract(epoch from received_at) * 1000)::float8 as since from event_batches where ${IS_PENDING} order by id limit 1`,
  query_timeout: ANSWER_MS,
}

const MOST_TOLD = 10_000
const BACKLOG = {
  text: `select
    (select count(*) from (select from event_batches where ${IS_PENDING} limit ${MOST_TOLD}) as w) as waiting,
    (select count(*) from event_batches where failed_at is not null) as aside,
    coalesce((select extract(epoch from now() - received_at)::float8 from event_batches
      where ${IS_PENDING} order by id limit 1), 0) as seconds`,
  query_timeout: ANSWER_MS,
}

/** `rolling` asks for the roller, `pool` for everybody else. */
export function createQueue(pool: Pool, rolling: Pool): Queue {
  return {
    async add(events, token) {
      const shards = new Map<number, LearnerEvent[]>()
      for (const event of events) {
        const shard = shardOf(event.user)
        const there = shards.get(shard)
        if (there) there.push(event)
        else shards.set(shard, [event])
      }
      await pool.query(
        `insert into event_batches (id, events, shard, token_id)
         select id, events::jsonb, shard, $4::uuid
         from unnest($1::uuid[], $2::text[], $3::smallint[]) as b(id, events, shard)`,
        [
          Array.from(shards, () => uuidv7()),
          Array.from(shards.values(), (some) => JSON.stringify(some)),
          Array.from(shards.keys()),
          token,
        ],
      )
    },

    async pendingSince() {
      const { rows } = await rolling.query<{ since: number }>(SINCE)
      return rows[0]?.since
    },

    async backlog() {
      const { rows } = await rolling.query<Backlog>(BACKLOG)
      return rows[0] ?? { waiting: 0, aside: 0, seconds: 0 }
    },

    async first(most) {
      const { rows } = await rolling.query<{ id: string }>(
        `select id from event_batches where ${IS_PENDING} order by id limit $1`,
        [most],
      )
      return rows.map(({ id }) => id)
    },

    async setAside(id, why) {
      const { rowCount } = await rolling.query(
        `update event_batches set attempts = attempts + 1, failed_at = now(), error = $2
         where id = $1 and ${IS_PENDING}`,
        [id, why],
      )
      return rowCount === 1
    },

    async countAside() {
      const { rows } = await pool.query<{ n: number }>(
        'select count(*) as n from event_batches where failed_at is not null',
      )
      return rows[0]?.n ?? 0
    },

    async putBack() {
      const { rowCount } = await pool.query(
        'update event_batches set failed_at = null where failed_at is not null',
      )
      return rowCount ?? 0
    },
  }
}
