import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOf } from '../../support/raw-rows.ts'
import { memoryOf } from '../lib/process.ts'
import { atMost } from '../lib/report.ts'
import { startServer } from '../lib/server.ts'
import { median } from '../lib/stats.ts'
import { addLearners, Ledger, type Outcome } from './ledger.ts'

const SAMPLE_MS = 5000

/** A mixed load for some minutes. Memory, descriptors and connections must not grow with it. */
export async function soak(minutes: number): Promise<Outcome> {
  const server = await startServer()
  const ledger = new Ledger()
  const samples: { memory: number; descriptors: number; connections: number }[] = []
  try {
    const load = ledger.start(server, await addLearners(server), 4)
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await sleep(SAMPLE_MS)
      const [row] = await rowsOf<{ n: number }>(
        server.connection,
        "select count(*)::int as n from pg_stat_activity where application_name like 'waymark%'",
      )
      samples.push({
        memory: memoryOf(server.pid()),
        descriptors: readdirSync(`/proc/${server.pid()}/fd`).length,
        connections: row?.n ?? 0,
      })
    }
    await load.end()
    await ledger.settle(server)
    const faults = await ledger.compare(server.connection)
    /** The second quarter's median beside the last quarter's: the first one still grows after the start. */
    const growth = (key: 'memory' | 'descriptors' | 'connections') => {
      const values = samples.map((sample) => sample[key])
      const quarter = Math.ceil(values.length / 4)
      return median(values.slice(-quarter)) - median(values.slice(quarter, 2 * quarter))
    }
    return {
      figures: [`${minutes} minutes, ${ledger.acknowledged} writes acknowledged`],
      limits: [
        ...ledger.limits('soak', faults),
        atMost('soak: growth of memory', growth('memory'), 20, 'MB'),
        atMost('soak: growth of descriptors', growth('descriptors'), 5, 'descriptors'),
        atMost('soak: growth of connections', growth('connections'), 2, 'connections'),
      ],
    }
  } finally {
    await server.close()
  }
}
