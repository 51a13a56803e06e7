import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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

const MEGABYTE = 1024 * 1024
const patiently = { timeout: 60_000, interval: 50 }

/** Writes what goes into PostgreSQL's log alone, until the file for the next of it cannot be made. */
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
  'OPS-FULL a disk fills up: nothing is saved and it is said, reads and sign-in go on, the ballast brings a dead database back, and space brings all back by itself',
  async () => {
    const dataDir = join(disk.path, 'data')
    const said: string[] = []
    const cluster = await openCluster({ dataDir, mode: 'serve', say: (line) => said.push(line) })
    const { connection, room } = cluster
    const services = await openServices(connection, await readConfig({}), registry)
    const person = { ...ADMIN, firstName: 'Amina', lastName: 'Osei', role: 'admin' }
    await services.changes.create('users', person, { ...SYSTEM, requestId: null })
    await services.store.close()
    const server = await startApp({ connection, room })

    const { fillUpTo } = disk
    let number = 0
    const saved: string[] = []
    const write = async () => {
      number += 1
      const name = `Field ${number}`
      const { status } = await server.call('POST', '/career-fields', { body: { name } })
      if (status === 201) saved.push(name)
      return status
    }
    const read = async () => (await server.call('GET', '/career-fields')).status
    const killDatabase = () => {
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    }
    const ballast = join(dataDir, 'ballast')

    expect([await write(), existsSync(ballast)]).toEqual([201, true])

    // Almost full: what is left is kept for the database.
    fillUpTo(12 * MEGABYTE)
    await vi.waitFor(async () => expect(await write()).toBe(507), patiently)
    expect([await read(), (await server.signIn(ADMIN.email)).status]).toEqual([200, 200])
    expect((await server.call('POST', '/events', { body: { events: [] } })).status).toBe(507)
    const { body } = await server.call('POST', '/career-fields', { body: { name: 'Refused' } })
    expect(body.error).toMatchObject({ code: 'storage_full' })

    // Full, and the database dies of it: its log has no room to go on but the ballast.
    const owner = await connectAlone({ ...connection, user: 'postgres' })
    fillUpTo(0)
    await writeLogUntilItDies(owner)
    await vi.waitFor(() => expect(said).toContain('The database is back.'), patiently)
    expect(existsSync(ballast)).toBe(false)
    await vi.waitFor(async () => expect(await read()).toBe(200), patiently)
    expect(await write()).toBe(507)
    expect((await server.signIn(ADMIN.email)).status).toBe(200)

    // Full to the last byte, and no ballast: it is tried for ever, and said what is the matter.
    fillUpTo(0)
    writeFileSync(join(disk.path, 'last'), '')
    killDatabase()
    await vi.waitFor(async () => expect(await read()).toBe(503), patiently)
    expect(await write()).toBe(507)
    const waiting = await server.call('GET', '/career-fields')
    expect(waiting.text).toContain('The storage of the server is full.')

    disk.empty()
    await vi.waitFor(async () => expect(await write()).toBe(201), patiently)
    await vi.waitFor(() => expect(existsSync(ballast)).toBe(true), patiently)
    const { body: list } = await server.call('GET', '/career-fields?limit=100')
    const names = (list.careerFields as { name: string }[]).map(({ name }) => name)
    expect(saved.filter((name) => !names.includes(name))).toEqual([])

    await server.close()
    await cluster.stop()
    disk.remove()
  },
  120_000,
)
