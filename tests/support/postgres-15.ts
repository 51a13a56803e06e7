import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { freePort } from './free-port.ts'

const PROGRAMS = '/usr/lib/postgresql/15/bin'
const START_MS = 60_000

/** Whether Debian's PostgreSQL 15 is installed here. */
export const hasPostgres15 = ['postgres', 'initdb'].every((name) =>
  existsSync(join(PROGRAMS, name)),
)

/** PostgreSQL does not run as root: root runs it as Debian's account for it. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** Starts an empty PostgreSQL 15 in `place`, with the role and the database of the product. */
export async function startPostgres15(
  place: string,
): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const owner = account()
  const folder = join(place, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  if (owner) for (const path of [place, folder]) chownSync(path, owner.uid, owner.gid)
  const options = { ...owner, cwd: '/' }
  execFileSync(
    join(PROGRAMS, 'initdb'),
    ['-D', folder, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'postgres'],
    { ...options, stdio: 'ignore' },
  )
  const port = await freePort()
  appendFileSync(
    join(folder, 'postgresql.conf'),
    `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${place}'\n`,
  )
  const program = spawn(join(PROGRAMS, 'postgres'), ['-D', folder], { ...options, stdio: 'ignore' })
  const at = { host: '127.0.0.1', port }
  const execute = async (database: string, statements: readonly string[]) => {
    const client = await connectAlone({ ...at, user: 'postgres', database })
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const end = performance.now() + START_MS
  while (
    !(await execute('postgres', []).then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > end) throw new Error('PostgreSQL 15 does not answer.')
    await pause(50)
  }
  await execute('postgres', [
    'create role waymark login',
    "create database waymark owner waymark encoding 'UTF8' template template0",
  ])
  await execute('waymark', ['create extension pg_trgm'])
  return {
    connection: { ...at, user: 'waymark', database: 'waymark' },
    async stop() {
      const gone = once(program, 'exit')
      program.kill('SIGINT')
      await gone
    },
  }
}
