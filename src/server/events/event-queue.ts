import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { LearnerEvent } from '#contract/events.ts'
import { ANSWER_MS } from '#server/db/pool.ts'

/** SQL of the batches that wait to be rolled up. */
export const IS_PENDING = 'failed_at is null'

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
export interface EventQueue {
  /** Stores a batch for good, with the id of the token that sent it. */
  add(events: readonly LearnerEvent[], token?: string): Promise<void>
  /** Returns what there is to do: since when the oldest batch waits (ms since 1970), and whether user counts do. */
  look(): Promise<{ since: number | null; hasUserCounts: boolean }>
  backlog(): Promise<Backlog>
  /** The ids of the oldest that wait. */
  first(most: number): Promise<string[]>
  /** Takes a batch out of the queue without losing it. False when it was gone already. */
  setAside(id: string, why: string): Promise<boolean>
  /** How many are set aside. */
  countAside(): Promise<number>
  /** Puts all that are set aside back. Returns how many. */
  putBack(): Promise<number>
}

const OLDEST = `from event_batches where ${IS_PENDING} order by id limit 1`

/** Answered at once, or the connection is broken. */
const LOOK = {
  text: `select (select (extract(epoch from received_at) * 1000)::float8 ${OLDEST}) as since,
    exists (select from daily_changes) as "hasUserCounts"`,
  query_timeout: ANSWER_MS,
}

const MOST_TOLD = 10_000
const BACKLOG = {
  text: `select
    (select count(*) from (select from event_batches where ${IS_PENDING} limit ${MOST_TOLD}) as w) as waiting,
    (select count(*) from event_batches where failed_at is not null) as aside,
    coalesce((select extract(epoch from now() - received_at)::float8 ${OLDEST}), 0) as seconds`,
  query_timeout: ANSWER_MS,
}

/** The roller asks on `rolling`, everything else on `pool`. */
export function createEventQueue(pool: Pool, rolling: Pool): EventQueue {
  return {
    async add(events, token) {
      await pool.query('insert into event_batches (id, events, token_id) values ($1, $2, $3)', [
        uuidv7(),
        JSON.stringify(events),
        token,
      ])
    },

    async look() {
      const { rows } = await rolling.query<{ since: number | null; hasUserCounts: boolean }>(LOOK)
      return rows[0] ?? { since: null, hasUserCounts: false }
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
