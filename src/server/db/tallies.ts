import { quote } from './json-sql.ts'
import type { Tx } from './pool.ts'
import { type Runner, raw, rowsOf, run, sql } from './sql.ts'

// The number of live records of each resource is stored, so that lists need not count them.

/** Each connection writes the slot of its process id, so few share one. */
const SLOTS = 64

/** The SQL of the number for a row `t` of tallies: its own number plus the additions in slots. */
const LIVE = `(t.live + coalesce(
  (select sum(s.live) from tally_slots s where s.resource = t.resource), 0))::bigint`

/** Returns the SQL of the number of live records of a resource, without a parameter. */
export function liveRecords(resource: string): string {
  return `(select ${LIVE} from tallies t where t.resource = ${quote(resource)})`
}

/** Returns the number of live records of every resource, by name. */
export async function tallies(runner: Runner): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ resource: string; live: number }>(
    runner,
    sql`select t.resource, ${raw(LIVE)} as live from tallies t`,
  )
  return new Map(rows.map(({ resource, live }) => [resource, live]))
}

/**
 * Adds to the number of live records of a resource. There are several slots so that creates and deletes do not wait for
 * each other.
 */
export function addToTally(tx: Tx, resource: string, by: number): Promise<unknown> {
  return run(
    tx,
    sql`insert into tally_slots as s (resource, slot, live)
      values (${resource}, pg_backend_pid() % ${raw(String(SLOTS))}, ${by})
      on conflict (resource, slot) do update set live = s.live + excluded.live`,
    'add_to_tally',
  )
}

/** Serializes writes to a resource until the transaction ends. Creates and deletes without this lock do not wait. */
export async function lockTally(tx: Tx, resource: string): Promise<void> {
  await rowsOf(tx, sql`select live from tallies where resource = ${resource} for update`)
}
