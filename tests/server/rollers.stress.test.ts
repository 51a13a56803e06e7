import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { connectAlone } from '#server/db/pool.ts'
import { lastLogins } from '#server/events/registry.ts'
import { rollBatches } from '#server/events/roll.ts'
import { createBackground } from '#server/ops/jobs.ts'
import { query } from '../support/app.ts'
import { castOf, randomEvents, seeded } from '../support/random-events.ts'
import { expectRight, stored } from '../support/rolled-up.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const CAST = castOf({ users: 48, isSpread: true })

const start = serversOfATest()

test('OPS two rollers race, their connections are killed ten times, and every figure equals a recount', async () => {
  const one = await start({ env: { DATABASE_CONNECTIONS: '4' } })
  const { connection } = one
  const other = await start({ connection, env: { DATABASE_CONNECTIONS: '4' } })
  const random = seeded(17)
  const backgrounds = [one, other].map(({ insight }) => {
    const background = createBackground(() => undefined)
    insight.facts.start(background)
    return background
  })
  const events = randomEvents(17, 3000, CAST)
  for (let round = 0; round < 10; round += 1) {
    for (let at = round * 300; at < (round + 1) * 300; at += 30) {
      const { facts } = random() < 0.5 ? one.insight : other.insight
      await facts.accept(events.slice(at, at + 30))
      // What was acknowledged may be sent again.
      if (random() < 0.3) await facts.accept(events.slice(at, at + 30))
    }
    await pause(random() * 300)
    await query(
      connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'waymark' and state <> 'idle'`,
    )
  }
  await Promise.all(backgrounds.map((background) => background.stop(10_000)))
  await vi.waitFor(() => Promise.all([one, other].map(({ insight }) => insight.facts.rollUp())), {
    timeout: 30_000,
  })
  expect(await stored(one)).toEqual({ events: 3000, pending: 0, aside: 0 })
  await expectRight(one)
}, 120_000)

test('OPS two rollers are at work at once: one waits for the other only while sums are written', async () => {
  const server = await start()
  const { connection, insight } = server
  // A month that is new is made by one for all: it is not what is looked at here.
  await query(connection, "select make_event_months('2024-01-01', '2027-12-31')")
  await insight.facts.accept(randomEvents(3, 1000, CAST))
  const options = { users: 'rec_users', lastLogins: lastLogins(registry), mode: 'try' } as const
  const [first, second] = [await connectAlone(connection), await connectAlone(connection)]
  for (const client of [first, second]) await client.query('begin')
  const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
  const one = await rollBatches(first, options)
  // Nobody else gives up sooner than this test looks.
  const rolling = rollBatches(
    Object.assign(Object.create(second), {
      query: (text: unknown, ...more: unknown[]) =>
        Reflect.apply(second.query, second, [
          typeof text === 'string' ? text.replace("'800ms'", "'20s'") : text,
          ...more,
        ]),
    }),
    options,
  )
  await vi.waitFor(async () => {
    const [waiting] = await query<{ query: string }>(
      connection,
      `select query from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
      [rows[0]?.pid],
    )
    expect(waiting?.query).toContain('from gathered')
  }, 30_000)
  await first.query('commit')
  const two = await rolling
  await second.query('commit')
  for (const client of [first, second]) await client.end()
  expect([one.batches, two.batches]).toEqual([8, 8])
  expect(one.events + two.events).toBe(1000)
  await expectRight(server)
})

test('OPS a batch that a program of before took in is cut up, and its place in the queue stays', async () => {
  const server = await start()
  const { connection, insight } = server
  const events = randomEvents(4, 400, CAST)
  await insight.facts.accept(events.slice(0, 100))
  await query(
    connection,
    `insert into event_batches (id, events)
     select (left(id::text, 24) || 'ffffffffffff')::uuid, $1::jsonb from event_batches order by id limit 1`,
    [JSON.stringify(events.slice(50))],
  )
  expect(await insight.facts.rollUp()).toBe(400)
  expect(await stored(server)).toEqual({ events: 400, pending: 0, aside: 0 })
  await expectRight(server)
})
