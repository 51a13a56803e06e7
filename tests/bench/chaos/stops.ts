import { setTimeout as pause } from 'node:timers/promises'
import { ground } from './ground.ts'
import { newLedger, startLoad } from './load.ts'
import { spread, type Trial } from './outcome.ts'
import { isRight, learnersOf, settle, verify } from './verify.ts'

/** The server is asked to stop (SIGTERM) in the middle of a mixed load, and started again. */
export const stops: Trial = async ({ stops: rounds }) => {
  const place = await ground()
  const ledger = newLedger()
  const faults: string[] = []
  const took: number[] = []
  try {
    const learners = await learnersOf(place.connection)
    for (let round = 1; round <= rounds; round += 1) {
      const load = startLoad(place, ledger, learners)
      await pause(500 + Math.random() * 500)
      const began = performance.now()
      process.kill(place.pid(), 'SIGTERM')
      await untilGone(place.pid())
      took.push(performance.now() - began)
      await load.end()
      await place.restart()
      await settle(place, ledger)
      const verdict = await verify(place.connection, ledger, round === rounds)
      if (!isRight(verdict)) faults.push(`stop ${round}: ${JSON.stringify(verdict)}`)
    }
  } finally {
    await place.close()
  }
  for (const fault of faults) console.error(fault)
  const failed = [...ledger.others.keys()].filter((status) => status >= 500)
  const cuts = [...new Set(ledger.cuts)].join(', ')
  return [
    {
      trial: `SIGTERM under load, ${rounds} times`,
      figures: [
        `${ledger.acknowledged} writes acknowledged`,
        `${ledger.cuts.length} requests cut${cuts && ` (${cuts})`}`,
        `ended after ${spread(took)}`,
      ],
      demands: [
        ['stops: nothing lost or doubled', faults.length === 0],
        ['stops: no request cut', ledger.cuts.length === 0],
        ['stops: no answer of 500 and above', failed.length === 0],
      ],
    },
  ]
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await pause(10)
  }
}
