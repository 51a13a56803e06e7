import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Seconds until every event that was taken in is counted. Throws when that takes longer than so many. */
export async function untilCounted(client: pg.Client, most = 60): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rowCount } = await client.query('select 1 from event_batches limit 1')
    const waited = (performance.now() - began) / 1000
    if (rowCount === 0) return waited
    if (waited > most) throw new Error(`Events wait for longer than ${most} seconds.`)
    await pause(50)
  }
}
