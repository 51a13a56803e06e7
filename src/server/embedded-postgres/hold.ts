import pg from 'pg'
import { databaseName } from './settings.ts'

/** Settings that reach the database through its socket. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** A connection that stays open as long as its process uses the database. */
export interface Hold {
  /** Counts the other processes that use the database now. */
  others(): Promise<number>
  /** Called once when the database goes away by itself. */
  onLost(tell: () => void): void
  close(): Promise<void>
}

const mark = 'waymark-in-use'

/**
 * Opens the connection by which a process says "I use this database": however the process ends, the
 * kernel closes it, so the last one out knows that it is the last and may stop the database.
 */
export async function takeHold(connection: Connection): Promise<Hold> {
  const client = new pg.Client({
    ...connection,
    application_name: mark,
    connectionTimeoutMillis: 10_000,
  })
  let tell: (() => void) | undefined
  let over = false
  const lost = () => {
    if (!over) tell?.()
    over = true
  }
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  return {
    async others() {
      if (over) return 0
      const { rows } = await client.query<{ n: string }>(
        'select count(*) as n from pg_stat_activity where application_name = $1 and usename = $2 and pid <> pg_backend_pid()',
        [mark, databaseName],
      )
      return Number(rows[0]?.n ?? 0)
    },
    onLost(callback) {
      tell = callback
      if (over) callback()
    },
    async close() {
      const open = !over
      over = true
      if (open) await client.end()
    },
  }
}
