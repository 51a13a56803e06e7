import { statfsSync } from 'node:fs'
import type { Connection } from '#server/db/pool.ts'
import type { DiskRoom } from '#server/embedded-postgres/disk-room.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { removeBeside, swapIn, upgradeFor } from '#server/embedded-postgres/upgrade.ts'
import type { Config } from './config.ts'

/** A database to work with, wherever it comes from. */
export interface Database {
  connection: Connection
  /** What is left of its disk; undefined where this process cannot see it. */
  room?: DiskRoom | undefined
  /** Stops the embedded database if this process is the last that uses it; nothing for DATABASE_URL. */
  release(): Promise<void>
}

/**
 * The database that the configuration names: DATABASE_URL, or the private one in DATA_DIR.
 * Throws ClusterError in words for the operator.
 */
export async function openDatabase(
  config: Config,
  mode: 'serve' | 'join',
  say: (line: string) => void,
): Promise<Database> {
  if (config.databaseUrl)
    return {
      connection: { connectionString: config.databaseUrl },
      release: async () => undefined,
    }
  const opening = openCluster({ dataDir: config.dataDir, say, mode })
  const { connection, room, stop } = await explainFullDisk(
    opening,
    () => freeBytes(config.dataDir),
    say,
  )
  return { connection, room, release: stop }
}

/** A database that takes longer to start waits for something. */
const SLOW_START_MS = 3000
const MEGABYTE = 1024 * 1024
/** Less is full: PostgreSQL's next log segment (16 MB) does not fit. */
const FULL_BYTES = 24 * MEGABYTE

/** Waits for the database. Prints why it does not start on a full disk. */
export async function explainFullDisk<T>(
  opening: Promise<T>,
  free: () => number,
  print: (line: string) => void,
): Promise<T> {
  const timer = setTimeout(() => {
    const bytes = free()
    if (bytes < FULL_BYTES)
      print(
        `The disk of DATA_DIR is full (${Math.floor(bytes / MEGABYTE)} MB free), so the database cannot start. Free some space: the start then continues by itself.`,
      )
  }, SLOW_START_MS)
  try {
    return await opening
  } finally {
    clearTimeout(timer)
  }
}

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** A move of the embedded database to a newer PostgreSQL. */
export interface DatabaseUpgrade {
  from: number
  to: string
  /** Makes a new database beside the old one, and stops it when it is filled. */
  fill(say: (line: string) => void, work: (fresh: Connection) => Promise<unknown>): Promise<void>
  /** Puts it in the place of the old one, which has to be stopped. Gives where that is now. */
  swap(): Promise<string>
}

/** The move that is there to be made; undefined where the database is of the newest PostgreSQL here. */
export function openUpgrade(dataDir: string): DatabaseUpgrade | undefined {
  const upgrade = upgradeFor(dataDir)
  if (!upgrade) return undefined
  return {
    from: upgrade.from,
    to: upgrade.to,
    async fill(say, work) {
      removeBeside(upgrade)
      const { connection, stop } = await openCluster({
        dataDir: upgrade.beside,
        say,
        mode: 'serve',
      })
      try {
        await work(connection)
      } finally {
        await stop()
      }
    },
    swap: () => swapIn(dataDir, upgrade),
  }
}
