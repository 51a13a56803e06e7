import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { rollBatches } from '#server/analytics/facts.ts'
import { connectAlone, databaseCode, inTransaction, type Tx } from '#server/db/pool.ts'
import { startHousekeeping } from '#server/ops/housekeeping.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'

/* What happens when several want the same at the same time, and what is done when nobody looks. */

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  await query(server.connection, `insert into marks values ('one', ''), ('two', '')`)
})
afterAll(() => server.close())

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connected() {
  const client = await connectAlone(server.connection)
  closing.push(() => client.end())
  await client.query('begin')
  return client
}

const lock = (name: string) => `select 1 from marks where name = '${name}' for update`
const codeOf = (work: Promise<unknown>) => work.then(() => 'nothing failed', databaseCode)

test('of two writes that wait for each other the database ends one, which is tried again', async () => {
  const tries = { a: 0, b: 0 }
  let holding = 0
  let bothHold: () => void = () => undefined
  const both = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  const write = (who: 'a' | 'b', first: string, second: string) =>
    inTransaction(server.store.pool, async (tx: Tx) => {
      tries[who] += 1
      await tx.query("set local lock_timeout = '15s'")
      await tx.query(lock(first))
      holding += 1
      if (holding === 2) bothHold()
      await both
      await tx.query(lock(second))
      return who
    })
  expect(await Promise.all([write('a', 'one', 'two'), write('b', 'two', 'one')])).toEqual([
    'a',
    'b',
  ])
  // Whoever begins anew may come first again, and then it takes one more.
  expect(tries.a + tries.b).toBeGreaterThan(2)
})

test('a lock that somebody else holds is waited for so long and no longer', async () => {
  const holder = await connected()
  await holder.query(lock('one'))
  // By the limit of locks, and not by that of statements.
  expect(await codeOf(server.store.pool.query(lock('one')))).toBe('55P03')
})

test('a round of the roller gives way to whoever holds a user', async () => {
  const { id } = await server.user()
  const pending = [
    { eventType: 'user_signed_in', id: idOf(9, 1), user: id, timestamp: new Date().toISOString() },
  ]
  await query(
    server.connection,
    'insert into event_batches (id, events) values (gen_random_uuid(), $1)',
    [JSON.stringify(pending)],
  )
  const holder = await connected()
  await holder.query('select 1 from rec_users_kept where id = $1 for update', [id])
  const roller = await connected()
  expect(await codeOf(rollBatches(roller, registry))).toBe('55P03')
  await roller.query('rollback')
  await holder.query('rollback')
  expect(await server.insight.facts.rollUp()).toBe(1)
})

test('a second roller leaves the work to the first', async () => {
  const first = await connected()
  await rollBatches(first, registry)
  const second = await connected()
  expect(await rollBatches(second, registry)).toBeUndefined()
})

test('a database that takes no further connections is 503', async () => {
  const { pool } = server.store
  const busy = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  const { connection } = server
  if (!('database' in connection)) throw new Error('The tests have a cluster of their own.')
  const { database } = connection
  const outside = await connectAlone(inject('cluster'))
  await outside.query(`alter database ${database} connection limit 0`)
  const { status, headers } = await server.call('GET', '/users')
  await outside.query(`alter database ${database} connection limit -1`)
  await outside.end()
  for (const client of busy) client.release()
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect((await server.call('GET', '/users')).status).toBe(200)
})

test('what has run out is swept away by itself', async () => {
  const long = "now() - interval '9999 days'"
  const old = (mark: string) => `sha256('${mark}')`
  await query(
    server.connection,
    `insert into sessions (token_hash, user_id, created_at, last_used_at)
       values (${old('session')}, gen_random_uuid(), ${long}, ${long})`,
  )
  await query(
    server.connection,
    `insert into devices (marker_hash, user_id, used_at)
       values (${old('device')}, gen_random_uuid(), ${long})`,
  )
  await query(server.connection, `insert into limits values ('old', 1, 1)`)
  await query(
    server.connection,
    `insert into request_minutes (minute, n, failed, ms) values (${long}, 1, 0, 1)`,
  )
  const left = () =>
    query(
      server.connection,
      `select (select count(*)::int from sessions where created_at < now() - interval '999 days') as sessions,
         (select count(*)::int from devices where used_at < now() - interval '999 days') as devices,
         (select count(*)::int from limits where key = 'old') as limits,
         (select count(*)::int from request_minutes where minute < now() - interval '999 days') as minutes`,
    )
  expect(await left()).toEqual([{ sessions: 1, devices: 1, limits: 1, minutes: 1 }])
  startHousekeeping(server, { trashDays: 30, historyDays: undefined })
  closing.push(() => server.background.stop(0))
  await vi.waitFor(
    async () => expect(await left()).toEqual([{ sessions: 0, devices: 0, limits: 0, minutes: 0 }]),
    { timeout: 30_000, interval: 50 },
  )
})
