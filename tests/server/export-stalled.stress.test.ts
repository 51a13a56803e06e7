import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { raw } from '#server/db/sql.ts'
import { createRowReading, STALLED_MS } from '#server/exports/export-file.ts'
import { createSources } from '#server/exports/figures-export-routes.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const EVENTS = 20
const SOURCE = createSources(registry, () => 'UTC')('events', {
  start: '2026-03-01',
  end: '2026-03-31',
})
/** How long readers may stand still here, in milliseconds: longer than a busy machine takes between two queries. */
const STILL_MS = 2000

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  await query(
    server.connection,
    `insert into events (id, type, user_id, at) select gen_random_uuid(), 'user_signed_in', $1,
      timestamptz '2026-03-02' + make_interval(hours => n) from generate_series(1, ${EVENTS}) n`,
    [server.adminId],
  )
})
afterAll(() => server.close())

test('rows that take long to count come without their number', async () => {
  const reading = createRowReading(server.store)
  const rows = await reading.open({ ...SOURCE, count: raw('select count(*) from pg_sleep(5)') })
  expect(rows.total).toBeUndefined()
  let read = 0
  for await (const page of rows.pages()) read += page.length
  expect(read).toBe(EVENTS)
  rows.close()
  await reading.close()
})

test('readers who stand still lose their turn, and a third has it', async () => {
  expect(STALLED_MS).toBeLessThanOrEqual(15_000)
  const reading = createRowReading(server.store, STILL_MS)
  const stalled = await Promise.all([reading.open(SOURCE), reading.open(SOURCE)])
  const lost = stalled.map(
    (rows) =>
      new Promise<void>((resolve) => {
        rows.onLost(() => {
          rows.close()
          resolve()
        })
      }),
  )
  const third = await reading.open(SOURCE)
  expect((await third.pages().next()).value?.length).toBeGreaterThan(0)
  third.close()
  await Promise.all(lost)
  await reading.close()
})

test('who has the last page may read it slowly', async () => {
  const reading = createRowReading(server.store, STILL_MS)
  const rows = await reading.open(SOURCE)
  let isLost = false
  rows.onLost(() => {
    isLost = true
  })
  let read = 0
  for await (const page of rows.pages()) {
    read += page.length
    await new Promise((resolve) => setTimeout(resolve, STILL_MS * 1.5))
  }
  expect([read, isLost]).toEqual([EVENTS, false])
  await reading.close()
})
