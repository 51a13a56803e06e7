import type { Config } from '#server/config.ts'

/** The embedded database takes 60; of these some are for commands, backups and what each start does. */
const EMBEDDED = 44
/** Of each process beside its requests: rolling up, exports, looking at what is stored. */
const BESIDE = 4
const LEAST = 2

/** How many connections each worker has for requests: DATABASE_CONNECTIONS, or its share of the embedded database's. */
export function connectionsOfEach({
  databaseUrl,
  databaseConnections,
  workers,
}: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'workers'>): number {
  if (databaseUrl !== undefined) return databaseConnections
  const share = Math.floor(EMBEDDED / workers) - BESIDE
  return Math.max(LEAST, Math.min(databaseConnections, share))
}
