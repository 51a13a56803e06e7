import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { createSources } from '#server/analytics/figures-export-routes.ts'
import { createRowReading, STALLED_MS } from '#server/http/export-file.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

/** More than one page. */
const EVENTS = 700
const SOURCE = createSources(registry, () => 'UTC')('events', {
  start: '2026-03-01',
  end: '2026-03-31',
})
/** The allowed pause of a reader, in milliseconds. */
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

/** Opens the rows as a stream of pages. */
const opened = (reading: ReturnType<typeof createRowReading>, source = SOURCE) =>
  reading.open(source, (pages) => Readable.from(pages))

test('clients that stop reading lose their turn to the next', async () => {
  expect(STALLED_MS).toBeLessThanOrEqual(15_000)
  const reading = createRowReading(server.store, STILL_MS)
  const stalled = await Promise.all([opened(reading), opened(reading)])
  const lost = stalled.map(({ body }) => new Promise((resolve) => void body.once('error', resolve)))
  const third = await opened(reading)
  for await (const page of third.body) {
    expect(page.length).toBeGreaterThan(0)
    break
  }
  await Promise.all(lost)
  await reading.close()
})
