import { afterEach, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { rebuildAlone } from '#server/analytics/rebuild.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { type Cast, idOf, inBatches, randomEvents, seeded } from '../support/random-events.ts'
import { derived, recount } from '../support/recount.ts'

afterEach(() => {
  vi.useRealTimers()
})

const MISSIONS = 'missions/templates'
const ids = (kind: number, count: number) => Array.from({ length: count }, (_, n) => idOf(kind, n))

/** Creates users on several days, changes and deletes some, and returns all ids. */
async function makeUsers({ changes }: TestApp, seed: number): Promise<string[]> {
  const random = seeded(seed)
  vi.useFakeTimers({ toFake: ['Date'] })
  const made: string[] = []
  for (let number = 0; number < 8; number += 1) {
    vi.setSystemTime(Date.UTC(2026, 2, 27) + random() * 4 * 86_400_000)
    const body = { firstName: 'A', lastName: 'B', email: `u${number}@example.org` }
    const { id } = await changes.create(
      'users',
      { ...body, password: 'three-blue-waymarks' },
      SYSTEM,
    )
    made.push(id)
  }
  for (const [number, id] of made.entries()) {
    vi.setSystemTime(Date.UTC(2026, 2, 31) + random() * 4 * 86_400_000)
    if (number % 2 === 0)
      await changes.update('users', id, { segment: 'graduate' }, undefined, SYSTEM)
    if (number === 4) await changes.update('users', id, { segment: 'student' }, undefined, SYSTEM)
    if (number === 3 || number === 4) await changes.remove('users', id, undefined, SYSTEM)
  }
  vi.useRealTimers()
  return made
}

/** The gate takes the zone with summer time; the nightly run takes all three. */
const ZONES =
  process.env.TESTS === 'all' ? ['UTC', 'Europe/Vienna', 'Pacific/Auckland'] : ['Europe/Vienna']

test.each(ZONES)(
  'every derived table equals a recount of the raw rows, in any order of arrival, in %s',
  async (zone) => {
    const server = await startApp({ env: { REPORTING_TIME_ZONE: zone } })
    const { facts } = server.insight
    const seed = zone.length
    const users = await makeUsers(server, seed)
    const real = await server.changes.create(
      MISSIONS,
      { title: 'Short-lived', type: 'walk' },
      SYSTEM,
    )
    const cast: Cast = {
      users: [...users, ...ids(1, 12)],
      missions: [real.id, ...ids(2, 5)],
      // The same id as mission and protocol.
      protocols: [...ids(3, 5), idOf(2, 0)],
      mentors: ids(4, 3),
    }
    const events = randomEvents(seed, 1000, cast)
    for (const [number, batch] of inBatches(seed, events).entries()) {
      await facts.accept(batch)
      if (number === 5) await server.changes.remove(MISSIONS, real.id, undefined, SYSTEM)
      if (number % 3 !== 0) continue
      await facts.rollUp()
      if (number % 9 === 0)
        expect(await derived(server.connection)).toEqual(await recount(server.connection, zone))
    }
    await facts.rollUp()
    const made = await derived(server.connection)
    expect(made).toEqual(await recount(server.connection, zone))
    for (const [table, lines] of Object.entries(made))
      expect(lines.length, table).toBeGreaterThan(2)
    const [stored] = await query(server.connection, 'select count(*) as n from events')
    expect(stored).toEqual({ n: events.length })

    // A rebuild changes nothing, and repairs wrong figures.
    expect(await rebuildAlone(server.connection, { registry })).toBe(0)
    expect(await derived(server.connection)).toEqual(made)
    await query(server.connection, 'update daily set n = n + 1')
    await query(server.connection, 'delete from user_days where user_id = $1', [users[0]])
    expect(await rebuildAlone(server.connection, { registry })).toBeGreaterThan(10)
    expect(await derived(server.connection)).toEqual(made)
    await server.close()
  },
)
