import { constants } from 'node:os'
import type { SecurityEventName } from '#contract/security-log.ts'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { type Connection, createPool } from '#server/db/pool.ts'
import { createSecurityEvents, createSecurityLog } from '#server/security-log/security-log.ts'
import { openServices, type Services } from '#server/services.ts'

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** What the server would log, in the same form on this process's stderr. */
function toLog({ logLevel }: Config, line: object, msg: string): void {
  if (logLevel === 'error' || logLevel === 'silent') return
  process.stderr.write(`${JSON.stringify({ level: WARN, time: Date.now(), ...line, msg })}\n`)
}

const WARN = 40

/**
 * What a command did to the database as a whole, in the security log. It changes nothing else there: a database that
 * is older than the log has the line alone.
 */
export async function noteInLog(
  config: Config,
  connection: Connection,
  event: SecurityEventName,
  count?: number,
): Promise<void> {
  const pool = createPool({ connection, size: 1, onError: () => undefined })
  try {
    const events = createSecurityEvents(pool)
    const log = createSecurityLog((line, word) => toLog(config, line, word), events)
    log.note(event, { account: null, address: null, ...(count !== undefined && { count }) })
    await events.settled()
  } finally {
    await pool.end()
  }
}

/**
 * Runs `work` on the running server's database, or on one started for it, and lets go of it. To 'serve' is to have
 * it alone, and to make it where there is none.
 */
export async function withDatabase<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
  mode: 'join' | 'serve' = 'join',
): Promise<T> {
  const database = await openDatabase(config, mode, say)
  const stopListening = onInterrupt(() => database.release())
  try {
    return await work(database.connection)
  } finally {
    stopListening()
    await database.release()
  }
}

/** On Ctrl-C or SIGTERM first lets go of the database, then ends; npm passes a Ctrl-C on, so it may come twice. */
function onInterrupt(letGo: () => Promise<void>): () => void {
  const leave = (signal: NodeJS.Signals) => {
    const end = () => process.exit(128 + constants.signals[signal])
    letGo().then(end, end)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, leave)
  return () => {
    for (const signal of signals) process.removeListener(signal, leave)
  }
}

/** The same with the store opened, migrations included. */
export function withServices<T>(
  config: Config,
  work: (services: Services, connection: Connection) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (connection) => {
    const services = await openServices(
      connection,
      { ...config, databaseConnections: 2 },
      registry,
      (line, word) => toLog(config, line, word),
    )
    try {
      return await work(services, connection)
    } finally {
      await services.store.close()
    }
  })
}
