import { setTimeout as pause } from 'node:timers/promises'
import { databaseProcesses, type Ground, ground, servingProcesses } from './ground.ts'
import { newLedger, startLoad } from './load.ts'
import { spread, type Trial } from './outcome.ts'
import { isRight, learnersOf, settle, verify } from './verify.ts'

const KINDS = ['server', 'database', 'both', 'one connection'] as const
/** The raw rows are counted anew after so many rounds, and after the last. */
const RECOUNTED = 5

/** Server, database, both and a single connection are killed (-9) in turn, at any moment of a mixed load. */
export const kills: Trial = async ({ rounds }) => {
  const place = await ground()
  const ledger = newLedger()
  const faults: string[] = []
  const starts: number[] = []
  const gaps: number[] = []
  let again = 0
  try {
    const learners = await learnersOf(place.connection)
    for (let round = 1; round <= rounds; round += 1) {
      const kind = KINDS[round % KINDS.length] ?? 'server'
      const load = startLoad(place, ledger, learners)
      await pause(300 + Math.random() * 900)
      const killed = performance.now()
      kill(kind, place)
      if (kind === 'server' || kind === 'both') {
        await pause(100)
        await load.end()
        starts.push(await place.restart())
      } else {
        await untilAcknowledged(ledger.at, killed + 30)
        await load.end()
        gaps.push(longestGap(ledger.at, killed))
      }
      const { sent, odd } = await settle(place, ledger)
      again += sent
      if (odd > 0) faults.push(`round ${round} (${kind}): ${odd} sent again were not done`)
      const verdict = await verify(
        place.connection,
        ledger,
        round % RECOUNTED === 0 || round === rounds,
      )
      if (!isRight(verdict)) faults.push(`round ${round} (${kind}): ${JSON.stringify(verdict)}`)
      process.stdout.write(`\rkills: round ${round} of ${rounds}, ${ledger.acknowledged} writes `)
    }
    console.log()
  } finally {
    await place.close()
  }
  for (const fault of faults) console.error(fault)
  const odd = [...ledger.others.keys()].filter((status) => ![0, 404, 503].includes(status))
  return [
    {
      trial: `kill -9 of ${KINDS.join(', ')}, ${rounds} rounds`,
      figures: [
        `${ledger.acknowledged} writes acknowledged, ${ledger.events.size} events`,
        `${again} without an answer, sent again under their key`,
        `${faults.length} lost, doubled, stale, back, or figures unlike a recount`,
        `server back after ${spread(starts)}`,
        `no write acknowledged for ${spread(gaps)} when the database or a connection died`,
      ],
      demands: [
        ['kills: nothing lost, doubled or stale, and figures as recounted', faults.length === 0],
        [`kills: no answer but 503 (${odd.join(', ')})`, odd.length === 0],
      ],
    },
  ]
}

function kill(kind: (typeof KINDS)[number], { pid, dataDir }: Ground): void {
  if (kind === 'one connection') {
    const serving = servingProcesses(dataDir)
    const one = serving[Math.floor(Math.random() * serving.length)]
    if (one) process.kill(one, 'SIGKILL')
    return
  }
  const { first } = databaseProcesses(dataDir)
  if (kind !== 'database') process.kill(pid(), 'SIGKILL')
  if (kind !== 'server') process.kill(first, 'SIGKILL')
}

/** Until writes go on for a while after a moment. Throws after a minute. */
export async function untilAcknowledged(at: readonly number[], moment: number): Promise<void> {
  const end = performance.now() + 60_000
  while (at.filter((one) => one > moment).length < 30) {
    if (performance.now() > end) throw new Error('No write is acknowledged any more.')
    await pause(20)
  }
}

/** The longest time without an acknowledged write after a moment. */
export function longestGap(at: readonly number[], moment: number): number {
  const after = [moment, ...at.filter((one) => one > moment)]
  return Math.max(...after.slice(1).map((one, index) => one - (after[index] ?? one)))
}
