import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { moveToZone } from '#server/analytics/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { EDGES, figuresAt, UNTIL } from '../support/figures-at.ts'
import { addWorld, eventsOf, tell } from '../support/learners.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

/** Prints the figures from a process with another time zone. */
async function printed(processZone: string, zone: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/support/print-figures.ts', JSON.stringify(server.connection), zone],
    { env: { ...process.env, TZ: processZone }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return await text(child.stdout)
}

test('the time zone of the process changes no figure', async () => {
  const zone = 'Pacific/Auckland'
  const world = await addWorld(server, 5)
  await moveToZone(server.connection, zone, { registry })
  await tell(server, eventsOf(world, 16, 1000))
  const here = JSON.stringify(await figuresAt(server.store, zone, new Date(UNTIL), EDGES))
  expect(here.length).toBeGreaterThan(20_000)
  const zones = ['UTC', 'America/St_Johns', 'Pacific/Kiritimati']
  const there = await Promise.all(zones.map((processZone) => printed(processZone, zone)))
  expect(there.map((one) => one === here)).toEqual([true, true, true])
})
