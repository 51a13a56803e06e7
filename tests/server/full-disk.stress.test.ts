import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { connectAlone } from '#server/db/pool.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { SYSTEM } from '#server/first-admin.ts'
import { openServices } from '#server/services.ts'
import { ADMIN, startApp } from '../support/app.ts'
import { smallDisk } from '../support/small-disk.ts'

const patiently = { timeout: 60_000, interval: 50 }

/** Writes into PostgreSQL's log alone, until the file for the next part of it cannot be made. */
async function writeLogUntilItDies(client: Client): Promise<void> {
  try {
    for (;;)
      await client.query("select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))")
  } catch {
    await client.end().catch(() => undefined)
  }
}

const disk = smallDisk(230)

test.skipIf(!disk.isThere)(
  'on a full disk writes answer 507 and reads go on; with space again the database recovers by itself with all saved data',
  async () => {
    const dataDir = join(disk.path, 'data')
    const said: string[] = []
    const cluster = await openCluster({ dataDir, mode: 'serve', say: (line) => said.push(line) })
    const { connection } = cluster
    const services = await openServices(connection, await readConfig({}), registry)
    const person = { ...ADMIN, firstName: 'Amina', lastName: 'Osei', role: 'admin' }
    await services.changes.create('users', person, { ...SYSTEM, requestId: null })
    await services.store.close()
    const server = await startApp({ connection, env: { DATA_DIR: dataDir } })

    let number = 0
    const saved: string[] = []
    const write = async () => {
      number += 1
      const body = { name: `Field ${number}`, description: 'x'.repeat(500) }
      const answer = await server.call('POST', '/career-fields', { body })
      if (answer.status === 201) saved.push(body.name)
      return answer
    }
    const read = async () => (await server.call('GET', '/career-fields')).status
    expect((await write()).status).toBe(201)

    // Pages that have room take some more rows.
    disk.fillUpTo(0)
    const refused = await vi.waitFor(async () => {
      const answer = await write()
      expect(answer.status).toBe(507)
      return answer
    }, patiently)
    expect(refused.body.error).toMatchObject({ code: 'storage_full' })
    expect(await read()).toBe(200)
    const status = await server.call('GET', '/admin/widget-data?widgetType=systemStatus')
    expect(Object(status.body.data).warnings).toContainEqual(expect.stringContaining('almost full'))

    // The database crashes and cannot recover without space; the server reports it and retries.
    await writeLogUntilItDies(await connectAlone({ ...connection, user: 'postgres' }))
    writeFileSync(join(disk.path, 'last'), '')
    disk.fillUpTo(0)
    await vi.waitFor(() => expect(said.join()).toMatch(/is full/), patiently)
    expect([await read(), (await write()).status]).toEqual([503, 503])

    disk.empty()
    await vi.waitFor(() => expect(said).toContain('The database is running again.'), patiently)
    await vi.waitFor(async () => expect((await write()).status).toBe(201), patiently)
    const names: string[] = []
    for (let page = 1; names.length < saved.length; page += 1) {
      const { body } = await server.call('GET', `/career-fields?limit=100&page=${page}`)
      const found = body.careerFields as { name: string }[]
      names.push(...found.map(({ name }) => name))
      if (found.length === 0) break
    }
    expect(saved.filter((name) => !names.includes(name))).toEqual([])

    await server.close()
    await cluster.stop()
    disk.remove()
  },
  180_000,
)
