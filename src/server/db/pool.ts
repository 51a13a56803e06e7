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
  /** How long the answer to one statement may take, for statements that set themselves a longer limit. */
  answerMs?: number
  /** Told of every connection that broke; the pool replaces it by itself. */
  onError(error: Error): void
}

const INT8 = 20
const TIMESTAMPTZ = 1184

// Counts are int8 and would arrive as text. None of ours passes the safe range.
pg.types.setTypeParser(INT8, Number)

/** How values are read. Times are ISO texts: no Date is made for a list. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format) =>
    id === TIMESTAMPTZ && format !== 'binary' ? isoTime : pg.types.getTypeParser(id, format),
}

/**
 * The settings of each session. A statement ends after 5 s, a wait for a lock after 2 s, an idle transaction after
 * 10 s. No startup parameters: PgBouncer refuses those that it does not know.
 */
const SESSION_SETTINGS = `
  set statement_timeout = '5s';
  set lock_timeout = '2s';
  set idle_in_transaction_session_timeout = '10s';
  -- Compiling a statement takes longer than running any of ours.
  set jit = off;
  -- Pages are read from memory and solid disks. With the default of 4, small tables are read whole for each row.
  set random_page_cost = 1.1`

const CONNECT_MS = 3000
/** More than the database itself allows a statement: what has no answer by then is a connection fallen silent. */
export const ANSWER_MS = 6000
/** With the wait for a connection and all tries; whoever asked waits for 10 s. */
const TRANSACTION_MS = 9000
/** No statement of a start or a bulk load takes longer. */
const SETUP_ANSWER_MS = 2 * 60 * 60_000

/** The kernel asks a peer that says nothing, so that a machine that is gone is noticed within half a minute. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A pool whose waits all end: 3 s for a connection, then by the database's own limits (SESSION_SETTINGS), and
 * where it says nothing any more, by ours. A lost connection never ends the process (an unheard 'error' would).
 */
export function createPool(options: PoolOptions): pg.Pool {
  const { connection, size, answerMs = ANSWER_MS, onError } = options
  const pool = new pg.Pool({
    ...connection,
    types,
    ...KEPT_ALIVE,
    max: size,
    application_name: 'waymark',
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    // After a failover nothing stays with the old machine for longer.
    maxLifetimeSeconds: 15 * 60,
    query_timeout: answerMs,
    // Awaited by pg-pool before anybody gets the connection; a failure closes it.
    onConnect: applySettings,
  })
  // The pool hears only the clients at rest, so each client is listened to from its start.
  pool.on('error', () => undefined)
  // Whoever closes the pool loses nothing, though a database that ends first says so on each connection.
  pool.on('connect', (client) => client.on('error', (error) => pool.ending || onError(error)))
  pool.on('release', (error) => {
    if (!isSilence(error)) return
    onError(error)
    dropIdle(pool)
  })
  return pool
}

async function applySettings(client: pg.ClientBase): Promise<void> {
  const settings = { text: SESSION_SETTINGS, query_timeout: CONNECT_MS }
  await client.query(settings)
}

/** What silenced one connection has silenced those at rest too: nobody shall wait for each of them anew. */
function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0 && !pool.ending; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
}

/**
 * One connection without the limits of requests, for migrations and bulk loads: their statements are long. A
 * machine that is gone is noticed by the kernel. The caller ends it.
 * `answerMs` 0 waits without end, for COPY: its streams do not tell the driver when they are through.
 */
export async function connectAlone(
  connection: Connection,
  answerMs = SETUP_ANSWER_MS,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    ...KEPT_ALIVE,
    application_name: 'waymark-setup',
    connectionTimeoutMillis: 5000,
    query_timeout: answerMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const RETRIES = 4
const TRANSIENT = new Set(['40001', '40P01'])

interface TransactionOptions {
  /** After so long its connection is thrown away, whatever is under way. */
  deadlineMs?: number
  /** Does the same at once. */
  signal?: AbortSignal | undefined
}

/**
 * Runs `work` in one transaction, and again when the database asks for it (serialisation, deadlock).
 * `work` must therefore do nothing outside the transaction.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  { deadlineMs = TRANSACTION_MS, signal }: TransactionOptions = {},
): Promise<T> {
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, deadlineMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(pool, work, over.signal)
      } catch (error) {
        if (attempt >= RETRIES || !TRANSIENT.has(databaseCode(error) ?? '')) throw error
      }
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Answered at once, or the connection is no good: however long the statements after it may take. */
const BEGIN = { text: 'begin', query_timeout: ANSWER_MS }

async function runOnce<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  over: AbortSignal,
): Promise<T> {
  const client = await pool.connect()
  const letGo = once((broken?: Error | true) => client.release(broken))
  // What is under way then fails as on any lost connection.
  const cut = () => letGo(true)
  over.addEventListener('abort', cut)
  if (over.aborted) cut()
  try {
    await client.query(BEGIN)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // One that fell silent would not answer this either.
    if (isSilence(error)) letGo(error as Error)
    else await client.query('rollback').catch(cut)
    throw error
  } finally {
    over.removeEventListener('abort', cut)
    letGo()
  }
}

function once<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  let isDone = false
  return (...args) => {
    if (!isDone) run(...args)
    isDone = true
  }
}

/** Whether a statement had no answer in time, so that its connection is of no more use. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The SQLSTATE or the system's code (ECONNREFUSED) of a failure, where it has one. */
export function databaseCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/**
 * Runs SQL within a transaction that continues if it fails. Returns the SQLSTATE of a failure, undefined for success.
 * Throws failures that are not among `codes`, if those are given.
 */
export async function trySql(
  client: pg.ClientBase,
  text: string,
  codes?: readonly string[],
): Promise<string | undefined> {
  await client.query('savepoint attempt')
  try {
    await client.query(text)
    await client.query('release savepoint attempt')
    return undefined
  } catch (error) {
    const code = databaseCode(error) ?? ''
    if (codes && !codes.includes(code)) throw error
    await client.query('rollback to savepoint attempt')
    return code
  }
}
