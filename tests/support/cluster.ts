import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { openStore } from '#server/services.ts'

/** How the PostgreSQL of a run is reached, and by which prefix the run's databases are known there. */
export interface TestCluster {
  host: string
  port: number
  user: string
  password?: string
  /** A database that is there already, to make others from. */
  database: string
  prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** The migrated database that every test file copies. */
export function templateOf({ prefix }: TestCluster): string {
  return `${prefix}_template`
}

/** One PostgreSQL per run: the one of TEST_DATABASE_URL, or the product's own binaries, started by its own code. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const { tear, ...cluster } = url ? reach(url) : await startOwn()
  const template = templateOf(cluster)
  const client = await connectAlone(cluster)
  await client.query(`create database ${template}`)
  await client.end()
  const store = await openStore({ ...cluster, database: template }, registry, {
    ...(await readConfig({})),
    databaseConnections: 1,
  })
  await store.close()
  project.provide('cluster', cluster)
  return () => tear(cluster)
}

interface Begun extends TestCluster {
  /** Leaves nothing behind. */
  tear(cluster: TestCluster): Promise<void>
}

async function startOwn(): Promise<Begun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-tests-'))
  const { connection, stop } = await openCluster({ dataDir, mode: 'serve', say: () => undefined })
  await forgetful({ ...connection, user: 'postgres', database: 'postgres' })
  return {
    ...connection,
    prefix: 'test',
    async tear() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function reach(url: string): Begun {
  const { hostname, port, username, password, pathname } = new URL(url)
  const connection = {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
  }
  return {
    ...connection,
    prefix: `test_${randomBytes(4).toString('hex')}`,
    tear: dropDatabases,
  }
}

/** Others may work on the same PostgreSQL: only what has this run's prefix goes. */
async function dropDatabases(cluster: TestCluster): Promise<void> {
  const client = await connectAlone(cluster)
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [`${cluster.prefix}_`],
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  await client.end()
}

/** What is lost with the machine's power is no loss here: nothing waits for the disk. */
async function forgetful(connection: Connection): Promise<void> {
  const client = await connectAlone(connection)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
