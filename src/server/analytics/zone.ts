import type { ClientBase, Pool } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import type { Background } from '#server/ops/jobs.ts'

/**
 * The row of `marks` that stores the time zone of all days. Only the transaction that locks it may change rollups, so
 * that zones are never mixed.
 */
export const ZONE_MARK = 'reporting-zone'

export const STORED_ZONE = `(select value from marks where name = ${quote(ZONE_MARK)})`

/** REPORTING_TIME_ZONE differs from the zone of the database. */
export class ZoneError extends Error {
  override name = 'ZoneError'
}

const DEFAULT_ZONE = 'UTC'
const SCHEDULE = { everyMs: 15_000, deadlineMs: 10_000 }

/** Reads the stored reporting time zone. A new database stores the configured one. */
export async function openZone(pool: Pool, configured: string | undefined) {
  await pool.query(
    'insert into marks (name, value) values ($1, $2) on conflict (name) do nothing',
    [ZONE_MARK, configured ?? DEFAULT_ZONE],
  )
  let zone = DEFAULT_ZONE
  const read = async () => {
    const { rows } = await pool.query<{ zone: string | null }>(`select ${STORED_ZONE} as zone`)
    zone = rows[0]?.zone ?? zone
  }
  await read()
  return {
    current: () => zone,

    /** Throws ZoneError, with a message for the operator, if the configured zone differs from the stored one. */
    confirm(given: string | undefined): void {
      // PostgreSQL and Node read 'europe/vienna' alike.
      if (given === undefined || given.toLowerCase() === zone.toLowerCase()) return
      throw new ZoneError(
        `This database counts days in ${zone}, but REPORTING_TIME_ZONE is ${given}. Unset REPORTING_TIME_ZONE or set it to ${zone}. To count days in ${given} from now on, run: npm run admin -- set-zone ${given}`,
      )
    },

    /** Rereads the zone regularly, because `set-zone` can change it while the server is running. */
    follow(background: Background): void {
      background.schedule('read the time zone', SCHEDULE, read)
    },
  }
}

/** Locks the zone until the transaction ends. Returns it, or undefined when another transaction holds it. */
export async function tryLockZone(client: ClientBase, orWait = false): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    `select value from marks where name = $1 for update ${orWait ? '' : 'skip locked'}`,
    [ZONE_MARK],
  )
  return rows[0]?.value
}

/** Waits for the lock. Returns the zone. */
export const lockZone = async (client: ClientBase): Promise<string> =>
  (await tryLockZone(client, true)) ?? DEFAULT_ZONE
