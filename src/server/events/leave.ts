import type { Client } from 'pg'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { archiveMonth } from './archive.ts'
import { addToBase, type Kept, readKept } from './base.ts'
import { IS_PENDING } from './queue.ts'
import { inOne, onlyOneCounts } from './recount.ts'
import { nextMonth, readRecounting } from './recount-steps.ts'
import { keptZone } from './zone.ts'

export interface LeaveOptions {
  connection: Connection
  /** Months that are kept whole, beside the present one. */
  months: number
  /** Where a month is written before it leaves; undefined: nowhere. */
  archive?: string | undefined
  /** Takes a line of the log. */
  tell(line: object, words: string): void
  signal?: AbortSignal
  /** So long every server refuses what is older before the first month leaves. */
  patienceMs?: number
}

/** Every server has read by then which events are not taken any more. */
const PATIENCE_MS = 10 * 60_000

/**
 * Lets the months leave that are older than is kept, in steps that may be interrupted anywhere: from now on their
 * events are refused; when nothing of them waits any more, each is written to a file, counted into the base, and
 * dropped. No figure changes. Nothing is done while everything is counted anew.
 */
export async function letMonthsLeave(options: LeaveOptions): Promise<void> {
  const { connection, months, signal } = options
  await onlyOneCounts(options, 'try', async (client) => {
    const zone = await keptZone(client)
    if (zone === undefined || (await readRecounting(client))) return
    const kept = await refuseOlder(client, months)
    if (!kept.keptFrom || !(await isSettled(client, kept, options.patienceMs ?? PATIENCE_MS)))
      return
    // COPY does not tell the driver when it is through.
    const copying = await connectAlone(connection, 0)
    try {
      await countAll(client, copying, zone, kept.keptFrom, options)
    } finally {
      await copying.end()
    }
    if (!signal?.aborted) await dropCounted(client)
  })
}

/** The begin of the first month that is kept is said, and only ever moves on. */
async function refuseOlder(client: Client, months: number): Promise<Kept> {
  await client.query(
    `insert into events_kept as k (kept_from)
     select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1::int)) at time zone 'UTC'
     on conflict (id) do update set kept_from = excluded.kept_from, said_at = now()
       where k.kept_from < excluded.kept_from`,
    [months],
  )
  return readKept(client)
}

/** Whether all servers refuse what is older, and what they took before that is rolled up. */
async function isSettled(client: Client, { saidAt }: Kept, patienceMs: number): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select extract(epoch from now()) * 1000 >= $1::float8 + $2::float8
       and not exists (select from event_batches where ${IS_PENDING}
         and extract(epoch from received_at) * 1000 < $1::float8 + $2::float8) as is`,
    [saidAt, patienceMs],
  )
  return rows[0]?.is === true
}

async function countAll(
  client: Client,
  copying: Client,
  zone: string,
  keptFrom: string,
  { archive, tell, signal }: LeaveOptions,
): Promise<void> {
  for (;;) {
    const { countedUntil } = await readKept(client)
    const month = await nextMonth(client, countedUntil, keptFrom)
    if (!month || signal?.aborted) return
    if (archive) await archiveMonth(copying, archive, month)
    await inOne(client, () => addToBase(client, zone, month), 'isolation level repeatable read')
    tell({ month: month.name }, 'a month of events was counted into the base and leaves')
  }
}

/** Drops parts of which all is counted, each when nobody reads it for a moment; those that are read leave next time. */
async function dropCounted(client: Client): Promise<void> {
  const { rows } = await client.query<{ part: string }>(
    `select part from event_months() m join events_kept k on m.until <= k.counted_until order by m.until`,
  )
  for (const { part } of rows)
    await inOne(client, async () => {
      await client.query("set local lock_timeout = '1s'")
      await client.query(`drop table ${client.escapeIdentifier(part)}`)
    })
}
