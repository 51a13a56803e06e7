import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import type { Connection } from '#server/db/pool.ts'
import { admin, signIn } from '../../support/product.ts'
import { type Program, startProgram, watchMemory } from './process.ts'

/** The built product on a database of its own, with the first admin signed in. */
export interface Server {
  /** A change takes effect at the next start. */
  env: NodeJS.ProcessEnv
  dataDir: string
  connection: Connection
  token: string
  /** A restart changes address and process. */
  url(): string
  pid(): number
  /** Starts the server again, also after a kill. Returns the milliseconds until it is ready. */
  restart(): Promise<number>
  /** Runs a command of the product, such as `demo --users 100`. */
  command(...words: readonly string[]): Promise<Ran>
  close(): Promise<void>
}

export interface Ran {
  seconds: number
  /** The largest memory of the command in MB. */
  megabytes: number
  output: string
}

const MAIN = 'dist/server/main.js'
const COMMAND = 'dist/server/command.js'

/** An empty directory for a benchmark, and what removes it. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts the product, with `more` in its environment. */
export async function startServer(more: NodeJS.ProcessEnv = {}): Promise<Server> {
  const { folder, remove } = temporaryFolder()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'off',
    REPORTING_TIME_ZONE: 'UTC',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...more,
  }
  const start = () => startProgram([MAIN], env)
  let program: Program = await start()
  const database = await openDatabase(await readConfig(env), 'join', () => undefined)
  const { token } = await signIn(program.url)
  return {
    env,
    dataDir: env.DATA_DIR ?? folder,
    connection: database.connection,
    token,
    url: () => program.url,
    pid: () => program.pid,
    async restart() {
      await program.stop()
      const began = performance.now()
      program = await start()
      return performance.now() - began
    },
    command: (...words) => runCommand(env, ...words),
    async close() {
      await database.release()
      await program.stop()
      remove()
    },
  }
}

/** Runs a command of the product. Throws with its output when it fails. */
export async function runCommand(
  env: NodeJS.ProcessEnv,
  ...words: readonly string[]
): Promise<Ran> {
  const began = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const memory = watchMemory(child.pid)
  const [code] = (await once(child, 'close')) as [number | null]
  const megabytes = memory.stop()
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}`)
  return { seconds: (performance.now() - began) / 1000, megabytes, output }
}
