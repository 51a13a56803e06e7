import { setTimeout as pause } from 'node:timers/promises'
import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/services.ts'

export type Requests = ReturnType<typeof createRequests>

const MINUTE_MS = 60_000
const RHYTHM = { everyMs: 10_000, deadlineMs: 20_000 }
const PROBE_MS = 1000
/** The most minutes in memory. While the database is away, older ones are dropped. */
const MOST_PENDING = 120

/** Creates the service that counts the API's requests and probes the database, for the system status widget. */
export function createRequests({ pool }: Pick<Store, 'pool'>) {
  /** Counts that are not in the database yet, by minute. */
  let pending = new Map<string, { n: number; ms: number }>()
  let flushing = Promise.resolve()

  const add = (minute: string, n: number, ms: number) => {
    const sums = pending.get(minute) ?? { n: 0, ms: 0 }
    pending.set(minute, { n: sums.n + n, ms: sums.ms + ms })
  }

  const write = async () => {
    if (pending.size === 0) return
    const taken = pending
    pending = new Map()
    const rows = [...taken].map(([minute, sums]) => ({ minute, ...sums }))
    try {
      await pool.query(
        `insert into request_minutes as known (minute, n, failed, ms)
         select minute, n, 0, ms from jsonb_populate_recordset(null::request_minutes, $1)
         on conflict (minute) do update set n = known.n + excluded.n, ms = known.ms + excluded.ms`,
        [JSON.stringify(rows)],
      )
    } catch (error) {
      for (const [minute, { n, ms }] of [...taken].sort().slice(-MOST_PENDING)) add(minute, n, ms)
      throw error
    }
  }

  /** Adds the counts to the database, after earlier calls. If it throws, no count is lost. */
  const flush = (): Promise<void> => {
    flushing = flushing.catch(() => undefined).then(write)
    return flushing
  }

  return {
    flush,

    /** Counts one response in memory. @param ms until it started */
    note(ms: number): void {
      const now = Date.now()
      add(new Date(now - (now % MINUTE_MS)).toISOString(), 1, ms)
    },

    /** Returns the requests of the last 60 minutes. On a full disk, those that are not written yet are missing. */
    async lastHour(): Promise<{ count: number; avgMs: number | null }> {
      await flush().catch(() => undefined)
      const { rows } = await pool.query<{ count: number; avgMs: number | null }>(
        `select coalesce(sum(n), 0)::bigint as count, sum(ms) / sum(n)::float8 as "avgMs"
         from request_minutes where minute > $1`,
        [new Date(Date.now() - 60 * MINUTE_MS)],
      )
      return rows[0] ?? { count: 0, avgMs: null }
    },

    /** Returns the milliseconds until the database responded; null if it did not respond in time. */
    probe(): Promise<number | null> {
      const from = performance.now()
      const answer = pool.query('select 1').then(
        () => performance.now() - from,
        () => null,
      )
      return Promise.race([answer, pause(PROBE_MS, null, { ref: false })])
    },

    start(background: Background): void {
      background.schedule('count requests', RHYTHM, flush)
    },

    /** Deletes minutes that are no longer read. */
    async sweep(): Promise<void> {
      await pool.query(`delete from request_minutes where minute < now() - interval '48 hours'`)
    },
  }
}
