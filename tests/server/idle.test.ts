import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startJobs } from '#server/server.ts'
import { startApp } from '../support/app.ts'

test('an idle server asks the database at most once in three seconds', async () => {
  const server = await startApp()
  const { background, store, app } = server
  startJobs(server, await readConfig({}), () => undefined, app.log)
  await vi.waitFor(() => expect(background.jobs().filter((job) => !job.succeededAt)).toEqual([]), {
    timeout: 30_000,
    interval: 50,
  })
  let asked = 0
  for (const pool of [store.pool, store.rolling])
    pool.on('acquire', () => {
      asked += 1
    })
  await pause(3000)
  expect(asked).toBeLessThanOrEqual(1)
  await background.stop(1000)
  await server.close()
})
