import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseAccount, handOver } from './account.ts'
import { withBallast } from './ballast.ts'
import { findBinaries } from './binaries.ts'
import { ClusterError } from './cluster-error.ts'
import { claimFile, type FileClaim } from './flock.ts'
import { type Connection, type Hold, takeHold } from './hold.ts'
import { existingMajor, initialise, writeMarker } from './initialise.ts'
import { launch } from './launch.ts'
import { type Layout, prepareLayout } from './layout.ts'
import { tryLock, waitForLock } from './lock.ts'
import { isGone, isOurs, readPostmaster, stopPostmaster } from './postmaster.ts'
import { type Room, watchRoom } from './room.ts'
import { databaseName, socketNumber, writeAccessRules } from './settings.ts'
import { removeSocketDirectory, socketDirectory } from './socket-directory.ts'
import { tellOfWaiting } from './waiting.ts'
import { watch } from './watch.ts'

/** The embedded database, running. */
export interface Cluster {
  /** node-postgres settings that reach it: socket directory as host, database 'waymark', user. */
  readonly connection: Connection
  /** True when this call started the database, false when it joined one that was running. */
  readonly started: boolean
  /** What is left of the disk; undefined for a command. */
  readonly room: Room | undefined
  /** Lets go of the database; the last process to do so stops it. May be called twice. */
  stop(): Promise<void>
}

export interface OpenOptions {
  readonly dataDir: string
  /** Takes short lines about what is being done. */
  say(line: string): void
  /** 'serve': the one server of this data directory. 'join': a command beside or without it. */
  readonly mode: 'serve' | 'join'
}

/** Others may be making a new database or recovering an old one meanwhile. */
const patienceWithOthers = 120_000
/** Processes that were just killed may hold the database until the system has cleared them. */
const patienceWithDead = 8_000

/**
 * Opens the private PostgreSQL in a data directory: makes it, starts it, adopts one that a killed
 * run left behind, or joins one that serves. Throws ClusterError in words for the operator.
 */
export async function openCluster(options: OpenOptions): Promise<Cluster> {
  const { dataDir, mode, say } = options
  const layout = await withBallast(dataDir, () => prepareLayout(dataDir, mode))
  const serving = mode === 'serve' ? await lockForServing(layout) : undefined
  try {
    const opened = await withBallast(layout.root, () =>
      alone(layout, say, () => reach(layout, say)),
    )
    let { hold } = opened
    const { connection, started } = opened
    const again = () => alone(layout, say, () => reach(layout, say, connection.host))
    const room = mode === 'serve' ? watchRoom(layout, say) : undefined
    const renew = (fresh: Hold) => {
      hold = fresh
    }
    const watcher = room && watch(hold, again, { say, room }, renew)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      room?.end()
      await watcher?.end()
      await alone(layout, say, () => leave(layout, hold))
      await serving?.release()
    }
    return {
      connection,
      started,
      room,
      stop() {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (failure) {
    await serving?.release()
    throw failure
  }
}

async function lockForServing(layout: Layout) {
  const refused = (who: string) =>
    new ClusterError(
      `Another Waymark server${who && ` (${who})`} is already running on ${layout.root}. Stop that one first, or give this one a DATA_DIR of its own.`,
    )
  const attempt = await tryLock(layout, 'serve')
  if (!attempt.taken) throw refused(attempt.holder === undefined ? '' : `process ${attempt.holder}`)
  // One in another container sees neither our processes nor the lock before.
  const claim = claimFile(join(layout.run, 'serve.lock'))
  if (claim?.taken === false) {
    await attempt.release()
    throw refused(claim.holder)
  }
  return {
    async release() {
      claim?.release()
      await attempt.release()
    },
  }
}

/** Runs one step while no other process starts, joins or stops this database. */
async function alone<T>(
  layout: Layout,
  say: (line: string) => void,
  step: () => Promise<T>,
): Promise<T> {
  const waits = tellOfWaiting(say)
  const lock = await waitForLock(layout, 'start', patienceWithOthers, (holder = 0) =>
    waits(
      `Waiting for ${holder ? `process ${holder}` : 'another process'}, which is starting or stopping the database in ${layout.root}.`,
    ),
  )
  if (!lock) {
    throw new ClusterError(
      `Another process has been starting or stopping the database in ${layout.root} for ${patienceWithOthers / 1000} s. Look at ${layout.log} for the reason.`,
    )
  }
  try {
    return await step()
  } finally {
    await lock.release()
  }
}

interface Reached {
  readonly connection: Connection
  readonly hold: Hold
  readonly started: boolean
}

async function reach(
  layout: Layout,
  say: (line: string) => void,
  socketDir?: string,
): Promise<Reached> {
  const joined = await joinRunning(layout, say)
  if (joined) return joined
  const claim = await claimData(layout, say)
  try {
    return await begin(layout, say, socketDir, claim)
  } finally {
    // From here on the database's own processes hold it.
    claim?.release()
  }
}

/** Starts the database, and makes it before where there is none. */
async function begin(
  layout: Layout,
  say: (line: string) => void,
  socketDir: string | undefined,
  claim: Claimed | undefined,
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
        `The database is of PostgreSQL ${binaries.major}, and ${binaries.newer} is here: npm run admin -- upgrade-database moves it.`,
      )
    const { uid, mode } = statSync(layout.data)
    if (uid !== account.uid) handOver(layout.data, account)
    // PostgreSQL starts on none that others may read, and copies often are.
    if (mode & 0o027) chmodSync(layout.data, 0o700)
  }
  writeAccessRules(layout, account.peers)
  const place = socketDir ?? socketDirectory(layout)
  await launch({ layout, binaries, account, socketDir: place, say, held: claim?.file })
  const connection = connectionThrough(place, socketNumber)
  return { connection, hold: await takeHold(connection), started: true }
}

type Claimed = Extract<FileClaim, { taken: true }>

/**
 * The lock that a running database holds with all its processes: they may be those of another container, whose
 * numbers mean nothing here. Undefined where there is no such lock.
 */
async function claimData(
  layout: Layout,
  say: (line: string) => void,
): Promise<Claimed | undefined> {
  const waits = tellOfWaiting(say)
  const end = performance.now() + patienceWithDead
  for (;;) {
    const claim = claimFile(join(layout.run, 'database.lock'))
    if (claim?.taken !== false) return claim
    waits(
      `Waiting for ${claim.holder || 'another process'} to let go of the database in ${layout.root}.`,
    )
    if (performance.now() > end) {
      throw new ClusterError(
        `The database in ${layout.root} is running already, started by ${claim.holder || 'another process'}, which cannot be seen from here: of another container? Run commands in the container of the server, or stop that one first.`,
      )
    }
    await sleep(100)
  }
}

/** Joins the database when it runs; one that runs but cannot be reached is stopped. */
async function joinRunning(
  layout: Layout,
  say: (line: string) => void,
): Promise<Reached | undefined> {
  const end = performance.now() + 30_000
  for (;;) {
    const found = readPostmaster(layout)
    if (!found || !isOurs(layout, found.pid)) return undefined
    if (found.status === 'stopping') {
      if (await isGone(layout, found.pid, 20_000)) return undefined
    } else if (found.status === 'ready') {
      const connection = connectionThrough(found.socketDir, found.port)
      const hold = await takeHold(connection).catch(() => undefined)
      if (hold) return { connection, hold, started: false }
    }
    if (performance.now() > end) {
      say(`A database process of an earlier run (${found.pid}) does not answer; restarting it.`)
      await stopPostmaster(layout, found.pid)
      return undefined
    }
    await isGone(layout, found.pid, 100)
  }
}

async function leave(layout: Layout, hold: Hold): Promise<void> {
  const others = await countOthers(hold)
  await hold.close()
  const found = readPostmaster(layout)
  if (others > 0 || !found) return
  await stopPostmaster(layout, found.pid)
  removeSocketDirectory(layout, found.socketDir)
}

/** A process that was just killed is still counted until the database has noticed. */
async function countOthers(hold: Hold): Promise<number> {
  for (let tries = 5; ; tries -= 1) {
    const others = await hold.others().catch(() => 0)
    if (others === 0 || tries === 0) return others
    await sleep(100)
  }
}

function connectionThrough(host: string, port: number): Connection {
  return { host, port, user: databaseName, database: databaseName }
}
