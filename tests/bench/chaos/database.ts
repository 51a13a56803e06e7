import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOf } from '../../support/raw-rows.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { databaseProcesses } from '../lib/process.ts'
import { atMost, holds, type Limit } from '../lib/report.ts'
import { type Server, startServer } from '../lib/server.ts'
import { addLearners, ask, Ledger, type Outcome } from './ledger.ts'

interface Disturbance {
  name: string
  ms: number
  begin(): unknown
  end(): unknown
  /** Reads must go on meanwhile. */
  isReadable?: true
}

/** The database is frozen, read-only, far away, or unreachable for some seconds under a mixed load. */
export async function database(): Promise<Outcome> {
  const near = await startServer()
  const line = await silentProxy(near.connection)
  const learners = await addLearners(near)
  const outcomes: Outcome[] = []
  try {
    const signalAll = (signal: NodeJS.Signals) => {
      const { postmaster, children } = databaseProcesses(near.dataDir)
      for (const pid of [postmaster, ...children]) process.kill(pid, signal)
    }
    for (const disturbance of [
      {
        name: 'frozen database',
        ms: 12_000,
        begin: () => signalAll('SIGSTOP'),
        end: () => signalAll('SIGCONT'),
      },
      {
        name: 'read-only database',
        ms: 4000,
        isReadable: true,
        begin: () => setReadOnly(near, 'on'),
        end: () => setReadOnly(near, 'off'),
      },
    ] satisfies Disturbance[])
      outcomes.push(await disturb(near, learners, disturbance))
    // A second server reaches the same database over TCP.
    const far = await startServer({ DATABASE_URL: line.connection.connectionString })
    try {
      for (const disturbance of [
        {
          name: 'database 100 ms away',
          ms: 6000,
          isReadable: true,
          begin: () => line.delay(100),
          end: () => line.delay(0),
        },
        {
          name: 'unreachable database',
          ms: 6000,
          begin: () => line.cut(),
          end: () => line.mend(),
        },
      ] satisfies Disturbance[])
        outcomes.push(await disturb(far, learners, disturbance))
    } finally {
      line.mend()
      await far.close()
    }
  } finally {
    await line.close()
    await near.close()
  }
  return {
    figures: outcomes.flatMap(({ figures }) => figures),
    limits: outcomes.flatMap(({ limits }) => limits),
  }
}

async function disturb(
  server: Server,
  learners: readonly string[],
  { name, ms, isReadable, begin, end }: Disturbance,
): Promise<Outcome> {
  const ledger = new Ledger()
  const load = ledger.start(server, learners)
  await sleep(1000)
  const began = performance.now()
  await begin()
  let failedReads = 0
  while (performance.now() - began < ms) {
    if (isReadable && (await ask(server, 'GET', '/career-fields')).status !== 200) failedReads += 1
    await sleep(200)
  }
  await end()
  const ended = performance.now()
  await ledger.untilWritten(ended)
  const gap = ledger.longestGap(ended)
  await load.end()
  await ledger.settle(server)
  const faults = await ledger.compare(server.connection)
  const errors = [...ledger.errors].map(([status, times]) => `${times} times ${status}`)
  const unexpected = ledger.unexpected()
  const limits: Limit[] = [
    ...ledger.limits(name, faults),
    holds(`${name}: no error but 503`, unexpected.length === 0, unexpected.join(', ')),
    atMost(`${name}: longest answer`, ledger.longestAnswer / 1000, 12, 's'),
    atMost(`${name}: writes again after`, gap / 1000, 5, 's'),
  ]
  if (isReadable) limits.push(atMost(`${name}: failed reads`, failedReads, 0, 'reads'))
  const answers = errors.join(', ') || 'no error'
  return { figures: [`${name}: ${ledger.acknowledged} writes, ${answers}`], limits }
}

/** Imitates a failover to a standby: connections end, and new ones can only read. */
async function setReadOnly({ connection }: Server, value: 'on' | 'off'): Promise<void> {
  await rowsOf(
    connection,
    `begin read write; alter database waymark set default_transaction_read_only = ${value}; commit`,
  )
  await rowsOf(
    connection,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark'",
  )
}
