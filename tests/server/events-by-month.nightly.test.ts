import { expect, test } from 'vitest'
import { query, type TestApp } from '../support/app.ts'
import { eventOf } from '../support/events.ts'
import { expectRight } from '../support/rolled-up.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const start = serversOfATest()

const months = async ({ connection }: TestApp) =>
  (
    await query<{ since: Date | null; until: Date }>(
      connection,
      'select since, until from event_months() order by until',
    )
  ).map(({ since, until }) => [since?.toISOString() ?? null, until.toISOString()])
const countOf = async ({ connection }: TestApp) =>
  (await query<{ n: number }>(connection, 'select count(*) as n from events'))[0]?.n ?? 0

test('OPS an event of a month of which nothing was told makes its month, and counts once', async () => {
  const server = await start()
  const { insight, adminId } = server
  const at = (timestamp: string) =>
    eventOf(adminId, { eventType: 'feature_used', feature: 'Map', timestamp })
  const early = at('2003-05-31T23:59:59.999Z')
  const late = at('2019-12-31T23:30:00.000Z')
  await insight.facts.accept([early, late, early])
  expect(await insight.facts.rollUp()).toBe(2)
  const there = await months(server)
  expect(there).toContainEqual(['2003-05-01T00:00:00.000Z', '2003-06-01T00:00:00.000Z'])
  expect(there).toContainEqual(['2019-12-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'])
  // An id with another time is another event.
  await insight.facts.accept([early, { ...early, timestamp: '2003-06-01T00:00:00.000Z' }])
  expect(await insight.facts.rollUp()).toBe(1)
  await expectRight(server)
})

test('OPS two servers that meet a new month at once make it once', async () => {
  const one = await start()
  const other = await start({ connection: one.connection })
  for (let round = 0; round < 10; round += 1) {
    const month = `20${10 + round}-03-15T12:00:00.000Z`
    await Promise.all(
      [one, other].map(async ({ insight, adminId }, place) => {
        await insight.facts.accept([
          eventOf(adminId, {
            eventType: 'feature_used',
            feature: `Map ${place}`,
            timestamp: month,
          }),
        ])
        await insight.facts.rollUp()
      }),
    )
  }
  expect(await countOf(one)).toBe(20)
  await expectRight(one)
})
