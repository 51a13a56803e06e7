import type { Connection } from '#server/db/pool.ts'
import { findPooler, missingLimits } from '#server/db/pooler.ts'
import type { DiskRoom } from '#server/embedded-postgres/disk-room.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { removeBeside, swapIn, upgradeFor } from '#server/embedded-postgres/upgrade.ts'
import type { Config } from './config.ts'

/** A database to work with, wherever it comes from. */
export interface Database {
  connection: Connection
  /** The replica that exports and figures are read from. */
  replica?: Connection | undefined
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
  if (config.databaseUrl) {
    const connection = await throughPooler({ connectionString: config.databaseUrl }, config)
    if (mode === 'serve' && connection.pooler) await sayOfPooler(connection, say)
    const replica = await replicaOf(connection, config)
    return { connection, replica, release: async () => undefined }
  }
  const { connection, room, stop } = await openCluster({ dataDir: config.dataDir, say, mode })
  return { connection, room, release: stop }
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

/** One that does not answer now may do so later: it is taken to be reached as the primary is. */
async function replicaOf({ pooler }: Connection, config: Config): Promise<Connection | undefined> {
  if (config.databaseReadUrl === undefined) return undefined
  const connection = { connectionString: config.databaseReadUrl }
  try {
    return await throughPooler(connection, config)
  } catch {
    return { ...connection, ...(pooler && { pooler }) }
  }
}

/** The same connection, knowing of a pooler before it: as configured, or as found out. */
async function throughPooler(connection: Connection, config: Config): Promise<Connection> {
  switch (config.databasePooler) {
    case 'off':
      return connection
    case 'transaction':
      return { ...connection, pooler: 'transaction' }
    case 'auto': {
      const pooler = await findPooler(connection)
      return pooler ? { ...connection, pooler } : connection
    }
  }
}

async function sayOfPooler(connection: Connection, say: (line: string) => void): Promise<void> {
  say('A pooler before the database shares its sessions: statements go without names there.')
  const missing = await missingLimits(connection)
  if (missing)
    say(`It sets no time limits. Set them once for the database's role, as its owner:\n${missing}`)
}
