import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount, handOver } from './account.ts'
import { findBinaries } from './binaries.ts'
import {
  DATABASE_NAME,
  existingMajor,
  initialise,
  isOurs,
  launch,
  readPostmaster,
  stopPostmaster,
  syncDirectory,
  writeAccessRules,
  writeMarker,
} from './launch.ts'
import {
  ClusterError,
  diskError,
  type Layout,
  prepareLayout,
  removeSocketDirectory,
  SOCKET_NUMBER,
  socketDirectory,
} from './layout.ts'

export interface OpenOptions {
  dataDir: string
  /** Prints a short line for the operator. */
  say(line: string): void
  /** 'serve': the one server of this data directory. 'join': a command beside it or without it. */
  mode: 'serve' | 'join'
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** A database that does not answer for so long is restarted. */
const SILENT_MS = 30_000
/** How long to wait for a process that is starting the database, and for one that is not seen here. */
const STARTING_MS = 120_000
const UNSEEN_MS = 8_000
/** A shorter wait is not reported. */
const NEWS_MS = 1000
const LONGEST_PAUSE_MS = 5000

/**
 * Opens the private PostgreSQL in a data directory: creates it, starts it, adopts one that a killed server left
 * running, or joins one that serves. For a server it restarts a database that dies. Throws ClusterError.
 */
export async function openCluster({ dataDir, mode, say }: OpenOptions) {
  const layout = prepareLayout(dataDir, mode)
  let { hold, ...opened } = await reach(layout, mode, say)
  const over = new AbortController()
  let restarting: Promise<void> = Promise.resolve()

  const restart = async () => {
    say('The database stopped unexpectedly. Restarting it.')
    let last = ''
    for (let tries = 0; !over.signal.aborted; tries += 1)
      try {
        const pauseMs = Math.min(tries * 1000, LONGEST_PAUSE_MS)
        await sleep(pauseMs, undefined, { signal: over.signal })
        hold = (await reach(layout, mode, say, opened.connection.host)).hold
        watch()
        say('The database is running again.')
        return
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        if (reason !== last && !over.signal.aborted) say(reason)
        last = reason
      }
  }
  const watch = () => {
    if (mode === 'serve')
      hold.once('end', () => {
        // A stop ends the connection, too.
        if (!over.signal.aborted) restarting = restart()
      })
  }
  watch()

  const leave = async () => {
    over.abort()
    await restarting
    // Without its connection a server stops its database, and a command leaves it alone.
    const isLast = await isLastUser(hold).catch(() => mode === 'serve')
    const found = readPostmaster(layout)
    // A process that connects from here on waits for our lock, loses its connection, and starts the database again.
    if (isLast && found && isOurs(layout, found.pid)) {
      await stopPostmaster(layout, found.pid)
      removeSocketDirectory(layout, found.socketDir)
    }
    await hold.end().catch(() => undefined)
  }
  let leaving: Promise<void> | undefined
  return {
    /** node-postgres settings that reach the database through its socket. */
    connection: opened.connection,
    /** True when this call started the database, false when it joined a running one. */
    started: opened.started,
    /** Releases the database; the last process to do so stops it. May be called twice. */
    stop(): Promise<void> {
      leaving ??= leave()
      return leaving
    },
  }
}

type Mode = OpenOptions['mode']
type Say = OpenOptions['say']
type Reached = Awaited<ReturnType<typeof connect>>

/**
 * Joins the running database, or starts it while holding the lock of the data directory. `socketDir` is where a
 * restarted one has its socket.
 */
async function reach(layout: Layout, mode: Mode, say: Say, socketDir?: string): Promise<Reached> {
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
      if (found.status === 'ready')
        try {
          return await connect(found.socketDir, found.port, mode, false)
        } catch (failure) {
          if (failure instanceof ClusterError) throw failure
        }
      tell(`Waiting for the database in ${layout.root} (process ${found.pid}) to answer.`)
      if (waited > SILENT_MS) {
        say(
          `The database process ${found.pid} of an earlier start does not respond. Restarting it.`,
        )
        await stopPostmaster(layout, found.pid)
      }
    } else {
      const lock = takeDataLock(layout.run)
      if (lock?.taken !== false) {
        try {
          return await start(layout, mode, say, lock?.file, socketDir)
        } finally {
          // From here on the database's own processes hold it.
          lock?.release()
        }
      }
      tell(`Waiting for ${lock.holder}, which uses the database in ${layout.root}.`)
      if (waited > (lock.isAlive ? STARTING_MS : UNSEEN_MS))
        throw new ClusterError(
          `The database in ${layout.root} is in use by ${lock.holder}, and its own processes cannot be seen from here. If that is another container, stop that one first, or run commands there. Otherwise ${layout.log} says why it does not start.`,
        )
    }
    await sleep(100)
  }
}

/** Starts the database, and creates a missing one. */
async function start(
  layout: Layout,
  mode: Mode,
  say: Say,
  lock: number | undefined,
  socketDir = socketDirectory(layout),
): Promise<Reached> {
  const account = databaseAccount(layout.data)
  const major = existingMajor(layout)
  const binaries = findBinaries(layout, major)
  if (major === undefined) {
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
  await launch({ layout, binaries, account, socketDir, lock, say })
  return connect(socketDir, SOCKET_NUMBER, mode, true)
}

/** Advisory locks: all users of the database share the first, its one server has the second. */
const IN_USE = 7_701
const SERVED = 7_702

/** Connects as a user of the database. Throws ClusterError for a second server. */
async function connect(host: string, port: number, mode: Mode, started: boolean) {
  const connection = { host, port, user: DATABASE_NAME, database: DATABASE_NAME }
  const hold = new pg.Client({
    ...connection,
    application_name: `waymark process ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  // The 'end' that follows says the same.
  hold.on('error', () => undefined)
  await hold.connect()
  try {
    await hold.query(`select pg_advisory_lock_shared(${IN_USE})`)
    if (mode === 'serve' && !(await tryLock(hold, SERVED))) {
      const { rows } = await hold.query<{ who: string }>(
        `select ' (' || replace(application_name, 'waymark ', '') || ')' as who
         from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and objid = ${SERVED} and granted`,
      )
      throw new ClusterError(
        `Another Waymark server${rows[0]?.who ?? ''} is already running on this data directory. Stop it first, or set DATA_DIR to another directory.`,
      )
    }
    return {
      connection,
      /** Stays open while this process uses the database. The kernel closes it however the process ends. */
      hold,
      started,
    }
  } catch (failure) {
    await hold.end()
    throw failure
  }
}

/** Returns whether no other process uses the database. If so, none can begin to. */
async function isLastUser(hold: pg.Client): Promise<boolean> {
  await hold.query(`select pg_advisory_unlock_shared(${IN_USE})`)
  return tryLock(hold, IN_USE)
}

/** Tries for half a second: PostgreSQL needs a moment to notice that a process was killed. */
async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${key}) as is`)
    if (rows[0]?.is) return true
    await sleep(100)
  }
  return false
}

/**
 * Takes the lock of a data directory: the kernel's lock on an open file (flock). The database's processes inherit the
 * file, so the lock lasts until the last of them has ended, and other containers on the same volume see it, too.
 * Returns undefined where there is no such lock: no program `flock` (macOS), or a file system without locks. If another
 * process holds it, `holder` says which one on which machine, and `isAlive` whether it is seen here.
 */
export function takeDataLock(run: string) {
  const path = join(run, 'database.lock')
  // Not truncated: the text may be another process's.
  const file = openSync(path, 'a', 0o600)
  const { status } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) {
    try {
      writeFileSync(path, `process ${process.pid} on ${hostname()}\n`)
    } catch {
      // On a full disk the lock holds all the same.
    }
    return { taken: true as const, file, release: () => closeSync(file) }
  }
  closeSync(file)
  // With `-n` it ends with 1 when another process holds the lock.
  if (status !== 1) return undefined
  const holder = readFileSync(path, 'utf8').trim() || 'another process'
  const [, pid, host] = /^process (\d+) on (.*)$/.exec(holder) ?? []
  return { taken: false as const, holder, isAlive: host === hostname() && isRunning(Number(pid)) }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const LOCK_WAIT_MS = 8_000

/** Returns the possible upgrade of a data directory; undefined if its PostgreSQL is the newest one here. */
export function openUpgrade(dataDir: string) {
  const layout = prepareLayout(dataDir, 'join')
  const from = existingMajor(layout)
  const { major, version: to } = findBinaries(layout, undefined)
  if (from === undefined || major <= from) return undefined
  const aside = join(layout.root, `postgres-${from}`)
  if (existsSync(aside))
    throw new ClusterError(`${aside} already exists, from an earlier upgrade. Move it away.`)
  const beside = join(layout.root, 'upgrade')
  return {
    from,
    to,
    /** Makes a new database beside the old one, and stops it when `work` has filled it. */
    async fill(
      say: (line: string) => void,
      work: (fresh: Cluster['connection']) => Promise<unknown>,
    ) {
      rmSync(beside, { recursive: true, force: true, maxRetries: 2 })
      const fresh = await openCluster({ dataDir: beside, say, mode: 'serve' })
      await work(fresh.connection).finally(() => fresh.stop())
    },
    /** Returns the new path of the old database. */
    swap: () => swapIn(dataDir, beside, aside).then(() => aside),
  }
}

/** Moves the database of `dataDir` to `aside`, and that of `beside` into its place. Both must be stopped. */
export async function swapIn(dataDir: string, beside: string, aside: string): Promise<void> {
  const layout = prepareLayout(dataDir, 'join')
  const fresh = prepareLayout(beside, 'join')
  const until = performance.now() + LOCK_WAIT_MS
  let lock = takeDataLock(layout.run)
  // A process of the stopped database, such as its log collector, may hold it for a moment.
  for (; lock?.taken === false && performance.now() < until; lock = takeDataLock(layout.run))
    await sleep(100)
  if (lock?.taken === false)
    throw new ClusterError('A server was started during the upgrade. Stop it and try again.')
  try {
    for (const one of [layout, fresh]) {
      const pid = readPostmaster(one)?.pid
      if (pid !== undefined && isOurs(one, pid))
        throw new ClusterError(
          `The database in ${one.root} is still running. Stop the server and try again.`,
        )
    }
    renameSync(layout.data, aside)
    renameSync(fresh.data, layout.data)
    renameSync(fresh.marker, layout.marker)
    syncDirectory(layout.root)
    rmSync(beside, { recursive: true, force: true, maxRetries: 2 })
  } catch (failure) {
    throw failure instanceof ClusterError ? failure : diskError(failure, layout.root)
  } finally {
    lock?.release()
  }
}
