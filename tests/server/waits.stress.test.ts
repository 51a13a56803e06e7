import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { rollBatches } from '#server/analytics/facts.ts'
import { connectAlone, databaseCode, inTransaction, type Tx } from '#server/db/pool.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'

/* Concurrent writers and roll-ups. */

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

test('of two deadlocked writes the database ends one, which is retried', async () => {
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
  // The retry may deadlock again.
  expect(tries.a + tries.b).toBeGreaterThan(2)
})

test('a roll-up gives way to a writer that holds a user', async () => {
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
