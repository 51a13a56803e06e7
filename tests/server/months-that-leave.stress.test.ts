import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { connectAlone } from '#server/db/pool.ts'
import { letMonthsLeave } from '#server/events/leave.ts'
import { moveToZone, rebuild, rebuildAlone } from '#server/events/rebuild.ts'
import { query, type TestApp } from '../support/app.ts'
import { eventOf, sendEvents } from '../support/events.ts'
import { castOf, inBatches, randomEvents } from '../support/random-events.ts'
import { derived } from '../support/recount.ts'
import { serversOfATest } from '../support/servers-of-a-test.ts'

const CAST = castOf({ users: 20, isSpread: true })
const ZONE = 'Europe/Vienna'

const directory = mkdtempSync(join(tmpdir(), 'waymark-archive-'))
afterEach(() => rmSync(directory, { recursive: true, force: true }))
const startOne = serversOfATest()
const start = () => startOne({ env: { REPORTING_TIME_ZONE: ZONE } })

/** So many months are kept that the first is this one. */
function monthsSince(year: number, month: number): number {
  const now = new Date()
  return (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month
}

const countOf = async ({ connection }: TestApp) =>
  (await query<{ n: number }>(connection, 'select count(*) as n from events'))[0]?.n

test('OPS months of events leave into files, and no figure changes by it, then or ever', async () => {
  const [whole, short] = [await start(), await start()]
  const told: object[] = []
  const leave = (year: number, month: number) =>
    letMonthsLeave({
      connection: short.connection,
      months: monthsSince(year, month),
      archive: directory,
      patienceMs: 0,
      tell: (line) => told.push(line),
    })
  const tellBoth = async (events: ReturnType<typeof randomEvents>) => {
    for (const { insight } of [whole, short]) {
      for (const batch of inBatches(9, events)) await insight.facts.accept(batch)
      await insight.facts.rollUp()
    }
  }
  const same = async () => {
    expect(await derived(short.connection)).toEqual(await derived(whole.connection))
    expect(await rebuildAlone(short.connection, ZONE, registry)).toBe(0)
    expect(await derived(short.connection)).toEqual(await derived(whole.connection))
  }

  const events = randomEvents(9, 2400, CAST)
  const isFrom = (instant: string) => (event: { timestamp: string }) => event.timestamp >= instant
  const first = '2026-01-01T00:00:00.000Z'
  // In Vienna it is the first of January for an hour before: that day is cut in two.
  const early = events.filter((event) => !isFrom(first)(event))
  const late = events.filter(isFrom(first))
  const half = Math.floor(late.length / 2)
  await tellBoth([...early, ...late.slice(0, half)])

  await leave(2026, 1)
  expect(told.length).toBeGreaterThan(1)
  expect(await countOf(short)).toBe(half)
  await same()
  await tellBoth(late.slice(half))
  await same()

  // Each file has its events, and a proof of them.
  const proofs = readdirSync(directory).filter((file) => file.endsWith('.json'))
  let archived = 0
  for (const name of proofs) {
    const proof = JSON.parse(readFileSync(join(directory, name), 'utf8'))
    const file = readFileSync(join(directory, proof.file))
    expect(createHash('sha256').update(file).digest('hex')).toBe(proof.sha256)
    expect(gunzipSync(file).toString().trim().split('\n')).toHaveLength(proof.events + 1)
    archived += proof.events
  }
  expect(archived).toBe(early.length)
  expect(readdirSync(directory).filter((file) => file.endsWith('.part'))).toEqual([])

  // Another month leaves, and what changes events in bulk counts as everybody does.
  await leave(2026, 4)
  expect(await countOf(short)).toBe(late.filter(isFrom('2026-04-01')).length)
  await same()
  const client = await connectAlone(short.connection)
  await client.query('begin')
  expect(await rebuild(client, ZONE, registry)).toBe(0)
  await client.query('commit')
  await client.end()
  await same()
}, 180_000)

test('OPS an event of a month that left is refused in words, and days stay those of the zone', async () => {
  const server = await start()
  const { connection, insight, adminId } = server
  const at = (timestamp: string) =>
    eventOf(adminId, { eventType: 'feature_used', feature: 'Map', timestamp })
  await insight.facts.accept([at('2025-12-31T12:00:00.000Z'), at('2026-02-01T12:00:00.000Z')])
  await insight.facts.rollUp()
  const leave = (patienceMs: number) =>
    letMonthsLeave({
      connection,
      months: monthsSince(2026, 1),
      patienceMs,
      tell: () => undefined,
    })
  // Others may not have read it yet: nothing leaves so soon.
  await leave(60_000)
  expect(await countOf(server)).toBe(2)
  await insight.facts.prepare(() => undefined)
  const refused = await sendEvents(server, [at('2025-12-31T23:59:59.999Z')])
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining(
      'lies before 2026-01-01: events of before are counted for good and not taken any more',
    ),
  ])
  expect((await sendEvents(server, [at('2026-01-01T00:00:00.000Z')])).status).toBe(202)
  // What was taken before waits: nothing leaves before it is counted.
  await leave(0)
  await insight.facts.rollUp()
  await leave(0)
  expect(await countOf(server)).toBe(2)
  // A batch that was set aside for that long is not counted twice.
  await insight.facts.accept([at('2025-12-31T12:30:00.000Z')])
  expect(await insight.facts.rollUp()).toBe(0)
  await expect(moveToZone(connection, 'UTC', registry)).rejects.toThrow(
    'Months of events have left',
  )
  expect(await moveToZone(connection, ZONE, registry)).toBe(ZONE)
}, 60_000)
