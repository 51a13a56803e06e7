import { statfsSync } from 'node:fs'
import type { Connection } from '#server/db/pool.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { removeBeside, swapIn, upgradeFor } from '#server/embedded-postgres/upgrade.ts'
import type { Config } from './config.ts'

/** A database to work with, wherever it comes from. */
export interface Database {
  connection: Connection
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
  const { connection, stop } = await openCluster({ dataDir: config.dataDir, say, mode })
  return { connection, release: stop }
}

const ALMOST_FULL_BYTES = 64 * 1024 * 1024

/** Returns a warning if the disk of the embedded database is almost full. */
export function diskWarnings({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl !== undefined) return []
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    if (bavail * bsize >= ALMOST_FULL_BYTES) return []
    return [`The disk that holds ${dataDir} is almost full: free some space.`]
  } catch {
    return []
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
