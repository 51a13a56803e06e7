import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/store.ts'

export type Requests = ReturnType<typeof createRequests>

interface Minute {
  n: number
  failed: number
  ms: number
}

const MINUTE_MS = 60_000
const RHYTHM = { everyMs: 10_000, deadlineMs: 20_000 }
const PROBE_MS = 1000
const KEPT_HOURS = 48
/** While the database is away, older minutes than these are given up. */
const MOST_PENDING = 120

const ADD = `insert into request_minutes as known (minute, n, failed, ms)
  select * from unnest($1::timestamptz[], $2::bigint[], $3::bigint[], $4::double precision[])
  on conflict (minute) do update
    set n = known.n + excluded.n, failed = known.failed + excluded.failed, ms = known.ms + excluded.ms`

const LAST_HOUR = `select coalesce(sum(n), 0)::bigint as n, coalesce(sum(ms), 0) as ms
  from request_minutes where minute > $1`

/** Counts the API's requests over all servers, and probes the database (systemStatus). */
export function createRequests({ pool }: Pick<Store, 'pool'>) {
  let pending = new Map<number, Minute>()
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other: a reading amid a flush would miss what is on its way, or count it twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  const add = (minute: number, { n, failed, ms }: Minute) => {
    const known = pending.get(minute)
    if (known) {
      known.n += n
      known.failed += failed
      known.ms += ms
      return
    }
    pending.set(minute, { n, failed, ms })
    // A map keeps the order of arrival: the first is the oldest.
    if (pending.size > MOST_PENDING)
      for (const [oldest] of [...pending].slice(0, 1)) pending.delete(oldest)
  }

  const flush = () =>
    inTurn(async () => {
      if (pending.size === 0) return
      const taken = [...pending]
      pending = new Map()
      try {
        await pool.query(ADD, [
          taken.map(([minute]) => new Date(minute * MINUTE_MS).toISOString()),
          taken.map(([, { n }]) => n),
          taken.map(([, { failed }]) => failed),
          taken.map(([, { ms }]) => ms),
        ])
      } catch (error) {
        const since = [...pending]
        pending = new Map()
        for (const [minute, counted] of [...taken, ...since]) add(minute, counted)
        throw error
      }
    })

  return {
    /** Counts one answer and the time until it began, in memory. */
    note(ms: number, isFailed: boolean): void {
      add(Math.floor(Date.now() / MINUTE_MS), { n: 1, failed: isFailed ? 1 : 0, ms })
    },

    /** Adds what was counted to the database. When the database throws, nothing is lost. */
    flush,

    /** The last 60 minutes over all servers, with what this one has not written yet. */
    lastHour: (): Promise<{ count: number; avgMs: number | null }> =>
      inTurn(async () => {
        const before = Math.floor(Date.now() / MINUTE_MS) - 60
        const { rows } = await pool.query<{ n: number; ms: number }>(LAST_HOUR, [
          new Date(before * MINUTE_MS).toISOString(),
        ])
        let { n, ms } = rows[0] ?? { n: 0, ms: 0 }
        for (const [minute, counted] of pending) {
          if (minute <= before) continue
          n += counted.n
          ms += counted.ms
        }
        return { count: n, avgMs: n === 0 ? null : ms / n }
      }),

    /** Milliseconds until the database answered; null when it did not, or not in time. */
    async probe(): Promise<number | null> {
      const from = performance.now()
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), PROBE_MS)
      })
      const answer = pool.query('select 1').then(
        () => performance.now() - from,
        () => null,
      )
      const ms = await Promise.race([answer, patience])
      clearTimeout(timer)
      return ms
    },

    /** Flushes now and then. A stop flushes once more. */
    start(background: Background): void {
      background.schedule('counting requests', RHYTHM, flush)
    },

    /** Deletes minutes that nobody asks for any more. */
    async sweep(): Promise<void> {
      await pool.query(
        `delete from request_minutes where minute < now() - interval '${KEPT_HOURS} hours'`,
      )
    },
  }
}
