import pg from 'pg'
import type { ExportFormat } from '#contract/analytics.ts'
import { ANSWER_MS, databaseCode, KEPT_ALIVE } from '#server/db/pool.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { isoTime } from '#server/db/time.ts'
import type { Store } from '#server/store.ts'
import {
  type About,
  type Column,
  type Export,
  type Head,
  type Pages,
  type Row,
  streamOf,
  tableFile,
} from './export-file.ts'

/** The most exports of rows at once; another one waits this long for its turn. */
const AT_ONCE = 2
const WAIT_MS = 3000
const PAGE = 300
/** How long counting may take beforehand. */
const COUNT_MS = 1000
/** A page that takes longer will not come. */
const STUCK_MS = 60_000
/** A client that reads nothing for so long loses its turn. */
export const STALLED_MS = 15_000
const TIMED_OUT = '57014'

/** A row as the database writes it. */
export type Texts = (string | null)[]

/** Rows of the database to export. */
export interface Source extends Head {
  /** All rows in the order of an index, with the columns in their order unless `shape` makes them. */
  select: Sql
  count: Sql
  /** Makes the rows of a page. */
  shape?(page: readonly Texts[]): Promise<readonly Row[]>
}

export interface OpenRows {
  /** The number of rows, where counting them was quick. */
  total: number | undefined
  /** To be read once. Throws when the database fails. */
  pages(): Pages
  /** Lets go of the connection at once. May be called again. */
  close(): void
  /** Sets the listener for a connection that breaks while nobody reads. */
  onLost(listener: (reason: Error) => void): void
}

export type RowReading = ReturnType<typeof createRowReading>

/**
 * Reads rows for exports on connections of their own, by a cursor: long statements are allowed, and all pages show one
 * moment. Each connection is used once, so that none outlives a client that went away. The database ends one whose
 * reader stands still for `stalledMs`.
 */
export function createRowReading(
  { connection }: Pick<Store, 'connection'>,
  stalledMs = STALLED_MS,
) {
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

  /** Opens the rows as they are now. Throws the pool's timeout when too many others read. */
  const open = async (source: Source): Promise<OpenRows> => {
    const client = await pool.connect()
    let isOpen = true
    let tellLost: (reason: Error) => void = () => undefined
    client.on('error', (error) => tellLost(error))
    const close = () => {
      if (isOpen) client.release(true)
      isOpen = false
    }
    try {
      await client.query(begin)
      const total = await countQuickly(client, source.count)
      await client.query(sql`declare rows no scroll cursor for ${source.select}`.toQuery())
      const first = await fetchPage(client)
      return {
        total,
        pages: () => pagesOf(client, source, first, close),
        close,
        onLost(listener) {
          tellLost = listener
        },
      }
    } catch (error) {
      close()
      throw error
    }
  }

  return { open, close: () => pool.end() }
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

/** The next page, each value as the text that the database writes: most go into the file as they are. */
async function fetchPage(client: pg.PoolClient): Promise<Texts[]> {
  const { rows } = await client.query<Texts>({
    text: `fetch ${PAGE} from rows`,
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
    // After that the connection has fallen silent.
    query_timeout: STUCK_MS + ANSWER_MS,
  } as pg.QueryArrayConfig)
  return rows
}

/** Fetches the next page while one is written. Calls `close` with the last. */
async function* pagesOf(
  client: pg.PoolClient,
  { columns, shape = timed(columns) }: Source,
  first: Texts[],
  close: () => void,
): Pages {
  let page = first
  while (page.length > 0) {
    const isLast = page.length < PAGE
    // A slow reader of the last page blocks nobody, and does not count as stalled.
    if (isLast) close()
    const next = isLast ? Promise.resolve([]) : fetchPage(client)
    // It may fail while nobody waits for it yet.
    next.catch(() => undefined)
    yield await shape(page)
    page = await next
  }
}

/** Rows of columns as they are, but for times. */
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

/** Rows of the database as a file that is written while they are read. */
export async function rowFile(
  reading: RowReading,
  source: Source,
  about: About,
  format: ExportFormat,
): Promise<Export> {
  const rows = await reading.open(source)
  return fileOf(rows, tableFile(source, rows.pages(), about, format))
}

/** The rows of a source whose one column is a line each, below a line of JSON. */
export async function linesFile(
  reading: RowReading,
  source: Pick<Source, 'select' | 'count'>,
  head: object,
): Promise<Export> {
  const rows = await reading.open({ ...source, title: '', contents: '', columns: [] })
  async function* pieces() {
    yield `${JSON.stringify(head)}\n`
    for await (const page of rows.pages()) yield page.map(([line]) => `${line}\n`).join('')
  }
  return fileOf(rows, streamOf(pieces()))
}

function fileOf({ total, onLost, close }: OpenRows, body: ReturnType<typeof streamOf>): Export {
  onLost((reason) => body.destroy(reason))
  body.once('close', close)
  return { total, body }
}
