import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

const POSTGRES = '/usr/lib/postgresql/15/bin'
/** What is needed, and which of Debian's packages has it. */
const NEEDED = {
  postgres: 'postgresql-15',
  initdb: 'postgresql-15',
  pg_basebackup: 'postgresql-client-15',
  pg_ctl: 'postgresql-15',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
} as const
type Name = keyof typeof NEEDED

/** Whether there is a PostgreSQL 15 to start. */
export const hasPostgres15 = (['postgres', 'initdb'] as const).every(
  (name) => find(name)?.startsWith(POSTGRES) === true,
)

/** The packages that are missing; none where everything is there. */
export function missingPackages(): string[] {
  const missing = Object.entries(NEEDED).filter(([name]) => find(name) === undefined)
  return [...new Set(missing.map(([, debian]) => debian))]
}

function find(name: string): string | undefined {
  const folders = [POSTGRES, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** PostgreSQL and PgBouncer do not run as root: root runs them as Debian's account for them. */
const account = process.getuid?.() === 0 ? accountNamed('postgres') : undefined

function accountNamed(wanted: string): { uid: number; gid: number } | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === wanted) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** Gives a file or directory to whom the programs run as. */
export function handOver(path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Runs one to its end. Throws with what it said. */
export function runToEnd(name: Name, args: readonly string[]): void {
  execFileSync(find(name) ?? name, args, {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A program that goes on until it is ended. */
export interface Started {
  pid: number
  /** Ends it; gives when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts one in the foreground, and keeps what it says for whoever must know why it ended. */
export function start(name: Name, args: readonly string[]): Started {
  const child = spawn(find(name) ?? name, args, {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let said = ''
  let isAsked = false
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000)
  })
  child.once('exit', (code) => {
    running.delete(child)
    if (!isAsked) console.error(`${name} ended with ${code}: ${said}`)
  })
  if (child.pid === undefined) throw new Error(`${name} cannot be started.`)
  return {
    pid: child.pid,
    async end(signal) {
      isAsked = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
