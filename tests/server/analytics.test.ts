import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABS } from '#contract/analytics.ts'
import { rangeOf, TIME_RANGES } from '#contract/days.ts'
import type { LearnerEvent } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import { createInsight } from '#server/analytics/insight.ts'
import { moveToZone, rebuildAlone } from '#server/analytics/rebuild.ts'
import { createRandom } from '#server/demo/samples.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bruteFigures } from '../support/brute-compared.ts'
import { plusDays, type Raw, readRaw } from '../support/brute-facts.ts'
import { FACTUAL, UNTIL } from '../support/figures-at.ts'
import { addWorld, eventsOf, tell, type World } from '../support/learners.ts'

let server: TestApp
let world: World

/** Some events arrive before a rebuild, the others after it, in random order. */
beforeAll(async () => {
  server = await startApp()
  world = await addWorld(server, 7)
  const events = eventsOf(world, 11, 5000)
  await tell(server, events.slice(0, 2000))
  await rebuildAlone(server.connection, { registry })
  await tell(server, events.slice(1900))
  await tell(server, manyFeatures())
  await changeSomething()
})
afterAll(() => server.close())

/** More features on one day than are listed, one of them named `other`. */
function manyFeatures(): LearnerEvent[] {
  const uses = Array.from({ length: 70 }, (_, at) =>
    Array.from({ length: 1 + (at % 4) }, () => (at === 3 ? 'other' : `feature ${at}`)),
  )
  return uses.flat().map((feature) => ({
    id: randomUUID(),
    eventType: 'feature_used',
    user: world.users[0] ?? '',
    timestamp: '2024-06-15T12:00:00.000Z',
    feature,
  }))
}

/** Changes records through the API: figures follow their present state, events stay. */
async function changeSomething(): Promise<void> {
  const edit = (path: string, body: object) => server.call('PUT', path, { body })
  const [gone, stayed, idle] = await Promise.all([server.user(), server.user(), server.user()])
  const [mission, other, third] = world.missions
  const [protocol, next] = world.protocols
  const answers = await Promise.all([
    server.call('DELETE', `/users/${gone?.id}`),
    edit(`/users/${stayed?.id}`, { segment: 'career-changer' }),
    edit(`/users/${idle?.id}`, { isActive: false, role: 'admin' }),
    server.call('DELETE', `/missions/templates/${mission}`),
    edit(`/missions/templates/${other}`, { difficulty: 'expert', type: 'walk' }),
    edit(`/missions/templates/${third}`, { isActive: false }),
    server.call('DELETE', `/protocols/templates/${protocol}`),
    edit(`/protocols/templates/${next}`, { targetLevel: 'intermediate' }),
    server.call('DELETE', `/mentors/${world.mentors[1]}`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([204, 200, 200, 204, 200, 200, 204, 200, 204])
}

const RANGES = [
  ['2024-10-07', '2024-11-05'],
  ['2024-02-29', '2024-02-29'],
  ['2024-02-01', '2024-02-29'],
  ['2023-12-18', '2024-01-14'],
  ['2024-03-25', '2024-04-14'],
  ['2024-10-27', '2024-10-27'],
  ['2023-10-01', '2024-11-05'],
  ['2023-10-15', '2024-10-31'],
  ['2024-05-01', '2024-06-30'],
  ['2024-05-31', '2024-07-01'],
  ['2020-01-01', '2024-12-31'],
  ['2019-01-01', '2019-01-31'],
  ['2026-01-01', '2027-06-01'],
] as const
const random = createRandom(3)
const anyRange = (): [string, string] => {
  const start = plusDays('2023-09-01', Math.floor(random.between(0, 430)))
  return [start, plusDays(start, Math.floor(random.between(0, 120)))]
}
const ranges = [...RANGES, ...Array.from({ length: 5 }, anyRange)]

/** Periods compared with one that is not over, each with its time of day. */
const CUTS = [
  ['2024-10-29', '2024-10-29', '12:30'],
  ['2024-10-07', '2024-10-20', '10:14'],
  ['2024-09-01', '2024-09-30', '23:59'],
  ['2024-03-04', '2024-03-31', '02:30'],
  ['2024-06-09', '2024-06-15', '00:00'],
  ['2023-09-20', '2024-08-11', '17:05'],
] as const

/** Edges for each zone: leap day, end of year, and days with a change to or from summer time. */
const NOWS = {
  UTC: [UNTIL, '2024-02-29T23:30:00Z', '2024-05-16T10:14:20Z'],
  'Europe/Vienna': [UNTIL, '2024-03-31T22:00:00Z', '2024-03-30T15:00:00Z'],
  'Pacific/Auckland': [UNTIL, '2024-01-01T10:59:59Z', '2024-04-07T11:59:59Z'],
}

/** The gate takes the zone with summer time; the nightly run takes all three. */
const ZONES = process.env.TESTS === 'all' ? Object.entries(NOWS) : Object.entries(NOWS).slice(1, 2)

describe.each(ZONES)('days in %s', (zone, nows) => {
  let raw: Raw
  beforeAll(async () => {
    await moveToZone(server.connection, zone, { registry })
    // Events after the rebuild.
    await tell(server, eventsOf(world, zone.length, 300))
    raw = await readRaw(server.connection)
  })
  const insightAt = (now: string) =>
    createInsight({ store: server.store, registry, zone: () => zone, now: () => new Date(now) })

  test('each figure of each range equals a count of the rows', async () => {
    const { figures } = insightAt(UNTIL)
    const { analytics } = bruteFigures(raw, zone, new Date(UNTIL))
    for (const [start, end] of ranges)
      for (const tab of TABS) {
        const payload = await figures.analytics(tab, { start, end })
        expect(payload, `${tab} ${start} ${end}`).toEqual(analytics(tab, start, end))
      }
  })

  test('so does each figure of a range whose last day ends at a time of day', async () => {
    const { figures } = insightAt(UNTIL)
    const { analytics } = bruteFigures(raw, zone, new Date(UNTIL))
    for (const [start, end, until] of CUTS)
      for (const tab of TABS) {
        const payload = await figures.analytics(tab, { start, end }, until)
        expect(payload, `${tab} ${start} ${end} ${until}`).toEqual(
          analytics(tab, start, end, until),
        )
      }
  })

  test.each(nows)('so does each widget and its previous period, at %s', async (now) => {
    const { figures, today } = insightAt(now)
    const { widget } = bruteFigures(raw, zone, new Date(now))
    for (const timeRange of TIME_RANGES) {
      const range = rangeOf(timeRange, today())
      for (const type of FACTUAL)
        expect(await figures.widget(type, timeRange), `${type} ${timeRange}`).toEqual({
          ...widget(type, range.start, range.end),
          range,
          timeZone: zone,
          asOf: new Date(now).toISOString(),
        })
    }
  })
})
