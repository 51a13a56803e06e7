import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { prepareLayout } from '#server/embedded-postgres/layout.ts'
import { openCluster, takeDataLock } from '#server/embedded-postgres/open.ts'
import {
  endHost,
  inContainer,
  mayMakeContainers,
  open,
  postmasterPid,
  query,
  runs,
  scratch,
  startHost,
  until,
} from './hosting.ts'

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const { dataDir, remove } = scratch()
afterAll(remove)

describe('one data directory', () => {
  test('the first start creates a database that only its socket reaches', async () => {
    mkdirSync(join(dataDir, 'postgres.init-of-a-killed-start'), { recursive: true })
    const { cluster, said } = await open(dataDir)
    expect(cluster.started).toBe(true)
    expect(said).toEqual([])
    const settings = await query(
      cluster.connection,
      "select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'jit', 'server_encoding') order by name",
    )
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'off', '', 'UTF8'])
    const [role] = await query(
      cluster.connection,
      'select rolsuper from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({ rolsuper: false })
    await query(cluster.connection, 'create table note (text text); insert into note values (1)')
    const pid = postmasterPid(dataDir)
    await cluster.stop()
    await until('the database has ended', () => !runs(pid))
    expect(readdirSync(dataDir).sort()).toEqual(['engine.json', 'postgres', 'run'])
    expect(JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'))).toMatchObject({
      engine: 'postgresql',
    })
  })

  test('a second server is refused, and the error names the first', async () => {
    const host = await startHost(dataDir)
    await expect(open(dataDir)).rejects.toThrow(
      new RegExp(`Another Waymark server \\(process ${host.process.pid}\\) is already running`),
    )
    await endHost(host)
    const { cluster } = await open(dataDir)
    await cluster.stop()
  })

  test('a start that waits for another process names it', async ({ skip }) => {
    const layout = prepareLayout(dataDir, 'serve')
    const lock = takeDataLock(layout.run)
    skip(lock === undefined, 'this system has no flock')
    const said: string[] = []
    const cluster = await openCluster({
      dataDir,
      mode: 'serve',
      say(line) {
        said.push(line)
        if (said.length === 1 && lock?.taken) lock.release()
      },
    })
    await cluster.stop()
    expect(said).toEqual([
      `Waiting for process ${process.pid} on ${hostname()}, which uses the database in ${layout.root}.`,
    ])
  })

  test.skipIf(!mayMakeContainers())(
    'no server or command in another container starts a second database',
    async () => {
      const host = await startHost(dataDir)
      const pid = postmasterPid(dataDir)
      const server = await startHost(dataDir, 'serve', inContainer)
      expect(server.failure).toMatch(/is in use by process \d+ on .+ cannot be seen from here/)
      await endHost(host, 'SIGKILL')
      // The killed server leaves its database running.
      const command = await startHost(dataDir, 'join', inContainer)
      expect(command.failure).toContain('cannot be seen from here')
      expect([postmasterPid(dataDir), runs(pid)]).toEqual([pid, true])
      const { cluster } = await open(dataDir)
      expect(cluster.started).toBe(false)
      await cluster.stop()
    },
  )

  test('a command joins the running server and leaves it running', async () => {
    const { cluster: server } = await open(dataDir)
    const { cluster: command } = await open(dataDir, 'join')
    expect(command.started).toBe(false)
    expect(await query(command.connection, 'select * from note')).toHaveLength(1)
    await command.stop()
    expect(await query(server.connection, 'select * from note')).toHaveLength(1)
    await server.stop()
  })

  test('two concurrent commands share one database; the last to end stops it', async () => {
    const [one, two] = await Promise.all([open(dataDir, 'join'), open(dataDir, 'join')])
    expect([one.cluster.started, two.cluster.started].sort()).toEqual([false, true])
    const pid = postmasterPid(dataDir)
    await one.cluster.stop()
    expect(await query(two.cluster.connection, 'select * from note')).toHaveLength(1)
    await two.cluster.stop()
    await until('the database has ended', () => !runs(pid))
  })

  test('a server keeps the database that a command started', async () => {
    const { cluster: command } = await open(dataDir, 'join')
    const { cluster: server } = await open(dataDir)
    await command.stop()
    expect(await query(server.connection, 'select * from note')).toHaveLength(1)
    const pid = postmasterPid(dataDir)
    await server.stop()
    await until('the database has ended', () => !runs(pid))
  })

  test('a start adopts the database of a killed server, with all its data', async () => {
    const host = await startHost(dataDir)
    if (!host.connection) throw new Error(host.failure)
    await query(host.connection, 'insert into note values (2)')
    const pid = postmasterPid(dataDir)
    await endHost(host, 'SIGKILL')
    expect(runs(pid)).toBe(true)
    const { cluster } = await open(dataDir)
    expect(cluster.started).toBe(false)
    expect(postmasterPid(dataDir)).toBe(pid)
    expect(await query(cluster.connection, 'select * from note')).toHaveLength(2)
    await cluster.stop()
    await until('the database has ended', () => !runs(pid))
  })

  test('no data is lost when server and database are killed together', async () => {
    const host = await startHost(dataDir)
    if (!host.connection) throw new Error(host.failure)
    await query(host.connection, 'insert into note values (3)')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await endHost(host, 'SIGKILL')
    const { cluster } = await open(dataDir)
    expect(await query(cluster.connection, 'select * from note')).toHaveLength(3)
    await cluster.stop()
  })

  test('a reused process number does not prevent a start', async () => {
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/run\n\n\nready\n`,
    )
    const { cluster } = await open(dataDir)
    expect(cluster.started).toBe(true)
    await cluster.stop()
  })

  test('PG variables of the environment do not affect the embedded database', async () => {
    process.env.PGPORT = '1'
    process.env.PGDATA = '/nowhere'
    try {
      const cluster = await openCluster({ dataDir, mode: 'join', say: () => undefined })
      expect(await query(cluster.connection, 'select * from note')).toHaveLength(3)
      await cluster.stop()
    } finally {
      delete process.env.PGPORT
      delete process.env.PGDATA
    }
  })
})
