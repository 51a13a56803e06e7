import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { LearnerEvent } from '#contract/events.ts'
import { ANSWER_MS } from '#server/db/pool.ts'

/** SQL of the batches that wait to be rolled up. */
export const IS_PENDING = 'failed_at is null'

/** The batches that are not counted yet. */
export interface Backlog {
  /** Waiting batches, MOST_WAITING at most. */
  waiting: number
  /** Batches that were set aside. */
  aside: number
  /** Age of the oldest waiting batch, by the database's clock. */
  seconds: number
  /** True when writes of users wait to be counted. */
  hasUserCounts: boolean
}

const MOST_WAITING = 10_000
/** Answered at once, or the connection is broken. */
const BACKLOG = {
  text: `select
    (select count(*) from (select from event_batches where ${IS_PENDING} limit ${MOST_WAITING}) as w) as waiting,
    (select count(*) from event_batches where failed_at is not null) as aside,
    coalesce((select extract(epoch from now() - received_at)::float8
      from event_batches where ${IS_PENDING} order by id limit 1), 0) as seconds,
    exists (select from daily_changes) as "hasUserCounts"`,
  query_timeout: ANSWER_MS,
}

/** What the roller has to do. */
interface Pending {
  /** Age of the oldest waiting batch, by the database's clock. Undefined if none is waiting. */
  seconds: number | undefined
  /** True when writes of users wait to be counted. */
  hasUserCounts: boolean
}

/** Unlike the backlog, it reads one batch: the roller asks at each round. */
const PENDING = {
  text: `select
    (select extract(epoch from now() - received_at)::float8
      from event_batches where ${IS_PENDING} order by id limit 1) as seconds,
    exists (select from daily_changes) as "hasUserCounts"`,
  query_timeout: ANSWER_MS,
}

export type EventQueue = ReturnType<typeof createEventQueue>

/**
 * Batches of events that are acknowledged and not counted yet, oldest first. The roller queries on `rolling`, and
 * everything else on `pool`.
 */
export function createEventQueue(pool: Pool, rolling: Pool) {
  return {
    /** Stores a batch for good, with the id of the token that sent it. */
    async add(events: readonly LearnerEvent[], token?: string): Promise<void> {
      await pool.query('insert into event_batches (id, events, token_id) values ($1, $2, $3)', [
        uuidv7(),
        JSON.stringify(events),
        token,
      ])
    },

    async backlog(): Promise<Backlog> {
      const { rows } = await rolling.query<Backlog>(BACKLOG)
      return rows[0] ?? { waiting: 0, aside: 0, seconds: 0, hasUserCounts: false }
    },

    async pending(): Promise<Pending> {
      const { rows } = await rolling.query<{ seconds: number | null; hasUserCounts: boolean }>(
        PENDING,
      )
      const [row] = rows
      return { seconds: row?.seconds ?? undefined, hasUserCounts: row?.hasUserCounts ?? false }
    },

    /** Returns the ids of the oldest waiting batches. */
    async first(most: number): Promise<string[]> {
      const { rows } = await rolling.query<{ id: string }>(
        `select id from event_batches where ${IS_PENDING} order by id limit $1`,
        [most],
      )
      return rows.map(({ id }) => id)
    },

    /** Takes a batch out of the queue without losing it. Returns false when it was gone already. */
    async setAside(id: string, why: string): Promise<boolean> {
      const { rowCount } = await rolling.query(
        `update event_batches set attempts = attempts + 1, failed_at = now(), error = $2
         where id = $1 and ${IS_PENDING}`,
        [id, why],
      )
      return rowCount === 1
    },

    /** Puts all batches that are set aside back. Returns how many. */
    async putBack(): Promise<number> {
      const { rowCount } = await pool.query(
        'update event_batches set failed_at = null where failed_at is not null',
      )
      return rowCount ?? 0
    },
  }
}
