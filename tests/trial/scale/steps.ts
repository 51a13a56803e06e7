import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '#contract/api.ts'
import { ask, newLedger, startLoad } from '../../bench/chaos/load.ts'
import { isRight, learnersOf, settle, verify } from '../../bench/chaos/verify.ts'
import type { Demand } from '../../support/judge.ts'
import { signIn } from '../../support/product.ts'
import { kill, promote, readsOf, until } from './databases.ts'
import type { Place } from './ground.ts'

/** What became of a step. */
export interface Outcome {
  step: string
  figures: readonly string[]
  demands: readonly Demand[]
}

/** Who signs in on one server is known to the other, and so is the end of it. */
export async function signInAcross({ servers: [one, other] }: Place): Promise<Outcome> {
  const { token } = await signIn(one.url)
  const there = { url: () => other.url, token }
  const known = await ask(there, 'GET', '/profile')
  await ask(there, 'POST', '/auth/logout')
  const ended = await ask({ ...there, url: () => one.url }, 'GET', '/profile')
  return {
    step: 'sign-in on one server, used on the other, ended there',
    figures: [`the other answers ${known.status}`, `the first then ${ended.status}`],
    demands: [['sign-in holds across servers', known.status === 200 && ended.status === 401]],
  }
}

const ASKED = 20
/** Tables that figures alone are read from, and exports of events. */
const OF_FIGURES = ['day_pairs', 'user_days']
const OF_EXPORTS = ['events']
/** The database counts what was read about a second later. */
const COUNTED_MS = 2500

/** Figures and exports are asked for, and both databases tell what was read of them. */
export async function readReplica({ primary, replica, target }: Place): Promise<Outcome> {
  const ledger = newLedger()
  const load = startLoad(target, ledger, await learnersOf(primary.connection), 2)
  await pause(3000)
  await load.end()
  await verify(primary.connection, ledger, false)
  const outcomes: { of: string; there: number; here: number; failed: number }[] = []
  const asked = [
    { of: 'figures', path: '/analytics/engagement', tables: OF_FIGURES },
    {
      of: 'exports',
      path: '/analytics/export?dataType=events&format=csv',
      tables: OF_EXPORTS,
    },
  ]
  for (const { of, path, tables } of asked) {
    await pause(COUNTED_MS)
    const [there, here] = [await readsOf(replica, tables), await readsOf(primary, tables)]
    let failed = 0
    for (let turn = 0; turn < ASKED; turn += 1) failed += (await answers(target, path)) ? 0 : 1
    await pause(COUNTED_MS)
    outcomes.push({
      ...{ of, failed },
      there: (await readsOf(replica, tables)) - there,
      here: (await readsOf(primary, tables)) - here,
    })
  }
  return {
    step: `${ASKED} figures and ${ASKED} exports`,
    figures: outcomes.map(
      ({ of, there, here }) =>
        `${of}: ${there} reads of tables on the replica, ${here} on the primary`,
    ),
    demands: [
      [
        'exports and figures read the replica alone',
        outcomes.every(({ there, here, failed }) => there >= ASKED && here === 0 && failed === 0),
      ],
    ],
  }
}

async function answers({ url, token }: Place['target'], path: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url()}${API_BASE}${path}`, { headers })
  await response.arrayBuffer()
  return response.ok
}

const ROUNDS = 2

/** Both servers are restarted one after the other, while writes, reads and events go on. */
export async function rollingRestart({ primary, servers, target }: Place): Promise<Outcome> {
  const ledger = newLedger()
  const load = startLoad(target, ledger, await learnersOf(primary.connection))
  await pause(1000)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { url, restart } of servers) {
      await restart()
      // The proxy sees within its interval that it is there again.
      await until('the server is ready', async () => (await fetch(`${url}/health/ready`)).ok)
      await pause(1000)
    }
  await load.end()
  const lost = [...ledger.others].map(([status, times]) => `${times} x ${status}`)
  const verdict = await verify(primary.connection, ledger, true)
  return {
    step: `rolling restart under load, ${ROUNDS * servers.length} restarts`,
    figures: [
      `${ledger.acknowledged} writes acknowledged`,
      `${lost.join(', ') || '0'} requests lost`,
      `longest answer ${Math.round(ledger.longest)} ms`,
    ],
    demands: [
      ['rolling restart: no request lost', lost.length === 0],
      [`rolling restart: nothing lost or doubled (${JSON.stringify(verdict)})`, isRight(verdict)],
    ],
  }
}

/** So long whoever watches the primary takes to be sure that it is gone. */
const NOTICED_MS = 3000

/** The primary is killed under load; the replica is promoted and the pooler led to it. */
export async function failover(place: Place): Promise<Outcome> {
  const { primary, replica, pooler, target } = place
  const ledger = newLedger()
  const load = startLoad(target, ledger, await learnersOf(primary.connection))
  const probe = startProbe(target)
  await pause(3000)
  await kill(primary)
  const killed = performance.now()
  await pause(NOTICED_MS)
  const noticed = performance.now()
  promote(replica)
  pooler.lead(replica.port)
  const promoted = performance.now()
  await until('writes go on', () =>
    Promise.resolve(ledger.at.filter((at) => at > promoted).length > 50),
  )
  await load.end()
  const said = await probe.end()
  const first = ledger.at.find((at) => at > noticed) ?? Number.NaN
  const seconds = (from: number) => `${((first - from) / 1000).toFixed(1)} s`
  const before = ledger.acknowledged
  const { sent, odd } = await settle(target, ledger)
  const verdict = await verify(replica.connection, ledger, true)
  const others = [...ledger.others].map(([status, times]) => `${times} x ${status}`).join(', ')
  const isSaid = [...ledger.others.keys()].every((status) => [404, 503].includes(status))
  return {
    step: 'primary killed (-9) under load, replica promoted 3 s later',
    figures: [
      `first write ${seconds(killed)} after the kill, ${seconds(promoted)} after the promotion`,
      `${before} writes acknowledged, ${verdict.lost} of them lost, ${verdict.stale + verdict.back} stale`,
      `meanwhile ${others || 'no other answer'}; ${said.with} of ${said.all} 503 had Retry-After`,
      `${sent} without a good answer sent again under their key, ${odd} of them not done`,
      `longest answer ${Math.round(ledger.longest)} ms`,
    ],
    demands: [
      [`failover: 0 acknowledged writes lost (${JSON.stringify(verdict)})`, isRight(verdict)],
      ['failover: what had no answer is done once when it is sent again', odd === 0],
      ['failover: 503 and nothing else', isSaid],
      ['failover: each 503 says when to come again', said.all > 0 && said.with === said.all],
      [
        'failover: writes go on by themselves within 10 s of the promotion',
        first - promoted < 10_000,
      ],
    ],
  }
}

/** Asks again and again, and counts the answers that send away, and those that say when to come again. */
function startProbe({ url, token }: Place['target']) {
  let isOver = false
  const counts = { all: 0, with: 0 }
  const run = async () => {
    while (!isOver) {
      const response = await fetch(`${url()}${API_BASE}/career-fields?limit=1`, {
        headers: { authorization: `Bearer ${token}` },
      }).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.status === 503) {
        counts.all += 1
        if (response.headers.has('retry-after')) counts.with += 1
      }
      await pause(50)
    }
    return counts
  }
  const ended = run()
  return {
    end() {
      isOver = true
      return ended
    },
  }
}
