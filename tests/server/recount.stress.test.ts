import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { moveToZone, rebuildAlone } from '#server/events/rebuild.ts'
import { createBackground } from '#server/ops/jobs.ts'
import { query, type TestApp } from '../support/app.ts'
import { castOf, randomEvents } from '../support/random-events.ts'
import { expectRight } from '../support/rolled-up.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const CAST = castOf({ users: 20, isSpread: true })

const start = serversOfATest()

const under = async ({ connection }: TestApp) =>
  query<{ zone: string; until: string | null }>(
    connection,
    'select zone, done_until::text as until from recounting',
  )

/** Cuts off whoever counts anew as soon as so much is counted. */
async function cutOff({ connection }: TestApp): Promise<void> {
  await query(
    connection,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'waymark-setup' and pid <> pg_backend_pid()`,
  )
}

test('OPS counting anew that was killed goes on with the month it was at, while events come, and equals a recount', async () => {
  const server = await start()
  const { connection, insight } = server
  const events = randomEvents(5, 1500, CAST)
  await insight.facts.accept(events.slice(0, 1000))
  await insight.facts.rollUp()
  await query(connection, 'update daily set n = n + 1')

  const said: string[] = []
  const months = new Set(events.map(({ timestamp }) => timestamp.slice(0, 7)))
  const stopAfter = async (most: number) => {
    let left = most
    let cutting: Promise<void> | undefined
    const cut = rebuildAlone(connection, 'UTC', registry, (line) => {
      said.push(line)
      left -= 1
      // At the next line it is cut off in the middle of what it says.
      if (left === -1) cutting = cutOff(server)
    })
    await expect(cut).rejects.toThrow()
    // Or it would cut off what asks next.
    await cutting
  }
  await stopAfter(1)
  const [first] = await under(server)
  expect(first?.zone).toBe('UTC')
  // Rolled up meanwhile: of months that are counted, and of those that are not.
  await insight.facts.accept(events.slice(1000, 1300))
  expect(await insight.facts.rollUp()).toBe(300)
  await stopAfter(2)
  expect(said.filter((line) => line.startsWith('Going on after'))).toHaveLength(1)
  await insight.facts.accept(events.slice(1300))
  expect(await insight.facts.rollUp()).toBe(200)
  expect(
    await rebuildAlone(connection, 'UTC', registry, (line) => said.push(line)),
  ).toBeGreaterThan(0)
  expect(await under(server)).toEqual([])
  await expectRight(server)
  // No month was begun again that was through.
  const counted = said.filter((line) => /^Counting \d{4}-\d\d\.$/.test(line))
  expect(new Set(counted).size).toBe(months.size)
  expect(counted.length).toBeLessThanOrEqual(months.size + 2)

  // What was put in place takes events as what was there, and nothing is wrong with it.
  await insight.facts.accept(randomEvents(6, 200, CAST))
  expect(await insight.facts.rollUp()).toBe(200)
  expect(await rebuildAlone(connection, 'UTC', registry)).toBe(0)
  await expectRight(server)
  const names = await query<{ name: string }>(
    connection,
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in ('assignments'::regclass, 'next_assignments'::regclass) order by 1`,
  )
  expect(names.map(({ name }) => name)).toEqual([
    'assignments_at',
    'assignments_pkey',
    'assignments_subject',
    'assignments_user',
    'next_assignments_at',
    'next_assignments_pkey',
    'next_assignments_subject',
    'next_assignments_user',
  ])
}, 120_000)

test('OPS a server goes on with what a command left, and a zone that changes meanwhile begins anew', async () => {
  const server = await start()
  const { connection, insight } = server
  await insight.facts.accept(randomEvents(7, 600, CAST))
  await insight.facts.rollUp()
  let lines = 0
  let cutting: Promise<void> | undefined
  const cut = moveToZone(connection, 'Pacific/Auckland', registry, () => {
    lines += 1
    if (lines === 2) cutting = cutOff(server)
  })
  await expect(cut).rejects.toThrow()
  await cutting
  expect(await under(server)).toMatchObject([{ zone: 'Pacific/Auckland' }])
  // Nothing has changed for anybody.
  await expectRight(server)
  const background = createBackground(() => undefined)
  insight.facts.start(background)
  await insight.facts.accept(randomEvents(8, 100, CAST))
  await vi.waitFor(async () => expect(await under(server)).toEqual([]), { timeout: 30_000 })
  await background.stop(10_000)
  await insight.facts.rollUp()
  await expectRight(server, 'Pacific/Auckland')
  expect(await moveToZone(connection, 'Europe/Vienna', registry)).toBe('Pacific/Auckland')
  await expectRight(server, 'Europe/Vienna')
}, 120_000)
