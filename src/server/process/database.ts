import type { Config } from '#server/base/config.ts'
import { openCluster } from '#server/cluster/open.ts'
import type { Connection } from '#server/store/pool.ts'
import { findPooler, missingLimits } from '#server/store/pooler.ts'

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
  onLost?: (reason: Error) => void,
): Promise<Database> {
  if (config.databaseUrl) {
    const connection = await throughPooler({ connectionString: config.databaseUrl }, config)
    if (mode === 'serve' && connection.pooler) await sayOfPooler(connection, say)
    return { connection, release: async () => undefined }
  }
  const cluster = await openCluster({
    dataDir: config.dataDir,
    say,
    mode,
    ...(onLost && { onLost }),
  })
  return { connection: cluster.connection, release: () => cluster.stop() }
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
