import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { LearnerEvent } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import { createInsight } from '#server/analytics/insight.ts'
import { query, type TestApp } from '../support/app.ts'
import { adminCommand } from '../support/command.ts'
import { castOf, idOf, randomEvents } from '../support/random-events.ts'
import { expectRight } from '../support/rolled-up.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const CAST = castOf({ users: 5, missions: 2, protocols: 2, mentors: 2 })

const start = serversOfATest()

/** Facts on the server's database with an own log. */
function factsOf({ store }: TestApp) {
  const tell = vi.fn()
  const { facts } = createInsight({ store, registry, zone: () => 'UTC', tell })
  return { facts, tell }
}

const aside = ({ connection }: TestApp) =>
  query<{ id: string; attempts: number; error: string }>(
    connection,
    'select id, attempts, error from event_batches where failed_at is not null order by id',
  )

async function systemWarnings(server: TestApp): Promise<string[]> {
  const { body } = await server.call('GET', '/admin/widget-data?widgetType=systemStatus')
  return Object(body.data).warnings
}

/** The percentage does not fit its column; the API would refuse it. */
const broken = (): LearnerEvent => ({
  eventType: 'protocol_progressed',
  id: randomUUID(),
  user: idOf(1, 1),
  timestamp: '2026-05-01T12:00:00.000Z',
  protocol: idOf(3, 1),
  progress: 99_999,
})

test('batches that cannot be counted are set aside and reported once; all others are counted', async () => {
  const server = await start()
  const { facts, tell } = factsOf(server)
  const events = randomEvents(1, 250, CAST)
  for (let at = 0; at < 250; at += 10) {
    await facts.accept(events.slice(at, at + 10))
    // Two of them one after the other.
    for (const after of [0, 240, 240]) if (at === after) await facts.accept([broken()])
  }
  expect(await facts.rollUp()).toBe(250)
  await expectRight(server)
  const error = '22003: value "99999" is out of range for type smallint'
  const [first, ...others] = await aside(server)
  expect([first, ...others]).toMatchObject(Array(3).fill({ attempts: 1, error }))
  expect(await query(server.connection, 'select 1 from event_batches')).toHaveLength(3)
  expect(tell).toHaveBeenCalledTimes(3)
  expect(tell.mock.calls[0]).toEqual([
    { err: expect.any(Error), batch: first?.id },
    'counting a batch of events failed, set aside',
  ])
  // The queue goes on without them.
  expect(await facts.rollUp()).toBe(0)
  expect(tell).toHaveBeenCalledTimes(3)
  expect(await systemWarnings(server)).toContain(
    '3 batches of events could not be counted and were set aside. The log says why. After fixing the cause, run: npm run admin -- retry-events',
  )

  // One is fixed by SQL; the others fail again.
  await query(
    server.connection,
    `update event_batches set events = jsonb_set(events, '{0,progress}', '50') where id = $1`,
    [first?.id],
  )
  const { said } = await adminCommand(server, 'retry-events')
  expect(said).toBe('Retried 3 batches: 1 new events, 2 batches failed again.\n')
  expect(await aside(server)).toEqual(others.map((one) => ({ ...one, attempts: 2 })))
  await expectRight(server)
  await query(server.connection, 'delete from event_batches')
  expect((await adminCommand(server, 'retry-events')).said).toBe('There are no failed batches.\n')
  expect(await systemWarnings(server)).toEqual([])
}, 180_000)
