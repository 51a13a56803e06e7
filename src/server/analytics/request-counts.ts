import type { Store } from '#server/db/store.ts'
import type { Background } from '#server/ops/jobs.ts'

/** How much the API was asked, over all servers, and whether the database answers (systemStatus). */
export interface Requests {
  /** Counts one answer and the time until it began, in memory. */
  note(ms: number, isFailed: boolean): void
  /** Of the last 60 minutes over all servers, with what this one has not written yet. */
  lastHour(): Promise<{ count: number; avgMs: number | null }>
  /** Milliseconds until the database answered a real question; null when it did not, or not in time. */
  probe(): Promise<number | null>
  /** Adds what was counted to the database. Throws as the database does; nothing is lost then. */
  flush(): Promise<void>
  /** Flushes now and then. Whoever ends that flushes once more. */
  start(background: Background): void
  /** Deletes minutes that nobody asks for any more. */
  sweep(): Promise<void>
}

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

export function createRequests({ pool }: Pick<Store, 'pool'>): Requests {
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
    note(ms, isFailed) {
      add(Math.floor(Date.now() / MINUTE_MS), { n: 1, failed: isFailed ? 1 : 0, ms })
    },

    flush,

    lastHour: () =>
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

    async probe() {
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

    start(background) {
      background.schedule('counting requests', RHYTHM, flush)
    },

    async sweep() {
      await pool.query(
        `delete from request_minutes where minute < now() - interval '${KEPT_HOURS} hours'`,
      )
    },
  }
}
