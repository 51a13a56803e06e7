import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { createFacts, type Facts } from '#server/analytics/facts.ts'
import { type Connection, connectAlone, createPool } from '#server/db/pool.ts'
import { type Cast, idOf, randomEvents } from '../../support/random-events.ts'
import { derived, recount } from '../../support/recount.ts'
import { ground } from './ground.ts'
import type { Trial } from './outcome.ts'
import { learnersOf } from './verify.ts'

const ROUNDS = 10
const BATCH = 1000

/**
 * The server is killed (-9) while it rolls up the queue, in each of ten rounds. Then every figure is compared with a
 * recount of the raw rows.
 */
export const roller: Trial = async () => {
  const place = await ground()
  const pool = createPool({ connection: place.connection, size: 2, onError: () => undefined })
  const { connection } = place
  const store = { pool, rolling: pool, connection }
  const facts = createFacts({ store, registry: [], tell: () => undefined })
  const gate = await connectAlone(place.connection)
  const faults: string[] = []
  try {
    const cast = await castOf(place.connection)
    // The learners came with a story of their own.
    const before = await countOf(gate)
    let seed = 1
    const add = async (batches: number) => {
      for (let left = batches; left > 0; left -= 1) {
        const events = randomEvents(seed, BATCH, cast)
        await facts.accept(events)
        // What was acknowledged may be sent again.
        if (seed % 5 === 0) await facts.accept(events.slice(0, BATCH / 2))
        seed += 1
      }
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.kill(place.pid(), 'SIGKILL')
      await add(6)
      // The next start rolls them up, and is killed meanwhile.
      await place.restart()
      await pause(100 + Math.random() * 1500)
      process.stdout.write(`\rroller: round ${round} of ${ROUNDS} `)
    }
    await untilEmpty(facts)
    const stored = (await countOf(gate)) - before
    if (stored !== (seed - 1) * BATCH) faults.push(`${stored} of ${(seed - 1) * BATCH} events`)
    const [kept, raw] = [await derived(place.connection), await recount(place.connection, 'UTC')]
    for (const table of Object.keys(raw))
      if (!isDeepStrictEqual(raw[table], kept[table])) faults.push(`${table} unlike a recount`)

    console.log()
    for (const fault of faults) console.error(fault)
    return [
      {
        trial: `kill -9 of the roller in each of ${ROUNDS} rounds`,
        figures: [`${stored} events stored once each`, `${faults.length} counts unlike a recount`],
        demands: [['roller: counts equal to a recount', faults.length === 0]],
      },
    ]
  } finally {
    await gate.end()
    await pool.end()
    await place.close()
  }
}

async function castOf(connection: Connection): Promise<Cast> {
  const ids = (kind: number, count: number) =>
    Array.from({ length: count }, (_, number) => idOf(kind, number))
  const users = await learnersOf(connection)
  return { users, missions: ids(2, 10), protocols: ids(3, 10), mentors: ids(4, 10) }
}

async function untilEmpty(facts: Facts): Promise<void> {
  const end = performance.now() + 300_000
  while ((await facts.backlog()).waiting > 0) {
    if (performance.now() > end) throw new Error('Events wait for longer than five minutes.')
    await pause(20)
  }
}

async function countOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*) as n from events')
  return rows[0]?.n ?? 0
}
