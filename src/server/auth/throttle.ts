import type pg from 'pg'

interface Throttling {
  /** So many tries have no delay. */
  free: number
  /** The longest delay. */
  mostMs: number
  /** After so long without a try everything is forgotten. */
  keptMs: number
}

/** Makes who tries in vain wait, each time twice as long. */
export interface Throttle {
  /**
   * Takes the one try that is due. Gives the seconds to wait when none is; such a try changes nothing.
   * Of tries that come at the same moment, on whatever server, only so many get one as are due.
   */
  claim(key: string): Promise<number | undefined>
  /** Gives a try back that was none in vain. */
  release(key: string): Promise<void>
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
/** Beyond it the delay is the longest anyhow, and the power would grow without end. */
const MOST_DOUBLINGS = 30

/**
 * Counts in the same table as the other limits, where `expire` is kept moving with each try, so that it says
 * when the last one was. The database's clock decides, so that servers need not agree on one.
 */
export function createThrottle(pool: pg.Pool, { free, mostMs, keptMs }: Throttling): Throttle {
  const due = `limits.expire - $2::bigint
    + least($4::bigint, (1000 * power(2, least(limits.points - $3::integer, ${MOST_DOUBLINGS})))::bigint)`
  const claim = {
    name: 'throttle_claim',
    text: `insert into limits (key, points, expire) values ($1, 1, ${NOW} + $2::bigint)
      on conflict (key) do update set
        points = case when limits.expire <= ${NOW} then 1 else limits.points + 1 end,
        expire = excluded.expire
      where limits.expire <= ${NOW} or limits.points < $3::integer or ${due} <= ${NOW}
      returning points`,
  }
  const look = {
    name: 'throttle_look',
    text: `select ${due} - ${NOW} as ms from limits where key = $1`,
  }
  const release = {
    name: 'throttle_release',
    text: 'update limits set points = points - 1 where key = $1 and points > 0',
  }
  return {
    async claim(key) {
      const values = [key, keptMs, free, mostMs]
      const { rowCount } = await pool.query({ ...claim, values })
      if (rowCount) return undefined
      const { rows } = await pool.query<{ ms: number }>({ ...look, values })
      return Math.max(1, Math.ceil((rows[0]?.ms ?? 0) / 1000))
    },
    async release(key) {
      await pool.query({ ...release, values: [key] })
    },
  }
}
