import pg from 'pg'
import { ANSWER_MS, databaseCode, KEPT_ALIVE } from '#server/db/pool.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { Store } from '#server/db/store.ts'
import { isoTime } from '#server/db/time.ts'
import type { Column, Row } from '../export-table.ts'
import type { Source, Texts } from './export-sources.ts'

/** How many exports of rows run at once; a further one waits this long for its turn. */
const AT_ONCE = 2
const WAIT_MS = 3000
const PAGE = 300
/** How long counting may take beforehand. */
const COUNT_MS = 1000
/** A page that takes longer will not come. */
const STUCK_MS = 60_000
/** A client that reads nothing for so long will not either: others wait for its turn. */
export const STALLED_MS = 15_000
const TIMED_OUT = '57014'

export interface OpenRows {
  /** How many rows there are, when that was quick to find out. */
  total: number | undefined
  /** Read them once. Throws when the database fails. */
  pages(): AsyncGenerator<readonly Row[]>
  /** Lets go of the connection at once, whatever it is doing. May be called again. */
  close(): void
  /** Is told when the connection breaks while nobody is reading. */
  onLost(tell: (reason: Error) => void): void
}

export interface RowReading {
  /** Opens the rows as they are at this moment. Throws the pool's timeout when too many others read. */
  open(source: Source): Promise<OpenRows>
  close(): Promise<void>
}

/**
 * Reads rows for exports on connections of their own: long statements are allowed, and all pages show
 * one moment. Each connection is used once, so that none outlives a client that went away; one whose
 * reader stands still for `stalledMs` is given to others.
 */
export function createRowReading(
  { connection }: Pick<Store, 'connection'>,
  stalledMs = STALLED_MS,
): RowReading {
  const pool = new pg.Pool({
    ...connection,
    ...KEPT_ALIVE,
    max: AT_ONCE,
    maxUses: 1,
    application_name: 'waymark-export',
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: ANSWER_MS,
  })
  const begin = `begin isolation level repeatable read read only;
    set local timezone = 'UTC'; set local statement_timeout = ${STUCK_MS};
    set local lock_timeout = '2s'; set local idle_in_transaction_session_timeout = ${stalledMs}`
  // An unheard error would end the process.
  pool.on('error', () => undefined)
  const open = async (source: Source): Promise<OpenRows> => {
    const client = await pool.connect()
    const rows = holdOf(client)
    try {
      await client.query(begin)
      const total = await countQuickly(client, source.count)
      await client.query(sql`declare rows no scroll cursor for ${source.select}`.toQuery())
      const first = await fetchPage(client)
      return { ...rows, total, pages: () => pagesOf(client, source, first, rows.close) }
    } catch (error) {
      rows.close()
      throw error
    }
  }
  return {
    open,
    close: () => pool.end(),
  }
}

function holdOf(client: pg.PoolClient): Pick<OpenRows, 'close' | 'onLost'> {
  let isOpen = true
  let tell: (reason: Error) => void = () => undefined
  client.on('error', (error) => tell(error))
  return {
    onLost: (told) => {
      tell = told
    },
    close() {
      if (!isOpen) return
      isOpen = false
      client.release(true)
    },
  }
}

/** Undefined when it takes longer than a client would like to wait for the first byte. */
async function countQuickly(client: pg.PoolClient, count: Sql): Promise<number | undefined> {
  await client.query('savepoint counting')
  try {
    await client.query(`set local statement_timeout = ${COUNT_MS}`)
    const { rows } = await client.query<{ count: number }>(count.toQuery())
    return rows[0]?.count
  } catch (error) {
    if (databaseCode(error) !== TIMED_OUT) throw error
    return undefined
  } finally {
    // Takes the time limit back, too.
    await client.query('rollback to savepoint counting')
  }
}

/**
 * All values as the database writes them: most go into the file as they are. Not by pg's own kind of
 * query: whatever that has read stays until the next collection of old garbage, some hundred bytes a row.
 */
function fetchPage(client: pg.PoolClient): Promise<Texts[]> {
  return new Promise((resolve, reject) => {
    const rows: Texts[] = []
    const fetch = {
      // After that the connection has fallen silent. pg counts until `callback`, which it wraps for that.
      query_timeout: STUCK_MS + ANSWER_MS,
      callback: (error: unknown) => (error ? reject(error) : resolve(rows)),
      submit: (connection: pg.Connection) => connection.query(`fetch ${PAGE} from rows`),
      handleRowDescription: () => undefined,
      handleDataRow: ({ fields }: { fields: Texts }) => rows.push(fields),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => fetch.callback(undefined),
      handleError: (error: unknown) => fetch.callback(error),
    }
    client.query(fetch)
  })
}

/** The next page is under way while one is written; with the last, `close` is called. */
async function* pagesOf(
  client: pg.PoolClient,
  { columns, shape = timed(columns) }: Source,
  first: Texts[],
  close: () => void,
): AsyncGenerator<readonly Row[]> {
  let page = first
  while (page.length > 0) {
    const isLast = page.length < PAGE
    // Whoever reads the rest slowly holds up nobody, and is not taken for one who stands still.
    if (isLast) close()
    const next = isLast ? Promise.resolve([]) : fetchPage(client)
    // It may fail while nobody waits for it yet.
    next.catch(() => undefined)
    yield await shape(page)
    page = await next
  }
}

/** Rows of columns as they are: only times are written in another way. */
function timed(columns: readonly Column[]) {
  const moments = columns.flatMap(({ kind }, index) => (kind === 'moment' ? [index] : []))
  return (page: readonly Texts[]): Promise<readonly Row[]> => {
    for (const row of page)
      for (const index of moments) {
        const value = row[index]
        if (value && !value.endsWith('Z')) row[index] = isoTime(value)
      }
    return Promise.resolve(page)
  }
}
