import type { ClientBase, Pool } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import type { Background } from '#server/ops/jobs.ts'

/**
 * The mark that names the time zone of all stored days. Only the transaction that locks this row may change rollups:
 * a roller, or a rebuild. So two servers never mix two zones.
 */
export const ZONE_MARK = 'reporting-zone'

/** SQL of the stored zone. */
export const STORED_ZONE = `(select value from marks where name = ${quote(ZONE_MARK)})`

/** REPORTING_TIME_ZONE differs from the zone of the database. */
export class ZoneError extends Error {
  override name = 'ZoneError'
}

/** The reporting time zone as the database stores it. */
export interface ReportingZone {
  /** As it was last read. */
  current(): string
  /** Throws ZoneError, with words for the operator, when another zone is configured than is stored. */
  confirm(configured: string | undefined): void
  /** Reads it again now and then: `set-zone` changes it under a running server. */
  follow(background: Background): void
}

/** Where nothing is configured. */
const DEFAULT_ZONE = 'UTC'
const SCHEDULE = { everyMs: 15_000, deadlineMs: 10_000 }

/** Reads the stored zone. A new database stores the configured one. */
export async function openZone(pool: Pool, configured: string | undefined): Promise<ReportingZone> {
  await pool.query(
    'insert into marks (name, value) values ($1, $2) on conflict (name) do nothing',
    [ZONE_MARK, configured ?? DEFAULT_ZONE],
  )
  let zone = (await readZone(pool)) ?? DEFAULT_ZONE
  return {
    current: () => zone,
    confirm(given) {
      // PostgreSQL and Node read 'europe/vienna' alike.
      if (given === undefined || given.toLowerCase() === zone.toLowerCase()) return
      throw new ZoneError(
        `Days are counted in ${zone} in this database, but REPORTING_TIME_ZONE is ${given}. Unset REPORTING_TIME_ZONE or set it to ${zone}. To count days in ${given} from now on, on all servers: npm run admin -- set-zone ${given}`,
      )
    },
    follow(background) {
      background.schedule('reading the time zone', SCHEDULE, async () => {
        zone = (await readZone(pool)) ?? zone
      })
    },
  }
}

/** Reads the stored zone; undefined in a database that no server has opened yet. */
async function readZone(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ zone: string | null }>(`select ${STORED_ZONE} as zone`)
  return rows[0]?.zone ?? undefined
}

/** Locks the zone until the transaction ends. Returns it, or undefined when another transaction holds it. */
export async function tryLockZone(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    'select value from marks where name = $1 for update skip locked',
    [ZONE_MARK],
  )
  return rows[0]?.value
}

/** Waits for the lock. Returns the zone. */
export async function lockZone(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ value: string }>(
    'select value from marks where name = $1 for update',
    [ZONE_MARK],
  )
  return rows[0]?.value ?? DEFAULT_ZONE
}

/** Makes this the zone of all days. For the transaction that holds the lock and rebuilds everything. */
export async function storeZone(client: ClientBase, zone: string): Promise<void> {
  await client.query('update marks set value = $2 where name = $1', [ZONE_MARK, zone])
}
