import { setTimeout as pause } from 'node:timers/promises'
import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/services.ts'
import { sum } from './stats.ts'

export type Requests = ReturnType<typeof createRequests>

const MINUTE_MS = 60_000
const RHYTHM = { everyMs: 10_000, deadlineMs: 20_000 }
const PROBE_MS = 1000
const KEPT_HOURS = 48
/** While the database is away, older minutes than these are dropped. */
const MOST_PENDING = 120

interface Sums {
  n: number
  failed: number
  ms: number
}

/** Counts the API's requests over all servers, and probes the database, for the widget of the system's status. */
export function createRequests({ pool }: Pick<Store, 'pool'>) {
  /** Counts of this server that the database lacks, by minutes since 1970, the oldest first. */
  let pending = new Map<number, Sums>()
  let queue: Promise<unknown> = Promise.resolve()

  /** Runs one flush or reading after the other. A reading during a flush would count its minutes twice or not at all. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  const add = (minute: number, { n, failed, ms }: Sums) => {
    const sums = pending.get(minute) ?? { n: 0, failed: 0, ms: 0 }
    pending.set(minute, { n: sums.n + n, failed: sums.failed + failed, ms: sums.ms + ms })
    const [oldest] = pending.keys()
    if (pending.size > MOST_PENDING && oldest !== undefined) pending.delete(oldest)
  }

  return {
    /** Adds the counts to the database. When that throws, nothing is lost. */
    flush: () =>
      inTurn(async () => {
        if (pending.size === 0) return
        const taken = pending
        pending = new Map()
        const rows = [...taken].map(([minute, sums]) => ({ minute: timeOf(minute), ...sums }))
        try {
          await pool.query(
            `insert into request_minutes as known (minute, n, failed, ms)
             select minute, n, failed, ms from jsonb_populate_recordset(null::request_minutes, $1)
             on conflict (minute) do update
               set n = known.n + excluded.n, failed = known.failed + excluded.failed, ms = known.ms + excluded.ms`,
            [JSON.stringify(rows)],
          )
        } catch (error) {
          const since = pending
          pending = taken
          for (const [minute, sums] of since) add(minute, sums)
          throw error
        }
      }),

    /** Counts one answer in memory. @param ms until it began */
    note(ms: number, isFailed: boolean): void {
      add(Math.floor(Date.now() / MINUTE_MS), { n: 1, failed: isFailed ? 1 : 0, ms })
    },

    /** Returns the requests of the last 60 minutes, also those of this server that are not flushed yet. */
    lastHour: () =>
      inTurn(async (): Promise<{ count: number; avgMs: number | null }> => {
        const before = Math.floor(Date.now() / MINUTE_MS) - 60
        const { rows } = await pool.query<Sums>(
          `select coalesce(sum(n), 0)::bigint as n, coalesce(sum(ms), 0) as ms
           from request_minutes where minute > $1`,
          [timeOf(before)],
        )
        for (const [minute, sums] of pending) if (minute > before) rows.push(sums)
        const count = sum(rows.map(({ n }) => n))
        return { count, avgMs: count === 0 ? null : sum(rows.map(({ ms }) => ms)) / count }
      }),

    /** Returns the milliseconds until the database answered; null when it did not, or not in time. */
    probe(): Promise<number | null> {
      const from = performance.now()
      const answer = pool.query('select 1').then(
        () => performance.now() - from,
        () => null,
      )
      return Promise.race([answer, pause(PROBE_MS, null, { ref: false })])
    },

    start(background: Background): void {
      background.schedule('counting requests', RHYTHM, this.flush)
    },

    /** Deletes minutes that are no longer read. */
    async sweep(): Promise<void> {
      await pool.query(
        `delete from request_minutes where minute < now() - interval '${KEPT_HOURS} hours'`,
      )
    },
  }
}

const timeOf = (minute: number) => new Date(minute * MINUTE_MS).toISOString()
