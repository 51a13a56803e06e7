import pg from 'pg'
import { type Connection, createPool } from './pool.ts'

/** A replica that shows less than what was there so long ago is not read. */
export const MOST_BEHIND_MS = 5000
/** A statement that the replica does not answer within this goes to the primary. */
const ANSWER_MS = 3000
/** Long for one row by its key. */
const LOOK_MS = 1500
/** Connections at most. */
const SIZE = 4
/** Each server would write it; one in so long is enough for all. */
const BEAT_MS = 900
/** The primary writes the time there; what the replica shows of it says how far it is. */
const MARK = 'heartbeat'

const BEAT = `insert into marks (name, value) values ('${MARK}', extract(epoch from clock_timestamp())::text)
  on conflict (name) do update set value = excluded.value
  where marks.value::float8 < excluded.value::float8 - ${BEAT_MS / 1000}`
const NOW = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
const SEEN = `select value::float8 * 1000 as ms from marks where name = '${MARK}'`

/** How the replica is getting on, as the last look found it. */
export type ReplicaState =
  | { is: 'none' }
  | { is: 'read'; behindMs: number }
  | { is: 'behind'; behindMs: number }
  | { is: 'away'; why: string }

/**
 * Where exports and figures are read: from the replica while it answers and keeps up, and from the primary
 * otherwise. Who may read them was asked of the primary before.
 */
export interface LongReads {
  /** Runs one statement that only reads. What the replica does not answer the primary is asked. */
  rows<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** A pool whose connections are opened where long reads go at that moment; the caller ends it. */
  createPool(options: pg.PoolConfig): pg.Pool
  /**
   * One of those connections failed: until the next look the primary is read. Gives whether it was a replica's, so
   * that the same may be tried again.
   */
  failed(error: unknown): boolean
  /** Asks the replica how far it is. Throws when the primary does not answer. */
  look(): Promise<ReplicaState>
  state(): ReplicaState
  /** Its connections; undefined where there is no replica. */
  readonly pool: pg.Pool | undefined
  close(): Promise<void>
}

/** Without a replica everything is read from the primary. Nothing is read from one before the first look. */
export function createLongReads(
  primary: { connection: Connection; pool: pg.Pool },
  replica: Connection | undefined,
  onError: (error: Error) => void,
): LongReads {
  const pool =
    replica && createPool({ connection: replica, size: SIZE, answerMs: ANSWER_MS, onError })
  let state: ReplicaState = replica ? { is: 'away', why: 'not asked yet' } : { is: 'none' }
  const failed = (error: unknown) => {
    const wasRead = state.is === 'read'
    if (wasRead) state = { is: 'away', why: wordsOf(error) }
    return wasRead
  }
  const place = () => (replica && state.is === 'read' ? replica : primary.connection)
  return {
    pool,
    state: () => state,
    failed,
    async rows<Row extends object>(sql: string, values: readonly unknown[]) {
      if (pool && state.is === 'read') {
        try {
          return (await pool.query<Row>(sql, [...values])).rows
        } catch (error) {
          // A replica cancels what stands in the way of replaying, and may not know a new table yet.
          failed(error)
        }
      }
      return (await primary.pool.query<Row>(sql, [...values])).rows
    },
    createPool: (options) =>
      new pg.Pool({
        ...options,
        Client: class extends pg.Client {
          constructor() {
            super({ ...options, ...place() })
          }
        },
      }),
    async look() {
      if (!pool) return state
      await primary.pool.query(BEAT)
      const now = await oneTime(primary.pool, NOW)
      state = await oneTime(pool, SEEN).then(
        (seen) => judge(now - seen),
        (error: unknown) => ({ is: 'away', why: wordsOf(error) }),
      )
      return state
    },
    close: async () => pool?.end(),
  }
}

/** What the mark says to whoever may only read, in seconds; undefined where no server ever wrote it. */
export async function heartbeatOf(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<number | undefined> {
  const { rows } = await client.query<{ ms: number }>(SEEN)
  return rows[0] && rows[0].ms / 1000
}

function judge(difference: number): ReplicaState {
  const behindMs = Math.max(0, Math.round(difference))
  return { is: behindMs <= MOST_BEHIND_MS ? 'read' : 'behind', behindMs }
}

async function oneTime(pool: pg.Pool, text: string): Promise<number> {
  const asked = { text, query_timeout: LOOK_MS }
  const { rows } = await pool.query<{ ms: number }>(asked)
  const [row] = rows
  if (!row) throw new Error('It does not hold the records of this database.')
  return row.ms
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
