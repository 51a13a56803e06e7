import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import type { Connection } from '#server/db/pool.ts'
import { signIn } from '../../support/product.ts'
import { loadUsers, type Program, postmasterIn, productEnv, startProgram } from '../api/programs.ts'

/** A product that may be killed and started again, and its database. */
export interface Ground {
  env: NodeJS.ProcessEnv
  dataDir: string
  /** Where it is now: a start takes another port. */
  url(): string
  pid(): number
  token: string
  connection: Connection
  /** Starts it again, whatever is left of it. Gives how long that took, in ms. */
  restart(): Promise<number>
  close(): Promise<void>
}

/** Nothing of this is what is tried. */
const LIMITS = { SIGN_INS_PER_ACCOUNT: '10000', SESSIONS_PER_USER: '500' }
const LEARNERS = 200

/** A product with some learners on a database of its own, or on another's. */
export async function ground(more: NodeJS.ProcessEnv = {}): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-chaos-'))
  const env: NodeJS.ProcessEnv = {
    ...productEnv(dataDir),
    REPORTING_TIME_ZONE: 'UTC',
    ...LIMITS,
    ...more,
  }
  const start = () => startProgram(['dist/server/main.js'], env)
  let program: Program = await start()
  if (!env.DATABASE_URL) loadUsers('.', env, LEARNERS)
  const database = await openDatabase(await readConfig(env), 'join', () => undefined)
  const { token } = await signIn(program.url)
  return {
    env,
    dataDir,
    url: () => program.url,
    pid: () => program.pid,
    token,
    connection: database.connection,
    async restart() {
      await program.stop()
      const began = performance.now()
      program = await start()
      return performance.now() - began
    },
    async close() {
      await database.release()
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** All processes of the embedded database: the first one, and those that serve. */
export function databaseProcesses(dataDir: string): { first: number; others: number[] } {
  const first = postmasterIn(dataDir)
  const others = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isChild(pid, first))
  return { first, others: others.map(Number) }
}

/** Those that a server's connection is served by. */
export function servingProcesses(dataDir: string): number[] {
  return databaseProcesses(dataDir).others.filter((pid) =>
    read(`/proc/${pid}/cmdline`).includes('waymark waymark'),
  )
}

function isChild(pid: string, parent: number): boolean {
  const [, state = ''] = read(`/proc/${pid}/stat`).split(') ')
  return Number(state.split(' ')[1]) === parent
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
