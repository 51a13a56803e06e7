import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { databaseError } from './cluster-error.ts'
import { databaseEnvironment } from './environment.ts'
import type { Layout } from './layout.ts'
import { hasLeftOvers, isOurs, type Postmaster, readPostmaster } from './postmaster.ts'
import { serverArguments, socketNumber } from './settings.ts'

export interface Launch {
  readonly layout: Layout
  readonly binaries: Binaries
  readonly account: Account
  readonly socketDir: string
  /** An open file that the database's processes shall hold as long as they live. */
  readonly held?: number | undefined
  say(line: string): void
}

/** A process that was just killed may stand in the way until the system has cleared it. */
const patienceWithDead = 8_000

/**
 * Starts the database and waits until it accepts connections, however long it needs to recover.
 * Throws ClusterError with the database's own words when it does not start.
 */
export async function launch(options: Launch): Promise<Postmaster> {
  const end = performance.now() + patienceWithDead
  for (;;) {
    removeVoidLocks(options)
    const result = await attempt(options)
    if ('pid' in result) return result
    const words = `${result.words}\n${lastLogged(options.layout.log)}`
    const inTheWay = /lock file .* already exists|pre-existing shared memory block/.test(words)
    if (!inTheWay || performance.now() > end) {
      throw databaseError('The database did not start:', words, options.layout.log)
    }
    await sleep(100)
  }
}

async function attempt(options: Launch): Promise<Postmaster | { words: string }> {
  const { layout, binaries, account, socketDir, held } = options
  const { file, args } = account.command(binaries.postgres, serverArguments(layout, socketDir))
  // A session of its own: Ctrl-C reaches this process alone, which ends the database in good order.
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    env: databaseEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', held ?? 'ignore'],
  })
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const ended = new Promise<{ words: string }>((resolve) => {
    child.on('error', (error) => resolve({ words: error.message }))
    child.on('close', () => resolve({ words }))
  })
  const over = new AbortController()
  const ready = await Promise.race([ended, untilReady(options, child.pid, over.signal)])
  // The loser of the race must not go on looking, and talking, for the rest of the process.
  over.abort()
  // Nothing of the database may keep this process alive.
  child.stderr?.destroy()
  child.unref()
  return ready
}

/** Looks until the process says that it is ready. Once the signal has come it gives nothing, ever. */
async function untilReady(
  { layout, say }: Pick<Launch, 'layout' | 'say'>,
  pid: number | undefined,
  over: AbortSignal,
): Promise<Postmaster> {
  let news = performance.now() + 5_000
  while (!over.aborted) {
    const found = readPostmaster(layout)
    if (found?.pid === pid && found?.status === 'ready') return found
    if (performance.now() > news) {
      say('The database is still getting ready (after a crash it first recovers what was written).')
      news = performance.now() + 30_000
    }
    await sleep(15)
  }
  return new Promise(() => undefined)
}

/**
 * After a crash or a reboot the process number in a lock file may belong to another program of the
 * same user, or to a dead process nobody clears away, and PostgreSQL would refuse to start. Removes
 * its lock files, but only when no process of this database is left.
 */
function removeVoidLocks({ layout, socketDir }: Launch): void {
  const locks = [
    join(layout.data, 'postmaster.pid'),
    join(socketDir, `.s.PGSQL.${socketNumber}.lock`),
  ].filter((path) => existsSync(path))
  const pid = readPostmaster(layout)?.pid
  if (locks.length === 0 || (pid !== undefined && isOurs(layout, pid)) || hasLeftOvers(layout)) {
    return
  }
  for (const path of locks) rmSync(path, { force: true })
}

/** The last complaints in the newest log file: once it runs, PostgreSQL speaks only there. */
function lastLogged(dir: string): string {
  try {
    const files = readdirSync(dir).map((name) => join(dir, name))
    const newest = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
    if (newest === undefined || Date.now() - statSync(newest).mtimeMs > 60_000) return ''
    const lines = readFileSync(newest, 'utf8').split('\n')
    return lines
      .filter((line) => /(FATAL|PANIC): /.test(line))
      .slice(-3)
      .join('\n')
  } catch {
    return ''
  }
}
