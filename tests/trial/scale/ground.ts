import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadUsers, type Program, productEnv, startProgram } from '../../bench/api/programs.ts'
import { signIn } from '../../support/product.ts'
import { type Pooler, startPooler, startProxy } from './between.ts'
import { type Database, makePrimary, makeReplica } from './databases.ts'
import { freePort, handOver, type Started } from './programs.ts'

const LEARNERS = 200
/** Nothing of this is what is tried. */
const LIMITS = { SIGN_INS_PER_ACCOUNT: '10000', SESSIONS_PER_USER: '500' }

/** One of the two servers, which may be stopped and started again on its port. */
export interface AppServer {
  url: string
  restart(): Promise<void>
}

/** Everything that stands: databases, the pooler, two servers and the proxy. */
export interface Place {
  primary: Database
  replica: Database
  pooler: Pooler
  servers: readonly [AppServer, AppServer]
  /** As the load asks: through the proxy. */
  target: { url(): string; token: string }
  close(): Promise<void>
}

/** Makes it all, in a temporary directory, and says each part. */
export async function makePlace(workers: string, say: (line: string) => void): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-scale-'))
  chmodSync(folder, 0o711)
  handOver(folder)
  const started: Started[] = []
  const programs: { stop(): Promise<void> }[] = []
  const close = async () => {
    await Promise.all(programs.map(({ stop }) => stop()))
    for (const one of started.reverse()) await one.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const primary = await makePrimary(folder)
    started.push(primary.program)
    const replica = await makeReplica(primary, folder)
    started.push(replica.program)
    say('PostgreSQL 15: a primary, and a streaming replica that every commit waits for.')
    const pooler = await startPooler(folder, primary.port, replica.port)
    started.push(pooler.program)
    say('PgBouncer in transaction mode before both.')
    const env = {
      ...productEnv(join(folder, 'data')),
      ...LIMITS,
      WORKERS: workers,
      REPORTING_TIME_ZONE: 'UTC',
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: pooler.url,
      DATABASE_READ_URL: pooler.readUrl,
    }
    const servers: [AppServer, AppServer] = [
      await startServer(env, programs),
      await startServer(env, programs),
    ]
    loadUsers('.', env, LEARNERS)
    const ports = servers.map(({ url }) => Number(new URL(url).port))
    const proxy = await startProxy(folder, ports)
    started.push(proxy.program)
    say(
      `Two servers of the built product (WORKERS=${workers}), haproxy before them, ${LEARNERS} learners.`,
    )
    const { token } = await signIn(proxy.url)
    const target = { url: () => proxy.url, token }
    return { primary, replica, pooler, servers, target, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startServer(
  env: NodeJS.ProcessEnv,
  programs: { stop(): Promise<void> }[],
): Promise<AppServer> {
  const own = { ...env, PORT: String(await freePort()) }
  const begin = () => startProgram(['dist/server/main.js'], own)
  let program: Program = await begin()
  programs.push({ stop: () => program.stop() })
  return {
    url: program.url,
    async restart() {
      await program.stop()
      program = await begin()
    },
  }
}
