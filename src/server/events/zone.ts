import type { ClientBase, Pool } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import type { Background } from '#server/ops/jobs.ts'

/**
 * The mark that names the time zone of all days kept. Whoever counts days reads it from here, so that
 * two servers cannot mix two zones; whoever holds it alone may change what is counted.
 */
export const ZONE_MARK = 'reporting-zone'

/** SQL of the zone that is kept. */
export const KEPT_ZONE = `(select nullif(value, '') from marks where name = ${quote(ZONE_MARK)})`

/** This server was told another time zone than the one that days are kept in. */
export class ZoneError extends Error {
  override name = 'ZoneError'
}

/** The reporting time zone as the database keeps it. */
export interface ReportingZone {
  /** As it was last read. */
  current(): string
  /** Throws ZoneError, in words for the operator, when another one is configured than is kept. */
  confirm(configured: string | undefined): void
  /** Reads it again now and then, for `set-zone` changes it under a running server. */
  follow(background: Background): void
}

/** Of a database that nothing was ever counted in, and where nothing is configured. */
const DEFAULT_ZONE = 'UTC'
const RHYTHM = { everyMs: 2000, deadlineMs: 10_000 }

/**
 * Reads the zone that is kept; a new database takes the configured one. One that has users or events but
 * no zone is from before there were figures: it gets the configured one when they are first counted.
 */
export async function openZone(
  pool: Pool,
  users: string,
  configured: string | undefined,
): Promise<ReportingZone> {
  const wanted = configured ?? DEFAULT_ZONE
  await pool.query(
    `insert into marks (name, value) select $1, $2
     where not exists (select from ${users}) and not exists (select from events)
     on conflict (name) do nothing`,
    [ZONE_MARK, wanted],
  )
  let zone = (await keptZone(pool)) ?? wanted
  const read = async () => {
    zone = (await keptZone(pool)) ?? zone
  }
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
      background.schedule('reading the time zone', RHYTHM, read)
    },
  }
}

/** The zone that days are kept in; undefined where none is kept yet. */
export async function keptZone(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ zone: string | null }>(`select ${KEPT_ZONE} as zone`)
  return rows[0]?.zone || undefined
}

/**
 * Holds the mark until the transaction ends, alone or with others who count, and gives its zone. Undefined when another holds it and
 * `mode` is 'try'. Throws when there is none yet.
 */
export async function lockZone(
  client: ClientBase,
  mode: 'wait' | 'try',
  how: 'alone' | 'shared' = 'alone',
): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    `select value from marks where name = $1 for ${how === 'shared' ? 'share' : 'update'} ${mode === 'try' ? 'skip locked' : ''}`,
    [ZONE_MARK],
  )
  const zone = rows[0]?.value
  if (zone === undefined && mode === 'wait')
    throw new Error('Days were never counted in this database: start the server, or rebuild.')
  return zone
}

/** Holds the mark, made if there is none. Gives the zone that it names, if any. */
export async function holdZone(client: ClientBase): Promise<string | undefined> {
  await client.query(
    "insert into marks (name, value) values ($1, '') on conflict (name) do nothing",
    [ZONE_MARK],
  )
  return (await lockZone(client, 'wait')) || undefined
}

/** Holds the mark and makes it name this zone. Gives the zone that it named before, if any. */
export async function takeZone(client: ClientBase, zone: string): Promise<string | undefined> {
  const before = await holdZone(client)
  await client.query('update marks set value = $2 where name = $1', [ZONE_MARK, zone])
  return before
}
