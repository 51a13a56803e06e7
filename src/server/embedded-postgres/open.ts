import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join as joinPath } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount, handOver } from './account.ts'
import { findBinaries } from './binaries.ts'
import { existingMajor, initialise, writeMarker } from './initialise.ts'
import {
  DATABASE_NAME,
  isOurs,
  launch,
  type Postmaster,
  readPostmaster,
  stopPostmaster,
  writeAccessRules,
} from './launch.ts'
import {
  ClusterError,
  type Layout,
  prepareLayout,
  removeSocketDirectory,
  SOCKET_NUMBER,
  socketDirectory,
} from './layout.ts'

/** Settings that reach the database through its socket. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** The embedded database, running. */
export interface Cluster {
  /** node-postgres settings that reach it. */
  readonly connection: Connection
  /** True when this call started the database, false when it joined a running one. */
  readonly started: boolean
  /** Lets go of the database; the last process to do so stops it. May be called twice. */
  stop(): Promise<void>
}

export interface OpenOptions {
  readonly dataDir: string
  /** Takes short lines about what is being done. */
  say(line: string): void
  /** 'serve': the one server of this data directory. 'join': a command beside it or without it. */
  readonly mode: 'serve' | 'join'
}

/** A database that does not answer for so long is restarted. */
const SILENT_MS = 30_000
/** How long to wait for a process that is starting the database, and for one that is not seen here. */
const STARTING_MS = 120_000
const UNSEEN_MS = 8_000
/** A shorter wait is not reported. */
const NEWS_MS = 1000
/** Pauses before each new try of a database that died; the last one repeats, as on a full disk. */
const RETRY_MS = [0, 500, 1_000, 2_000, 5_000]

/**
 * Opens the private PostgreSQL in a data directory: creates it, starts it, adopts one that a killed server left
 * running, or joins one that serves. For a server it restarts a database that dies. Throws ClusterError.
 */
export async function openCluster({ dataDir, mode, say }: OpenOptions): Promise<Cluster> {
  const layout = prepareLayout(dataDir, mode)
  let { hold, ...opened } = await reach(layout, mode, say)
  const over = new AbortController()
  let restarting: Promise<void> = Promise.resolve()

  const restart = async () => {
    say('The database stopped unexpectedly; starting it again.')
    let last = ''
    for (let tries = 0; !over.signal.aborted; tries += 1) {
      const pause = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]
      await sleep(pause, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      try {
        hold = (await reach(layout, mode, say, opened.connection.host)).hold
        watch()
        say('The database is back.')
        return
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        if (reason !== last) say(reason)
        last = reason
      }
    }
  }
  const watch = () => {
    if (mode === 'serve')
      hold.onLost(() => {
        // A stop ends the connection, too.
        if (!over.signal.aborted) restarting = restart()
      })
  }
  watch()

  const stop = async () => {
    over.abort()
    await restarting
    await leave(layout, hold)
  }
  let stopping: Promise<void> | undefined
  return {
    ...opened,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

interface Reached {
  readonly connection: Connection
  readonly hold: Hold
  readonly started: boolean
}

/** Joins the running database, or starts it while holding the lock of the data directory. */
async function reach(
  layout: Layout,
  mode: OpenOptions['mode'],
  say: (line: string) => void,
  socketDir?: string,
): Promise<Reached> {
  const since = performance.now()
  let isTold = false
  for (;;) {
    const waited = performance.now() - since
    const tell = (words: string) => {
      if (!isTold && waited > NEWS_MS) say(words)
      isTold ||= waited > NEWS_MS
    }
    const found = readPostmaster(layout)
    if (found && isOurs(layout, found.pid)) {
      const joined = await join(found, mode)
      if (joined) return joined
      tell(`Waiting for the database in ${layout.root} (process ${found.pid}) to answer.`)
      if (waited > SILENT_MS) {
        say(`A database process of an earlier run (${found.pid}) does not answer; restarting it.`)
        await stopPostmaster(layout, found.pid)
      }
    } else {
      const lock = takeDataLock(layout.run)
      if (lock?.taken !== false) {
        try {
          return await begin(layout, mode, say, socketDir, lock?.file)
        } finally {
          // From here on the database's own processes hold it.
          lock?.release()
        }
      }
      tell(`Waiting for ${lock.holder}, which holds the database in ${layout.root}.`)
      if (waited > (lock.isAlive ? STARTING_MS : UNSEEN_MS))
        throw new ClusterError(
          `The database in ${layout.root} is in use by ${lock.holder}, and its own processes cannot be seen from here. If that is another container, stop that one first, or run commands there. Otherwise ${layout.log} says why it does not start.`,
        )
    }
    await sleep(100)
  }
}

/** Starts the database, and creates it first where there is none. */
async function begin(
  layout: Layout,
  mode: OpenOptions['mode'],
  say: (line: string) => void,
  socketDir: string | undefined,
  lock: number | undefined,
): Promise<Reached> {
  const account = databaseAccount(layout.data)
  const major = existingMajor(layout)
  const binaries = findBinaries(layout, major)
  if (major === undefined) {
    say(`Setting up a new database in ${layout.root} (PostgreSQL ${binaries.version}).`)
    await initialise(layout, binaries, account)
  } else {
    writeMarker(layout, binaries)
    if (binaries.newer)
      say(
        `The database uses PostgreSQL ${binaries.major}, and ${binaries.newer} is installed. To upgrade: npm run admin -- upgrade-database`,
      )
    const { uid, mode: rights } = statSync(layout.data)
    if (uid !== account.uid) handOver(layout.data, account)
    // PostgreSQL does not start on files that others may read, and copies often are.
    if (rights & 0o027) chmodSync(layout.data, 0o700)
  }
  writeAccessRules(layout, account.peers)
  const place = socketDir ?? socketDirectory(layout)
  await launch({ layout, binaries, account, socketDir: place, lock, say })
  const connection = connectionThrough(place, SOCKET_NUMBER)
  return { connection, hold: await takeHold(connection, mode), started: true }
}

async function join(found: Postmaster, mode: OpenOptions['mode']): Promise<Reached | undefined> {
  if (found.status !== 'ready') return undefined
  const connection = connectionThrough(found.socketDir, found.port)
  try {
    return { connection, hold: await takeHold(connection, mode), started: false }
  } catch (failure) {
    if (failure instanceof ClusterError) throw failure
    return undefined
  }
}

async function leave(layout: Layout, hold: Hold): Promise<void> {
  const isLast = await hold.isLast()
  const found = readPostmaster(layout)
  // A process that connects from here on waits for our lock, loses its connection, and starts the database again.
  if (isLast && found && isOurs(layout, found.pid)) {
    await stopPostmaster(layout, found.pid)
    removeSocketDirectory(layout, found.socketDir)
  }
  await hold.close()
}

function connectionThrough(host: string, port: number): Connection {
  return { host, port, user: DATABASE_NAME, database: DATABASE_NAME }
}

/** A connection that stays open as long as its process uses the database. However it ends, the kernel closes it. */
interface Hold {
  /** Returns whether no other process uses the database. If so, none can begin to. */
  isLast(): Promise<boolean>
  /** Takes what is called once if the database goes away by itself. */
  onLost(tell: () => void): void
  close(): Promise<void>
}

/** Advisory locks of the database: each user of it shares the first, its one server has the second. */
const IN_USE = 7_701
const SERVED = 7_702
const TRIES = 5

async function takeHold(connection: Connection, mode: OpenOptions['mode']): Promise<Hold> {
  const client = new pg.Client({
    ...connection,
    application_name: `waymark process ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  let tell: (() => void) | undefined
  let isOver = false
  const lost = () => {
    if (!isOver) tell?.()
    isOver = true
  }
  client.on('error', lost)
  client.on('end', lost)
  /** Tries for half a second: PostgreSQL needs a moment to notice that a process was killed. */
  const tryLock = async (key: number) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { rows } = await client.query(`select pg_try_advisory_lock(${key}) as is`)
      if (rows[0]?.is) return true
      await sleep(100)
    }
    return false
  }
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock_shared(${IN_USE})`)
    if (mode === 'serve' && !(await tryLock(SERVED))) throw await refusal(client)
  } catch (failure) {
    isOver = true
    await client.end()
    throw failure
  }
  return {
    async isLast() {
      // Without a connection nothing is known: a server stops its database, a command leaves it alone.
      if (isOver) return mode === 'serve'
      try {
        await client.query(`select pg_advisory_unlock_shared(${IN_USE})`)
        return await tryLock(IN_USE)
      } catch {
        return mode === 'serve'
      }
    },
    onLost(callback) {
      tell = callback
      if (isOver) callback()
    },
    async close() {
      const wasOpen = !isOver
      isOver = true
      if (wasOpen) await client.end().catch(() => undefined)
    },
  }
}

async function refusal(client: pg.Client): Promise<ClusterError> {
  const { rows } = await client.query<{ who: string }>(
    `select application_name as who from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${SERVED} and granted`,
  )
  const who = rows[0]?.who.replace('waymark ', '') ?? ''
  return new ClusterError(
    `Another Waymark server${who && ` (${who})`} is already running on this data directory. Stop that one first, or give this one a DATA_DIR of its own.`,
  )
}

export type DataLock =
  | { readonly taken: true; readonly file: number; release(): void }
  /** `holder` is the process that took it, on which machine; `isAlive` whether that process is seen here. */
  | { readonly taken: false; readonly holder: string; readonly isAlive: boolean }

/** How `flock -n` ends when another process holds the lock. */
const HELD = 1

/**
 * Takes the lock of a data directory: the kernel's lock on an open file (flock). The database's processes inherit the
 * file, so the lock lasts until the last of them has ended, and other containers on the same volume see it, too.
 * Returns undefined where there is no such lock: no program `flock` (macOS), or a file system without locks.
 */
export function takeDataLock(run: string): DataLock | undefined {
  const path = joinPath(run, 'database.lock')
  // Not truncated: the text may be another process's.
  const file = openSync(path, 'a', 0o600)
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) {
    try {
      writeFileSync(path, `process ${process.pid} on ${hostname()}\n`)
    } catch {
      // On a full disk the lock holds all the same.
    }
    return { taken: true, file, release: () => closeSync(file) }
  }
  closeSync(file)
  if (error !== undefined || status !== HELD) return undefined
  const holder = readFileSync(path, 'utf8').trim() || 'another process'
  const [, pid, host] = /^process (\d+) on (.*)$/.exec(holder) ?? []
  return { taken: false, holder, isAlive: host === hostname() && isRunning(Number(pid)) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}
