import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/db/pool.ts'
import { ensureAdmin } from '#server/first-admin.ts'
import { startServer } from '#server/server.ts'
import { openServices } from '#server/services.ts'
import { createDatabase, query, urlOf } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'

const RANDOM = /([a-z2-9]{5}-){3}[a-z2-9]{5}/

/** Starts the server on a database and collects what it says. */
async function start(connection: Connection, port: number) {
  const config = await readConfig({
    DATABASE_URL: urlOf(connection),
    PORT: String(port),
    LOG_LEVEL: 'silent',
    DEMO: 'on',
  })
  const said: string[] = []
  const running = await startServer(config, (line) => said.push(line)).catch(
    (error: unknown) => error,
  )
  return { running, said: said.join('\n') }
}

test('a first start on a taken port creates nothing; the next one prints the password', async () => {
  const connection = await createDatabase()
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const failed = await start(connection, port)
  expect(failed.running).toMatchObject({ code: 'EADDRINUSE' })
  expect(failed.said).not.toMatch(RANDOM)
  expect(await query(connection, 'select 1 from credentials')).toEqual([])
  other.close()
  await once(other, 'close')

  const { running, said } = await start(connection, port)
  const [password] = RANDOM.exec(said) ?? []
  expect(password, said).toBeDefined()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@waymark.local', password }),
  })
  expect(answer.status).toBe(200)
  await Object(running).stop()
})

test('the server is not ready before the sample data and the admin exist', async () => {
  const connection = await createDatabase()
  const port = await freePort()
  const starting = start(connection, port)
  const missing = new Set<unknown>()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (answer?.status === 200) break
    if (answer) missing.add(Object(await answer.json()).error.rule)
  }
  expect(await query(connection, 'select 1 from credentials')).toHaveLength(1)
  expect([...missing]).toEqual(['starting'])
  await Object((await starting).running).stop()
})

test('of two first starts at once one creates the admin, the other finds it', async () => {
  const connection = await createDatabase()
  const config = await readConfig({})
  const both = await Promise.all([1, 2].map(() => openServices(connection, config, registry)))
  const wanted = { email: undefined, password: undefined }
  const admins = await Promise.all(both.map((services) => ensureAdmin(services, wanted)))
  expect(admins.map(({ isNew }) => isNew).sort()).toEqual([false, true])
  expect(await query(connection, 'select 1 from credentials')).toHaveLength(1)
  for (const { store } of both) await store.close()
})
