import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { type Connection, connectAlone, createPool } from '#server/db/pool.ts'
import { createQueue, type Queue } from '#server/events/queue.ts'
import { ZONE_MARK } from '#server/events/zone.ts'
import { type Cast, idOf, randomEvents } from '../../support/random-events.ts'
import { derived, recount } from '../../support/recount.ts'
import { type Program, startProgram } from '../api/programs.ts'
import { type Ground, ground } from './ground.ts'
import { spread, type Trial } from './outcome.ts'
import { learnersOf } from './verify.ts'

const ROUNDS = 10
const BATCH = 1000
/** Of each reading of the rate. */
const BATCHES = 60
const TURNS = 3

/**
 * Two servers roll up one queue, and one of them is killed (-9) in each of ten rounds, in turns; then every figure is
 * compared with a recount of the raw rows. Then how fast one is, and two are, in turns.
 */
export const rollers: Trial = async () => {
  const place = await ground()
  const pool = createPool({ connection: place.connection, size: 2, onError: () => undefined })
  const queue = createQueue(pool, pool)
  const gate = await connectAlone(place.connection)
  let other = await startOther(place)
  const faults: string[] = []
  try {
    const cast = await castOf(place.connection)
    // The learners came with a story of their own.
    const before = await countOf(gate)
    let seed = 1
    const add = async (batches: number) => {
      for (let left = batches; left > 0; left -= 1) {
        const events = randomEvents(seed, BATCH, cast)
        await queue.add(events)
        // What was acknowledged may be sent again.
        if (seed % 5 === 0) await queue.add(events.slice(0, BATCH / 2))
        seed += 1
      }
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      await behind(gate, () => add(6))
      await pause(100 + Math.random() * 1500)
      process.kill(round % 2 === 0 ? place.pid() : other.pid, 'SIGKILL')
      if (round % 2 === 0) await place.restart()
      else other = await startOther(place)
      process.stdout.write(`\rrollers: round ${round} of ${ROUNDS} `)
    }
    await untilEmpty(queue)
    const stored = (await countOf(gate)) - before
    if (stored !== (seed - 1) * BATCH) faults.push(`${stored} of ${(seed - 1) * BATCH} events`)
    const [kept, raw] = [await derived(place.connection), await recount(place.connection, 'UTC')]
    for (const table of Object.keys(raw))
      if (!isDeepStrictEqual(raw[table], kept[table])) faults.push(`${table} unlike a recount`)

    const rates = { one: [] as number[], two: [] as number[] }
    for (let turn = 0; turn < TURNS; turn += 1) {
      await other.stop()
      rates.one.push(await rate(gate, queue, () => add(BATCHES)))
      other = await startOther(place)
      rates.two.push(await rate(gate, queue, () => add(BATCHES)))
    }
    console.log()
    for (const fault of faults) console.error(fault)
    return [
      {
        trial: `two rollers, kill -9 of one in each of ${ROUNDS} rounds`,
        figures: [
          `${stored} events stored once each`,
          `${faults.length} counts unlike a recount`,
          `events a second, ${TURNS} turns: one roller ${perSecond(rates.one)}, two ${perSecond(rates.two)}`,
        ],
        demands: [['rollers: counts equal to a recount', faults.length === 0]],
      },
    ]
  } finally {
    await gate.end()
    await pool.end()
    await other.stop()
    await place.close()
  }
}

/** A second server on the database of the first. */
function startOther({ env, connection }: Ground): Promise<Program> {
  if (!('host' in connection)) throw new Error('The database is not the embedded one.')
  const { host, port, user, database } = connection
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  return startProgram(['dist/server/main.js'], { ...env, DATABASE_URL: url })
}

async function castOf(connection: Connection): Promise<Cast> {
  const ids = (kind: number, count: number) =>
    Array.from({ length: count }, (_, number) => idOf(kind, number))
  const users = await learnersOf(connection)
  return { users, missions: ids(2, 10), protocols: ids(3, 10), mentors: ids(4, 10) }
}

/** Nobody rolls up meanwhile. */
async function behind(gate: Client, work: () => Promise<void>): Promise<void> {
  await gate.query('begin')
  await gate.query('select from marks where name = $1 for update', [ZONE_MARK])
  await work()
  await gate.query('commit')
}

/** Events a second from when the queue is let go until it is empty. */
async function rate(gate: Client, queue: Queue, add: () => Promise<void>): Promise<number> {
  const before = await countOf(gate)
  await behind(gate, add)
  const began = performance.now()
  await untilEmpty(queue)
  const seconds = (performance.now() - began) / 1000
  return ((await countOf(gate)) - before) / seconds
}

async function untilEmpty(queue: Queue): Promise<void> {
  const end = performance.now() + 300_000
  while ((await queue.backlog()).waiting > 0) {
    if (performance.now() > end) throw new Error('Events wait for longer than five minutes.')
    await pause(20)
  }
}

async function countOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*) as n from events')
  return rows[0]?.n ?? 0
}

function perSecond(rates: readonly number[]): string {
  return spread(rates).replace(' ms,', ',').replace(' ms at most', ' at most')
}
