import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { MOST_BEHIND_MS } from '#server/db/long-reads.ts'
import { judgeReplica } from '#server/ops/doctor/replica-finding.ts'
import { createDatabase, query, startApp, type TestApp, urlOf } from '../support/app.ts'
import { type SilentProxy, silentProxy } from '../support/silent-proxy.ts'

/* What stands for the replica is an empty database: whoever reads it sees no users. A real one: npm run trial -- scale. */

let server: TestApp
let copy: Awaited<ReturnType<typeof createDatabase>>
let line: SilentProxy

beforeAll(async () => {
  copy = await createDatabase()
  line = await silentProxy(copy)
  server = await startApp({
    replica: line.connection,
    env: { METRICS_TOKEN: 'a-token-for-the-metrics' },
  })
  await server.user()
})

afterAll(async () => {
  await server.close()
  await line.close()
})

const beat = (secondsAgo: number) =>
  query(
    copy,
    `insert into marks values ('heartbeat', (extract(epoch from clock_timestamp()) - $1)::text)
     on conflict (name) do update set value = excluded.value`,
    [secondsAgo],
  )
const inSight = async () => {
  await beat(0)
  expect(await server.store.longReads.look()).toMatchObject({ is: 'read' })
}
const usersInFigures = async () => {
  const { status, body } = await server.call('GET', '/analytics/growth')
  expect(status).toBe(200)
  return Number(Object(body.data).summary.totalUsers)
}
const exported = async (path = '/users/export?format=csv') => {
  const { status, text } = await server.call('GET', path)
  expect(status).toBe(200)
  return text.trim().split('\n').length - 1
}
const status = async () => {
  const { body } = await server.call('GET', '/admin/widget-data?widgetType=systemStatus')
  return String(Object(body.data).warnings)
}
const metrics = async () => {
  const headers = { authorization: 'Bearer a-token-for-the-metrics' }
  const { payload } = await server.app.inject({ url: '/metrics', headers })
  return payload
}

test('a replica that was not asked yet, or holds something else, is not read', async () => {
  expect(await usersInFigures()).toBe(2)
  expect(await server.store.longReads.look()).toMatchObject({
    is: 'away',
    why: expect.stringContaining('does not hold'),
  })
  expect([await usersInFigures(), await exported()]).toEqual([2, 2])
  expect(await status()).toContain('The replica does not answer')
})

test('figures and exports read the replica; the newest users and every right the primary', async () => {
  await inSight()
  expect(await usersInFigures()).toBe(0)
  expect([await exported(), await exported('/analytics/export?dataType=users&format=csv')]).toEqual(
    [0, 0],
  )
  const recent = await server.call('GET', '/admin/widget-data?widgetType=recentUsers')
  expect(recent.body.data).toHaveLength(2)
  const { body } = await server.call('GET', '/users')
  expect(body.users).toHaveLength(2)
  expect(await status()).not.toContain('replica')
  expect(await metrics()).toContain('waymark_replica_read 1')
  // Of a session that the replica never heard of, and of its end.
  const { body: again } = await server.signIn('admin@example.org')
  const token = String(again.token)
  const ask = () => server.call('GET', '/analytics/growth', { token })
  expect((await ask()).status).toBe(200)
  await server.call('POST', '/auth/logout', { token })
  expect((await ask()).status).toBe(401)
})

test('one that is behind is left until it has caught up', async () => {
  await beat(MOST_BEHIND_MS / 1000 + 3)
  expect(await server.store.longReads.look()).toMatchObject({ is: 'behind' })
  expect([await usersInFigures(), await exported()]).toEqual([2, 2])
  expect(await status()).toMatch(/The replica is \d+ s behind/)
  await inSight()
  expect(await usersInFigures()).toBe(0)
})

test('OPS-07 one that goes away in the middle fails nobody: the primary is asked, until it is back', async () => {
  await inSight()
  line.cut()
  expect([await usersInFigures(), await exported()]).toEqual([2, 2])
  expect(await server.store.longReads.look()).toMatchObject({ is: 'away' })
  expect(await metrics()).toContain('waymark_replica_read 0')
  line.mend()
  await inSight()
  line.cut()
  expect(await exported()).toBe(2)
  line.mend()
  await inSight()
  expect([await usersInFigures(), await exported()]).toEqual([0, 0])
})

test('OPS-07 one that falls silent is given three seconds', async () => {
  await inSight()
  expect(await usersInFigures()).toBe(0)
  line.hush()
  const began = performance.now()
  expect(await usersInFigures()).toBe(2)
  expect(performance.now() - began).toBeLessThan(9000)
  await inSight()
})

test('OPS-04 a replica without a primary is refused, and the doctor knows one that is none or away', async () => {
  const url = urlOf(copy)
  await expect(readConfig({ DATABASE_READ_URL: url })).rejects.toThrow('needs DATABASE_URL')
  const config = await readConfig({ DATABASE_READ_URL: url, DATABASE_URL: url })
  const words = async (of: string | undefined) => {
    const findings = await judgeReplica(of, 0)
    return findings.map(({ words, mend }) => (mend === undefined ? 'well' : words)).join()
  }
  expect(await words(undefined)).toBe('')
  expect(await words(config.databaseReadUrl)).toContain('takes writes')
  line.cut()
  expect(await words(line.connection.connectionString)).toContain('does not answer')
  line.mend()
})
