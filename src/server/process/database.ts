import type { Config } from '#server/base/config.ts'
import { openCluster } from '#server/cluster/open.ts'
import type { Connection } from '#server/store/pool.ts'

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
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, release: async () => undefined }
  const cluster = await openCluster({
    dataDir: config.dataDir,
    say,
    mode,
    ...(onLost && { onLost }),
  })
  return { connection: cluster.connection, release: () => cluster.stop() }
}
