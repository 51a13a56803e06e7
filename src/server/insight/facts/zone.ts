import type { ClientBase, Pool } from 'pg'
import { quote } from '../../store/shape.ts'

/**
 * The mark that names the time zone of all days kept. Whoever counts days reads it from here, so that
 * two servers cannot mix two zones; whoever holds it alone may change what is counted.
 */
export const ZONE_MARK = 'reporting-zone'

/** SQL of the zone that is kept. */
export const KEPT_ZONE = `(select value from marks where name = ${quote(ZONE_MARK)})`

/** The zone that is kept, if any. */
export async function keptZone(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ zone: string | null }>(`select ${KEPT_ZONE} as zone`)
  return rows[0]?.zone ?? undefined
}

/** Gives a new database its time zone. One that has users or events gets it by a rebuild. */
export async function claimZone(pool: Pool, zone: string, users: string): Promise<void> {
  await pool.query(
    `insert into marks (name, value) select $1, $2
     where not exists (select from ${users}) and not exists (select from events)
     on conflict (name) do nothing`,
    [ZONE_MARK, zone],
  )
}

/**
 * Holds the mark until the transaction ends, and gives its zone. Undefined when another holds it and
 * `mode` is 'try'. Throws when there is none yet.
 */
export async function lockZone(
  client: ClientBase,
  mode: 'wait' | 'try',
): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    `select value from marks where name = $1 for update ${mode === 'try' ? 'skip locked' : ''}`,
    [ZONE_MARK],
  )
  if (rows.length === 0 && mode === 'wait')
    throw new Error('Days were never counted in this database: start the server, or rebuild.')
  return rows[0]?.value
}

/** Holds the mark and makes it name this zone. Gives the zone that it named before, if any. */
export async function takeZone(client: ClientBase, zone: string): Promise<string | undefined> {
  await client.query(
    "insert into marks (name, value) values ($1, '') on conflict (name) do nothing",
    [ZONE_MARK],
  )
  const before = await lockZone(client, 'wait')
  await client.query('update marks set value = $2 where name = $1', [ZONE_MARK, zone])
  return before || undefined
}
