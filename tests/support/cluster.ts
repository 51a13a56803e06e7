import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { registry } from '#resources/index.ts'
import { openCluster } from '#server/cluster/open.ts'
import { connectAlone } from '#server/store/pool.ts'
import { openStore } from '#server/store/store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { host: string; port: number; user: string }
  }
}

/** The migrated database that every test file copies. */
export const TEMPLATE = 'waymark_template'

/** One PostgreSQL per run, from the same binaries and by the same code as the product's own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-tests-'))
  const cluster = await openCluster({ dataDir, mode: 'serve', say: () => undefined })
  const { host, port, user } = cluster.connection
  const client = await connectAlone(cluster.connection)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const store = await openStore({
    connection: { host, port, user, database: TEMPLATE },
    registry,
    connections: 1,
    session: { idleMinutes: 1, hours: 1, perUser: 1 },
    signIn: { windowMinutes: 1, perAccount: 1, perAddress: 1, successes: 1 },
    forms: { windowMinutes: 1, perAddress: 1, inTotal: 1 },
    onError: () => undefined,
  })
  await store.close()
  project.provide('cluster', { host, port, user })
  return async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
