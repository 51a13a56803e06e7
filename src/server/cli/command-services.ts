import { constants } from 'node:os'
import type { SecurityEventName } from '#contract/security-log.ts'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { type Connection, createPool } from '#server/db/pool.ts'
import { createSecurityEvents, createSecurityLog } from '#server/security-log/security-log.ts'
import { openServices, type Services } from '#server/services.ts'
import { say } from './command-line.ts'

/** Writes to stderr what the server would log, in the same form. */
const warn =
  ({ logLevel }: Config) =>
  (line: object, msg: string): void => {
    if (logLevel === 'error' || logLevel === 'silent') return
    process.stderr.write(`${JSON.stringify({ level: 40, time: Date.now(), ...line, msg })}\n`)
  }

/** Writes to the security log without the services, whose migrations would change an older database. */
export async function noteInLog(
  config: Config,
  connection: Connection,
  event: SecurityEventName,
  count?: number,
): Promise<void> {
  const pool = createPool({ connection, size: 1, onError: () => undefined })
  const events = createSecurityEvents(pool)
  const facts = { account: null, address: null, ...(count !== undefined && { count }) }
  createSecurityLog(warn(config), events).note(event, facts)
  await events.settled().finally(() => pool.end())
}

/**
 * Runs `work` on the running server's database, or starts one for it. With 'serve' it has the database for itself, and
 * creates a missing one.
 */
export async function withDatabase<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
  mode: 'join' | 'serve' = 'join',
): Promise<T> {
  const database = await openDatabase(config, mode, say)
  // npm forwards Ctrl-C, so a signal may arrive twice.
  const leave = (signal: NodeJS.Signals) => {
    const end = () => process.exit(128 + constants.signals[signal])
    database.release().then(end, end)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, leave)
  try {
    return await work(database.connection)
  } finally {
    for (const signal of signals) process.removeListener(signal, leave)
    await database.release()
  }
}

/** Runs `work` with all services, after the migrations. */
export function withServices<T>(
  config: Config,
  work: (services: Services, connection: Connection) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (connection) => {
    const own = { ...config, databaseConnections: 2 }
    const services = await openServices(connection, own, registry, warn(config))
    return work(services, connection).finally(() => services.store.close())
  })
}
