import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { connectAlone } from '#server/db/pool.ts'
import { createDatabase, query, type TestApp } from '../support/app.ts'
import { eventOf } from '../support/events.ts'
import { castOf, randomEvents } from '../support/random-events.ts'
import { expectRight } from '../support/rolled-up.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const CAST = castOf({ users: 15 })

const start = serversOfATest()

const MANY = 220_000

/** The release of 2026-11-20 with so many events that they are not moved at a start. */
async function released() {
  const connection = await createDatabase('template0')
  const client = await connectAlone(connection)
  const dump = readFileSync('tests/fixtures/releases/2026-11-20.sql.gz')
  await client.query(gunzipSync(dump).toString())
  await client.query(
    `begin; set local statement_timeout = 0;
     insert into events (id, type, user_id, at, feature)
     select gen_random_uuid(), 'feature_used', gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', 'Map'
     from generate_series(1, ${MANY}) as n;
     commit`,
  )
  await client.end()
  return connection
}

const kindOf = async ({ connection }: TestApp) =>
  (
    await query<{ kind: string }>(
      connection,
      "select relkind as kind from pg_class where oid = 'events'::regclass",
    )
  )[0]?.kind
const months = async ({ connection }: TestApp) =>
  (
    await query<{ since: Date | null; until: Date }>(
      connection,
      'select since, until from event_months() order by until',
    )
  ).map(({ since, until }) => [since?.toISOString() ?? null, until.toISOString()])
const countOf = async ({ connection }: TestApp) =>
  (await query<{ n: number }>(connection, 'select count(*) as n from events'))[0]?.n ?? 0

test('OPS a large table of events is put into months while the server works, and nothing is lost', async () => {
  const connection = await released()
  const server = await start({ connection })
  const before = await countOf(server)
  expect(before).toBeGreaterThan(MANY)
  expect(await kindOf(server)).toBe('r')
  const { facts } = server.insight
  const events = randomEvents(1, 200, CAST)
  await facts.accept(events.slice(0, 100))
  expect(await facts.rollUp()).toBe(100)
  await server.store.bringUp(() => undefined)
  expect(await kindOf(server)).toBe('p')
  expect(await countOf(server)).toBe(before + 100)
  // Sent again, and more of them.
  await facts.accept(events)
  expect(await facts.rollUp()).toBe(100)
  const [[since, bound] = [], ...more] = await months(server)
  expect(since).toBeNull()
  expect(Date.parse(String(bound))).toBeGreaterThan(Date.now())
  // The months that come are there before they begin.
  expect(Date.parse(String((more.at(-1) ?? [null, bound])[1]))).toBeGreaterThan(
    Date.now() + 58 * 86_400_000,
  )
  const indexes = await query<{ name: string }>(
    connection,
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'events'::regclass and i.indisvalid order by 1`,
  )
  expect(indexes.map(({ name }) => name)).toEqual([
    'events_pkey',
    'events_subject',
    'events_telling',
  ])
  // What is through is not begun again.
  const said: string[] = []
  await server.store.bringUp((line) => said.push(line))
  expect(said.filter((line) => line.includes('months'))).toEqual([])
}, 120_000)

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
