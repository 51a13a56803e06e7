import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { rollBatches } from '#server/analytics/facts.ts'
import { connectAlone } from '#server/db/pool.ts'
import { startApp } from '../support/app.ts'
import { castOf, randomEvents } from '../support/random-events.ts'

const CAST = castOf({ users: 200, missions: 20, protocols: 20, mentors: 20 })

test('a round reads no table whole, and forbids no plan, on any PostgreSQL', async () => {
  const server = await startApp()
  const { facts } = server.insight
  const events = randomEvents(1, 3060, CAST)
  for (let at = 0; at < 3000; at += 1000) await facts.accept(events.slice(at, at + 1000))
  await facts.rollUp()
  const client = await connectAlone(server.connection)
  // As the database knows its tables some time after they were filled.
  await client.query('vacuum analyze')
  await facts.accept(events.slice(3000))
  await client.query('begin')
  expect(await rollBatches(client, registry)).toMatchObject({ batches: 1, events: 60 })
  const { rows: scans } = await client.query(
    `select relname as table, seq_tup_read from pg_stat_xact_user_tables
     where seq_tup_read > 0 and schemaname = current_schema()`,
  )
  expect(scans).toEqual([])
  const { rows: forbidden } = await client.query(
    `select name from pg_settings where name like 'enable\\_%' and setting <> boot_val`,
  )
  expect(forbidden).toEqual([])
  await client.query('rollback')
  await client.end()
  await server.close()
})
