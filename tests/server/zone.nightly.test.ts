import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/db/pool.ts'
import { explainFailure } from '#server/failure.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { startServer } from '#server/server.ts'
import { createDatabase, query, startApp, type TestApp, urlOf } from '../support/app.ts'
import { adminCommand } from '../support/command.ts'
import { type Cast, idOf, randomEvents } from '../support/random-events.ts'
import { derived, recount } from '../support/recount.ts'

const CAST: Cast = {
  users: [idOf(1, 1), idOf(1, 2)],
  missions: [idOf(2, 1)],
  protocols: [idOf(3, 1)],
  mentors: [idOf(4, 1)],
}

let running: TestApp[] = []
async function start(...setup: Parameters<typeof startApp>): Promise<TestApp> {
  const server = await startApp(...setup)
  running.push(server)
  return server
}
afterEach(async () => {
  for (const server of running) await server.close()
  running = []
})

const kept = (connection: Connection) =>
  query(connection, `select value from marks where name = 'reporting-zone'`)

/** Starts the product's server on a database; gives its words when it refuses. */
async function tryToServe(connection: Connection, zone?: string): Promise<string> {
  const config = await readConfig({
    DATABASE_URL: urlOf(connection),
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...(zone && { REPORTING_TIME_ZONE: zone }),
  })
  const started = await startServer(config, () => undefined).catch((error: unknown) =>
    explainFailure(error, config),
  )
  if (typeof started === 'string') return started
  await started.stop()
  return 'started'
}

test('a new database stores the configured zone; a start with another one is refused', async () => {
  const connection = await createDatabase()
  expect(await tryToServe(connection, 'Europe/Vienna')).toBe('started')
  expect(await kept(connection)).toEqual([{ value: 'Europe/Vienna' }])
  expect(await tryToServe(connection, 'UTC')).toBe(
    'This database counts days in Europe/Vienna, but REPORTING_TIME_ZONE is UTC. Unset REPORTING_TIME_ZONE or set it to Europe/Vienna. To count days in UTC from now on, run: npm run admin -- set-zone UTC',
  )
  // Nothing was changed by the one that was refused.
  expect(await kept(connection)).toEqual([{ value: 'Europe/Vienna' }])
  expect(await tryToServe(connection, 'europe/vienna')).toBe('started')
  expect(await tryToServe(connection)).toBe('started')
  expect(await kept(connection)).toEqual([{ value: 'Europe/Vienna' }])
  const server = await start({ connection: await createDatabase() })
  expect(server.insight.zone()).toBe('UTC')
})

test('set-zone recounts everything; a running server follows, and a new one needs no variable', async () => {
  const server = await start()
  const { connection, insight } = server
  await insight.facts.accept(randomEvents(5, 400, CAST))
  await insight.facts.rollUp()
  const { said } = await adminCommand(server, 'set-zone', 'Pacific/Auckland')
  expect(said).toContain('Changed the reporting time zone from UTC to Pacific/Auckland.')
  expect(await derived(connection)).toEqual(await recount(connection, 'Pacific/Auckland'))

  expect(insight.zone()).toBe('UTC')
  server.zone.follow(server.background)
  await vi.waitFor(() => expect(insight.zone()).toBe('Pacific/Auckland'), { timeout: 10_000 })
  await server.background.stop(0)
  const answer = await server.call('GET', '/admin/widget-data?widgetType=userStats')
  expect(answer.body).toMatchObject({ timeZone: 'Pacific/Auckland' })
  expect((await server.call('GET', '/profile')).body).toMatchObject({
    timeZone: 'Pacific/Auckland',
  })
  await insight.facts.accept(randomEvents(6, 200, CAST))
  await insight.facts.rollUp()
  await server.changes.create(
    'users',
    { firstName: 'A', lastName: 'B', email: 'late@example.org', password: 'three-blue-waymarks' },
    SYSTEM,
  )
  expect(await derived(connection)).toEqual(await recount(connection, 'Pacific/Auckland'))

  const other = await start({ connection })
  expect(other.insight.zone()).toBe('Pacific/Auckland')
  const again = await adminCommand(server, 'set-zone', 'Pacific/Auckland')
  expect(again.said).toBe('The reporting time zone is already Pacific/Auckland.\n')
})
