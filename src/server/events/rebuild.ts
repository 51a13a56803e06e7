import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import type { Connection } from '#server/db/pool.ts'
import { FACTS } from './apply.ts'
import { beginWithBase, earlierReports, readKept } from './base.ts'
import { DERIVED, exchange, makeBeside } from './beside.ts'
import { DAILY } from './fact-totals.ts'
import { setLastLogins } from './last-login.ts'
import { onlyOneCounts, recount } from './recount.ts'
import { everyUser, lastLogins, usersTable } from './registry.ts'
import { dayIn, type Source } from './source.ts'
import { ALL_OF_THEM, countUsers, foldUserCounts } from './user-counts.ts'
import { keptZone, takeZone, ZoneError } from './zone.ts'

type Say = (line: string) => void

/**
 * Makes everything that is counted anew from the stored events and the users, in the caller's
 * transaction, for days in this zone: for who changes events and users in bulk, and wants all of it or nothing. It is made beside what is there, so that readers see the old
 * figures until the commit; rollers wait. Do it last: from its end to the commit no user can be written.
 * Gives how many rows were not what they should have been.
 */
export async function rebuild(
  client: ClientBase,
  zone: string,
  registry: readonly Resource[],
  say: Say = () => undefined,
): Promise<number> {
  await takeZone(client, zone)
  // What was counted of other events is of no use.
  await client.query('delete from recounting')
  const users = usersTable(registry)
  const dayOf = dayIn(quote(zone))
  const { countedUntil } = await readKept(client)
  const source: Source = {
    client,
    fresh: `(select *, ${dayOf('at')} as day from events
      where at >= timestamptz ${quote(countedUntil)}) as stored`,
    earlier: earlierReports('false'),
    dayOf,
    of: (table) => table,
  }
  await client.query("set local work_mem = '128MB'")
  await client.query('analyze events')
  const real = await makeBeside(client)
  await beginWithBase(client, (table) => table)
  for (const { of, count } of FACTS) {
    say(`Counting ${of}.`)
    await count(source)
  }
  let wrong = 0
  for (const table of DERIVED) {
    if (table.name === DAILY.table) {
      say('Counting users.')
      await setLastLogins(source, users, lastLogins(registry))
      await client.query(
        `lock table daily_changes, ${real(table.name)} in share row exclusive mode`,
      )
      await foldUserCounts(client, { of: real, most: ALL_OF_THEM })
      await countUsers({ client }, everyUser(registry), zone)
    }
    wrong += await exchange(client, table, real(table.name))
  }
  return wrong
}

/** Counts everything anew in the zone that is kept. Gives how many rows were not what they should have been. */
export async function rebuildAlone(
  connection: Connection,
  otherwise: string,
  registry: readonly Resource[],
  say: Say = () => undefined,
): Promise<number> {
  const options = { connection, registry, say }
  const wrong = await onlyOneCounts(options, 'wait', async (client) =>
    recount(client, (await keptZone(client)) ?? otherwise, options),
  )
  return wrong ?? 0
}

/** Counts what there is, by days of this zone, if nothing was ever counted. */
export async function countFirst(
  connection: Connection,
  zone: string,
  registry: readonly Resource[],
  say: Say,
): Promise<void> {
  const options = { connection, registry }
  await onlyOneCounts(options, 'wait', async (client) => {
    if ((await keptZone(client)) !== undefined) return
    say(`Counting what there is by days in ${zone}.`)
    await recount(client, zone, options)
  })
}

const FROZEN =
  'Months of events have left (EVENTS_MONTHS), and what they counted for stands by days of the zone that is kept: it cannot be counted in another one. Restore a backup of before that, set the zone, and let them leave again.'

/**
 * Makes this the zone of all days and counts everything anew; readers see the old figures until its end. Gives the zone
 * that it was before, if any. Throws ZoneError where months of events have left.
 */
export function moveToZone(
  connection: Connection,
  zone: string,
  registry: readonly Resource[],
  say: Say = () => undefined,
): Promise<string | undefined> {
  const options = { connection, registry, say }
  return onlyOneCounts(options, 'wait', async (client) => {
    const before = await keptZone(client)
    if (before === zone) return before
    if ((await readKept(client)).countedUntil !== '-infinity') throw new ZoneError(FROZEN)
    await recount(client, zone, options)
    return before
  })
}
