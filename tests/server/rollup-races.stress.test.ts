import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { rollBatches } from '#server/analytics/facts.ts'
import { rebuild, rebuildAlone } from '#server/analytics/rebuild.ts'
import { connectAlone } from '#server/db/pool.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { createBackground } from '#server/ops/jobs.ts'
import { query } from '../support/app.ts'
import { castOf, randomEvents, seeded } from '../support/random-events.ts'
import { derived } from '../support/recount.ts'
import { expectRight, stored } from '../support/rolled-up.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const CAST = castOf({ users: 15 })

const start = serversOfATest()

test('an interrupted roll-up leaves everything for the next', async () => {
  const server = await start()
  const { connection, insight } = server
  await insight.facts.accept(randomEvents(3, 500, CAST))
  const [before, batches] = [await derived(connection), await stored(server)]
  for (const moment of [
    'insert into events',
    'into user_days',
    'into assignments',
    'rec_users_kept',
  ]) {
    const client = await connectAlone(connection)
    await client.query('begin')
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const run = client.query.bind(client)
    // Ends the connection after this statement, before the commit.
    const cut = (async (...args: Parameters<typeof run>) => {
      const result = await run(...args)
      if (String(args[0]).includes(moment))
        await query(connection, 'select pg_terminate_backend($1)', [rows[0].pid])
      return result
    }) as typeof run
    const broken = Object.assign(Object.create(client), { query: cut })
    const rolled = rollBatches(broken, registry).then(() => client.query('commit'))
    await expect(rolled, moment).rejects.toThrow()
    expect(await derived(connection)).toEqual(before)
    expect(await stored(server)).toEqual(batches)
  }
  expect(await insight.facts.rollUp()).toBe(500)
  await expectRight(server)
})

test('two servers lose their connections ten times, and every figure equals a recount', async () => {
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
      // Some accepted batches are sent again.
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

test('an interrupted rebuild changes no figure, and the next one repairs them', async () => {
  const server = await start()
  const { connection, insight } = server
  await insight.facts.accept(randomEvents(9, 500, CAST))
  await insight.facts.rollUp()
  await query(connection, 'update daily set n = n + 1')
  const before = await derived(connection)
  const holder = await connectAlone(connection)
  await holder.query('begin; lock table daily_changes in row exclusive mode')
  const rebuilt = rebuildAlone(connection, { registry }).then(
    () => 'done',
    () => 'cut off',
  )
  // The rebuild waits for this lock when everything else is counted.
  await vi.waitFor(async () => {
    const ended = await query(
      connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(ended).toHaveLength(1)
  }, 30_000)
  expect(await rebuilt).toBe('cut off')
  await holder.end()
  expect(await derived(connection)).toEqual(before)
  await insight.facts.accept(randomEvents(10, 100, CAST))
  expect(await insight.facts.rollUp()).toBe(100)
  expect(await rebuildAlone(connection, { registry })).toBeGreaterThan(10)
  await expectRight(server)
})

test('users are written and events accepted during a rebuild', async () => {
  const server = await start()
  const { connection, insight, changes } = server
  await insight.facts.accept(randomEvents(7, 300, CAST))
  await insight.facts.rollUp()
  const client = await connectAlone(connection)
  await client.query('begin')
  const body = { firstName: 'A', lastName: 'B', password: 'three-blue-waymarks' }
  const add = (name: string) =>
    changes.create('users', { ...body, email: `${name}@example.org` }, SYSTEM)
  const { id } = await add('before')
  await rebuild(client, { registry })
  // These wait for the commit.
  const writes = [
    add('during'),
    changes.update('users', id, { segment: 'student' }, undefined, SYSTEM),
  ]
  await insight.facts.accept(randomEvents(8, 300, CAST))
  const rolled = insight.facts.rollUp()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await client.query('commit')
  await client.end()
  await Promise.all(writes)
  expect(await rolled).toBe(300)
  await expectRight(server)
})
