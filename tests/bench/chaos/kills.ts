import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseProcesses } from '../lib/process.ts'
import { atMost, holds } from '../lib/report.ts'
import { type Server, startServer } from '../lib/server.ts'
import { addLearners, Ledger, type Outcome, spread } from './ledger.ts'

const VICTIMS = ['server', 'database', 'both', 'one connection'] as const
/** A recount of the figures takes long, so only some rounds have one. */
const RECOUNT_EVERY = 5

/** Kills (-9) server, database, both and one database connection in turns under a mixed load. */
export async function kills(rounds: number): Promise<Outcome> {
  const server = await startServer()
  const ledger = new Ledger()
  const faults: string[] = []
  const starts: number[] = []
  const gaps: number[] = []
  try {
    const learners = await addLearners(server)
    for (let round = 1; round <= rounds; round += 1) {
      const victim = VICTIMS[round % VICTIMS.length] ?? 'server'
      const load = ledger.start(server, learners)
      await sleep(300 + Math.random() * 900)
      const killed = performance.now()
      kill(victim, server)
      if (victim === 'server' || victim === 'both') {
        await sleep(100)
        await load.end()
        starts.push(await server.restart())
      } else {
        await ledger.untilWritten(killed + 30)
        await load.end()
        gaps.push(ledger.longestGap(killed))
      }
      await ledger.settle(server)
      const withFigures = round % RECOUNT_EVERY === 0 || round === rounds
      for (const fault of await ledger.compare(server.connection, withFigures))
        faults.push(`round ${round} (${victim}): ${fault}`)
    }
  } finally {
    await server.close()
  }
  const unexpected = ledger.unexpected()
  return {
    figures: [
      `${rounds} rounds, ${ledger.acknowledged} writes acknowledged, ${ledger.events.size} events`,
      `${ledger.resent} requests without an answer, sent again`,
      ...(starts.length > 0 ? [`server ready again after ${spread(starts)}`] : []),
      ...(gaps.length > 0 ? [`no write for ${spread(gaps)} without the database`] : []),
    ],
    limits: [
      ...ledger.limits('kills', faults),
      holds('kills: no error but 503', unexpected.length === 0, unexpected.join(', ')),
      atMost('kills: server ready again', Math.max(0, ...starts) / 1000, 5, 's'),
    ],
  }
}

function kill(victim: (typeof VICTIMS)[number], { pid, dataDir }: Server): void {
  const { postmaster, children } = databaseProcesses(dataDir)
  if (victim === 'one connection') {
    const serving = children.filter((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('waymark waymark'),
    )
    const one = serving[Math.floor(Math.random() * serving.length)]
    if (one) process.kill(one, 'SIGKILL')
    return
  }
  if (victim !== 'database') process.kill(pid(), 'SIGKILL')
  if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
}
