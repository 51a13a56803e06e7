import { quote } from './json-sql.ts'
import type { Tx } from './pool.ts'
import { type Runner, raw, rowsOf, run, sql } from './sql.ts'

/* How many live records each resource has: kept, so that nobody counts them. */

/** Each connection writes one of them, by its process: few share one. */
const SLOTS = 64

/** SQL of the number of a row `t` of tallies: what stands there, and what was added in slots since. */
const LIVE = `(t.live + coalesce(
  (select sum(s.live) from tally_slots s where s.resource = t.resource), 0))::bigint`

/** SQL of the number of live records of a resource, without a parameter. */
export function liveRecords(resource: string): string {
  return `(select ${LIVE} from tallies t where t.resource = ${quote(resource)})`
}

/** The number of live records of every resource, by name. */
export async function tallies(runner: Runner): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ resource: string; live: number }>(
    runner,
    sql`select t.resource, ${raw(LIVE)} as live from tallies t`,
  )
  return new Map(rows.map(({ resource, live }) => [resource, live]))
}

/**
 * Adds to the number of live records of a resource, in a row that hardly anybody else writes at the time: were it
 * one row, all who create and delete would wait for each other's commit.
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

/** Within a write: lets one of a resource through at a time. Creates and deletes that do not ask pass by. */
export async function lockTally(tx: Tx, resource: string): Promise<void> {
  await rowsOf(tx, sql`select live from tallies where resource = ${resource} for update`)
}

/** The number of live records of a resource; 0 of one that has no table yet. */
export async function countLive(runner: Runner, resource: string): Promise<number> {
  const [row] = await rowsOf<{ live: number | null }>(
    runner,
    raw(`select ${liveRecords(resource)} as live`),
  )
  return row?.live ?? 0
}
