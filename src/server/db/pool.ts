import pg from 'pg'

/** How to reach the database: a URL, or the embedded cluster's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** The one connection of a transaction. */
export type Tx = pg.PoolClient

export interface PoolOptions {
  connection: Connection
  /** The most connections. */
  size: number
  /** The most milliseconds until the response to one statement, for statements with a longer limit of their own. */
  answerMs?: number
  /** Called for each connection that broke. The pool replaces it. */
  onError(error: Error): void
}

const INT8 = 20
const TIMESTAMPTZ = 1184

// Counts are int8 and would arrive as text. None exceeds the safe range.
pg.types.setTypeParser(INT8, Number)

/** Converts '2026-11-19 23:22:12.24+00', as PostgreSQL writes times, to ISO. */
export function isoTime(text: string): string {
  const isUsual = text[10] === ' ' && text.length <= 26 && text.endsWith('+00')
  if (!isUsual) return new Date(text).toISOString()
  // By position, because each row of a list has two of them.
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
}

/** How values are read. Times are ISO texts: no Date is made for a list. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format) =>
    id === TIMESTAMPTZ && format !== 'binary' ? isoTime : pg.types.getTypeParser(id, format),
}

/** The settings of each session. They are not startup parameters, because PgBouncer rejects unknown ones. */
const SESSION_SETTINGS = `
  set statement_timeout = '5s';
  set lock_timeout = '2s';
  set idle_in_transaction_session_timeout = '10s';
  -- Compiling a statement takes longer than running any of ours.
  set jit = off;
  -- Pages are read from memory and solid disks. With the default of 4, small tables are read whole for each row.
  set random_page_cost = 1.1`

const CONNECT_MS = 3000
/** Longer than the database's own limit for a statement. A connection without a response by then is dead. */
export const ANSWER_MS = 6000
/** The time limit, including the wait for a connection and all tries. Clients wait for 10 s. */
const TRANSACTION_MS = 9000
/** No statement of a start or a bulk load takes longer. */
const SETUP_ANSWER_MS = 2 * 60 * 60_000

/** With keepalive probes the kernel notices a lost machine within half a minute. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Creates a pool in which every wait is limited: 3 s for a connection, then the database's limits (SESSION_SETTINGS),
 * and `answerMs` for a dead connection. A lost connection never ends the process, because all errors have a listener.
 */
export function createPool({
  connection,
  size,
  answerMs = ANSWER_MS,
  onError,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    ...KEPT_ALIVE,
    max: size,
    application_name: 'waymark',
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    // The longest that a connection stays with the old machine after a failover.
    maxLifetimeSeconds: 15 * 60,
    query_timeout: answerMs,
    // pg-pool awaits this before it hands the connection out; a failure closes it.
    onConnect: async (client: pg.ClientBase) => {
      const settings = { text: SESSION_SETTINGS, query_timeout: CONNECT_MS }
      await client.query(settings)
    },
  })
  // The pool listens to idle clients only, so each client gets a listener of its own.
  pool.on('error', () => undefined)
  // A database that stops before the pool breaks each connection. Nothing is lost by that.
  pool.on('connect', (client) => client.on('error', (error) => pool.ending || onError(error)))
  pool.on('release', (error) => {
    if (!isSilence(error)) return
    onError(error)
    dropIdle(pool)
  })
  return pool
}

/** Closes the idle connections, which are probably as dead as the one that timed out. */
function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0 && !pool.ending; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
}

/**
 * Opens one connection without the limits of requests, for the long statements of migrations and bulk loads. The caller
 * closes it. `answerMs` 0 waits without limit, for COPY, whose streams do not report their end to the driver.
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
  /** The time after which the connection is closed, even during a statement. */
  deadlineMs?: number
  /** Closes the connection immediately. */
  signal?: AbortSignal | undefined
}

/**
 * Runs `work` in one transaction, and retries after a serialization failure or a deadlock. `work` must have no effect
 * outside the transaction.
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

/** On a good connection the response is immediate, whatever the time limit of later statements. */
const BEGIN = { text: 'begin', query_timeout: ANSWER_MS }

async function runOnce<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  over: AbortSignal,
): Promise<T> {
  const client = await pool.connect()
  let isReleased = false
  const release = (broken?: Error | true) => {
    if (!isReleased) client.release(broken)
    isReleased = true
  }
  // The running statement then fails as on any lost connection.
  const cut = () => release(true)
  over.addEventListener('abort', cut)
  if (over.aborted) cut()
  try {
    await client.query(BEGIN)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A dead connection would not respond to a rollback either.
    if (isSilence(error)) release(error as Error)
    else await client.query('rollback').catch(cut)
    throw error
  } finally {
    over.removeEventListener('abort', cut)
    release()
  }
}

/** Returns whether a statement got no response in time, so that its connection is unusable. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Returns the SQLSTATE or the system's code (ECONNREFUSED) of a failure, if it has one. */
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
