import { statfsSync } from 'node:fs'
import type { Connection } from '#server/db/pool.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import type { Config } from './config.ts'

/**
 * Opens the configured database: DATABASE_URL, or the embedded one in DATA_DIR. `release` stops the embedded database
 * if this process is the last that uses it. Throws ClusterError with a message for the operator.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  mode: 'serve' | 'join',
  say: (line: string) => void,
): Promise<{ connection: Connection; release(): Promise<void> }> {
  if (databaseUrl)
    return { connection: { connectionString: databaseUrl }, release: async () => undefined }
  const { connection, stop } = await openCluster({ dataDir, say, mode })
  return { connection, release: stop }
}

const ALMOST_FULL_BYTES = 64 * 1024 * 1024

/** Returns a warning if the disk of the embedded database is almost full. */
export function diskWarnings({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl !== undefined) return []
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    if (bavail * bsize >= ALMOST_FULL_BYTES) return []
    return [`The disk with ${dataDir} is almost full: free some space.`]
  } catch {
    return []
  }
}
