import { setTimeout as pause } from 'node:timers/promises'
import { rowsOf } from '../../support/raw-rows.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { databaseProcesses, type Ground, ground } from './ground.ts'
import { longestGap, untilAcknowledged } from './kills.ts'
import { ask, type Ledger, newLedger, startLoad } from './load.ts'
import type { Outcome, Trial } from './outcome.ts'
import { isRight, learnersOf, settle, verify } from './verify.ts'

/** What the server allows itself for an answer, with the load of a busy machine. */
const LONGEST = 12_000
/** How soon writes are acknowledged again. */
const SOON = 5_000

interface Fault {
  trial: string
  /** How long it lasts, in ms. */
  lasts: number
  begin(place: Ground): Promise<void> | void
  end(place: Ground): Promise<void> | void
  /** Whether reads go on meanwhile. */
  reads?: true
}

/** The database is frozen, only reads, answers late, or is away for a while, under a mixed load. */
export const database: Trial = async () => {
  const place = await ground()
  try {
    const frozen: Fault = {
      trial: 'database frozen (SIGSTOP to all its processes)',
      lasts: 12_000,
      begin: ({ dataDir }) => signalAll(dataDir, 'SIGSTOP'),
      end: ({ dataDir }) => signalAll(dataDir, 'SIGCONT'),
    }
    const readOnly: Fault = {
      trial: 'database that only reads',
      lasts: 4_000,
      reads: true,
      begin: (its) => setReadOnly(its, 'on'),
      end: (its) => setReadOnly(its, 'off'),
    }
    return [await during(place, frozen), await during(place, readOnly), ...(await onALine(place))]
  } finally {
    await place.close()
  }
}

/** A second server reaches the same database over TCP, on a line that is slow, or away. */
async function onALine(place: Ground): Promise<Outcome[]> {
  const line = await silentProxy(place.connection)
  const far = await ground({
    DATABASE_URL: line.connection.connectionString,
  })
  try {
    const slow: Fault = {
      trial: 'database 100 ms away, each way',
      lasts: 6_000,
      reads: true,
      begin: () => line.delay(100),
      end: () => line.delay(0),
    }
    const away: Fault = {
      trial: 'database away (connections cut and refused)',
      lasts: 6_000,
      begin: () => line.cut(),
      end: () => line.mend(),
    }
    return [await during(far, slow), await during(far, away)]
  } finally {
    line.mend()
    await far.close()
    await line.close()
  }
}

async function during(place: Ground, fault: Fault): Promise<Outcome> {
  const ledger = newLedger()
  const load = startLoad(place, ledger, await learnersOf(place.connection))
  await pause(1_000)
  const began = performance.now()
  process.stdout.write(`${fault.trial}, load for 1 s, then … `)
  await fault.begin(place)
  let reads = 0
  while (performance.now() - began < fault.lasts) {
    if (fault.reads && (await ask(place, 'GET', '/career-fields')).status !== 200) reads += 1
    await pause(200)
  }
  await fault.end(place)
  const ended = performance.now()
  await untilAcknowledged(ledger.at, ended)
  const gap = longestGap(ledger.at, ended)
  await load.end()
  console.log('over')
  const { odd } = await settle(place, ledger)
  const verdict = await verify(place.connection, ledger, true)
  const others = answers(ledger)
  const isSaid = [...ledger.others.keys()].every((status) => [0, 404, 503].includes(status))
  const name = fault.trial.split(' (')[0]
  return {
    trial: `${fault.trial}, ${fault.lasts / 1000} s`,
    figures: [
      `${ledger.acknowledged} writes acknowledged`,
      `other answers: ${others}`,
      `longest answer ${Math.round(ledger.longest)} ms`,
      ...(fault.reads ? [`${reads} reads failed`] : []),
      `acknowledged again after ${Math.round(gap)} ms`,
    ],
    demands: [
      [
        `${name}: nothing lost or doubled (${JSON.stringify(verdict)}, ${odd})`,
        isRight(verdict) && odd === 0,
      ],
      [`${name}: 503 and nothing else`, isSaid],
      [`${name}: every answer within ${LONGEST / 1000} s`, ledger.longest < LONGEST],
      [`${name}: back within ${SOON / 1000} s`, gap < SOON],
      ...(fault.reads ? [[`${name}: reads go on`, reads === 0] as const] : []),
    ],
  }
}

export function answers({ others }: Ledger): string {
  return [...others].map(([status, times]) => `${times} x ${status}`).join(', ') || 'none'
}

function signalAll(dataDir: string, signal: NodeJS.Signals): void {
  const { first, others } = databaseProcesses(dataDir)
  for (const pid of [first, ...others]) process.kill(pid, signal)
}

/** As a failover to a standby is seen: sessions end, new ones may only read. */
async function setReadOnly({ connection }: Ground, value: 'on' | 'off'): Promise<void> {
  await rowsOf(
    connection,
    `begin read write; alter database waymark set default_transaction_read_only = ${value}; commit`,
  )
  await rowsOf(
    connection,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark'",
  )
}
