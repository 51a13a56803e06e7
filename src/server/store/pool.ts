import pg from 'pg'
import { isoTime } from './time.ts'

/** How to reach the database: a URL, or the embedded cluster's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** The one connection of a transaction. */
export type Tx = pg.PoolClient

export interface PoolOptions {
  connection: Connection
  /** Connections at most. */
  size: number
  /** Told of every connection that broke; the pool replaces it by itself. */
  onError(error: Error): void
}

const INT8 = 20
const TIMESTAMPTZ = 1184

// Counts are int8 and would arrive as text. None of ours passes the safe range.
pg.types.setTypeParser(INT8, Number)

/** Times as ISO texts: no Date is made for a list. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format) =>
    id === TIMESTAMPTZ && format !== 'binary' ? isoTime : pg.types.getTypeParser(id, format),
}

/**
 * A pool whose waits all end: 3 s for a connection, 5 s for a statement, 2 s for a lock.
 * A lost connection never ends the process (an unheard 'error' would).
 */
export function createPool({ connection, size, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: size,
    application_name: 'waymark',
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // The pool hears only the clients at rest, so each client is listened to from its start.
  pool.on('error', () => undefined)
  // Whoever closes the pool loses nothing, though a database that ends first says so on each connection.
  pool.on('connect', (client) => client.on('error', (error) => pool.ending || onError(error)))
  return pool
}

/** One connection without time limits, for migrations and bulk loads. The caller ends it. */
export async function connectAlone(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'waymark-setup',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const RETRIES = 4
const TRANSIENT = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, and again when the database asks for it (serialisation, deadlock).
 * `work` must therefore do nothing outside the transaction.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, work)
    } catch (error) {
      if (attempt >= RETRIES || !TRANSIENT.has(databaseCode(error) ?? '')) throw error
    }
  }
}

async function runOnce<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** The SQLSTATE or the system's code (ECONNREFUSED) of a failure, where it has one. */
export function databaseCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
