import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, admin, NODE_FLAGS } from '../../support/product.ts'

/** A server that the bench started, and ends by its process id. */
export interface Program {
  url: string
  pid: number
  stop(): Promise<void>
}

const END_MS = 20_000

/** Starts a Node program that prints its address, and waits for it. */
export async function startProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  addressIn: (child: ChildProcess) => Promise<string> = addressOf,
): Promise<Program> {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => end(child)
  try {
    const url = await addressIn(child)
    if (child.pid === undefined) throw new Error('The program has no process id.')
    return { url, pid: child.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
  await gone
  clearTimeout(timer)
}

/** The environment of a product with a database of its own. */
export function productEnv(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
}

/** Adds so many users to a running product. Gives how many seconds it took. */
export function loadUsers(folder: string, env: NodeJS.ProcessEnv, users: number): number {
  const started = Date.now()
  const command = join(folder, 'dist', 'server', 'command.js')
  execFileSync(process.execPath, [command, 'demo', '--users', String(users)], { env })
  return (Date.now() - started) / 1000
}

/** The first process of the embedded database in a data directory. */
export function postmasterIn(dataDir: string): number {
  const found = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('postmaster.pid'),
  )
  const [pid] = found ? readFileSync(join(dataDir, found), 'utf8').split('\n') : []
  if (!pid) throw new Error(`No database runs in ${dataDir}.`)
  return Number(pid)
}
