import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../lib/process.ts'
import { atMost, holds } from '../lib/report.ts'
import { startServer } from '../lib/server.ts'
import { addLearners, Ledger, type Outcome, spread } from './ledger.ts'

/** Stops the server (SIGTERM) under a mixed load, and starts it again. */
export async function stops(rounds: number): Promise<Outcome> {
  const server = await startServer()
  const ledger = new Ledger()
  const faults: string[] = []
  const times: number[] = []
  try {
    const learners = await addLearners(server)
    for (let round = 1; round <= rounds; round += 1) {
      const load = ledger.start(server, learners)
      await sleep(500 + Math.random() * 500)
      const began = performance.now()
      process.kill(server.pid(), 'SIGTERM')
      // The memory of an ended process is 0.
      while (memoryOf(server.pid()) > 0) await sleep(10)
      times.push(performance.now() - began)
      await load.end()
      await server.restart()
      await ledger.settle(server)
      for (const fault of await ledger.compare(server.connection, round === rounds))
        faults.push(`stop ${round}: ${fault}`)
    }
  } finally {
    await server.close()
  }
  const failures = [...ledger.errors.keys()].filter((status) => status >= 500)
  return {
    figures: [
      `${rounds} stops, ${ledger.acknowledged} writes acknowledged`,
      `ended after ${spread(times)}`,
    ],
    limits: [
      ...ledger.limits('stops', faults),
      atMost('stops: requests cut', ledger.cuts.length, 0, ledger.cuts.join(', ')),
      holds('stops: no 5xx', failures.length === 0, failures.join(', ')),
    ],
  }
}
