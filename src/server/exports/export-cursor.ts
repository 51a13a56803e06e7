import pg from 'pg'
import type { ExportFormat } from '#contract/analytics.ts'
import { ANSWER_MS, databaseCode, KEPT_ALIVE } from '#server/db/pool.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { isoTime } from '#server/db/time.ts'
import type { Store } from '#server/services.ts'
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

/** Exports of rows that run at once; another one waits for its turn. */
const AT_ONCE = 2
const WAIT_MS = 3000
const PAGE = 300
/** Counting the rows beforehand may take this long. */
const COUNT_MS = 1000
const PAGE_MS = 60_000
/** A client that reads nothing for this long loses its turn. */
export const STALLED_MS = 15_000
const TIMED_OUT = '57014'

/** A row as the database writes it. */
export type Texts = (string | null)[]

/** Rows of the database to export. */
export interface Source extends Head {
  /** All rows in the order of an index; its columns are those of the file unless there is `shape`. */
  select: Sql
  count: Sql
  /** Makes the rows of a page. */
  shape?(page: readonly Texts[]): Promise<readonly Row[]>
}

export type RowReading = ReturnType<typeof createRowReading>
type OpenRows = Awaited<ReturnType<RowReading['open']>>

/**
 * Reads rows for exports through a cursor, so that memory does not grow and all pages show one moment. Each export has a
 * connection of its own with longer limits. The database closes it when its reader stalls for `stalledMs`.
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
    set local timezone = 'UTC'; set local statement_timeout = ${PAGE_MS};
    set local lock_timeout = '2s'; set local idle_in_transaction_session_timeout = ${stalledMs}`
  // An error without a listener would end the process.
  pool.on('error', () => undefined)

  /** Opens the rows as they are now. Throws the pool's timeout when too many exports run. */
  const open = async (source: Source) => {
    const client = await pool.connect()
    let isOpen = true
    let onLost: (reason: Error) => void = () => undefined
    client.on('error', (error) => onLost(error))
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
        /** The number of rows; undefined when counting took too long. */
        total,
        /** Can be read once. Throws when the database fails. */
        pages: () => readPages(client, source, first, close),
        /** Closes the connection at once. */
        close,
        /** Sets the listener for a connection that breaks between pages. */
        onLost: (listener: typeof onLost) => {
          onLost = listener
        },
      }
    } catch (error) {
      close()
      throw error
    }
  }

  return { open, close: () => pool.end() }
}

async function countQuickly(client: pg.PoolClient, count: Sql): Promise<number | undefined> {
  await client.query(`savepoint counting; set local statement_timeout = ${COUNT_MS}`)
  try {
    const { rows } = await client.query<{ count: number }>(count.toQuery())
    return rows[0]?.count
  } catch (error) {
    if (databaseCode(error) !== TIMED_OUT) throw error
    return undefined
  } finally {
    // Also restores the time limit.
    await client.query('rollback to savepoint counting')
  }
}

/** Fetches the next page with each value as text, as most values are written to the file. */
async function fetchPage(client: pg.PoolClient): Promise<Texts[]> {
  const { rows } = await client.query<Texts>({
    text: `fetch ${PAGE} from rows`,
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
    // After that the connection is broken.
    query_timeout: PAGE_MS + ANSWER_MS,
  } as pg.QueryArrayConfig)
  return rows
}

/** Fetches the next page while one is written. */
async function* readPages(
  client: pg.PoolClient,
  { columns, shape }: Source,
  first: Texts[],
  close: () => void,
): Pages {
  let page = first
  while (page.length > 0) {
    const isLast = page.length < PAGE
    // A slow reader of the last page does not count as stalled.
    if (isLast) close()
    const next = isLast ? Promise.resolve([]) : fetchPage(client)
    // It can fail before it is awaited.
    next.catch(() => undefined)
    yield shape ? await shape(page) : withIsoTimes(columns, page)
    page = await next
  }
}

function withIsoTimes(columns: readonly Column[], page: readonly Texts[]): readonly Row[] {
  for (const [index, { kind }] of columns.entries())
    if (kind === 'moment')
      for (const row of page) {
        const value = row[index]
        if (value && !value.endsWith('Z')) row[index] = isoTime(value)
      }
  return page
}

/** Streams rows of the database as a file. */
export async function rowFile(
  reading: RowReading,
  source: Source,
  about: About,
  format: ExportFormat,
): Promise<Export> {
  const rows = await reading.open(source)
  return fileOf(rows, tableFile(source, rows.pages(), about, format))
}

/** Streams rows of one column as lines below a line of JSON. */
export async function linesFile(
  reading: RowReading,
  source: Pick<Source, 'select' | 'count'>,
  head: object,
): Promise<Export> {
  const rows = await reading.open({ ...source, title: '', contents: '', columns: [] })
  async function* lines() {
    yield `${JSON.stringify(head)}\n`
    for await (const page of rows.pages()) yield page.map(([line]) => `${line}\n`).join('')
  }
  return fileOf(rows, streamOf(lines()))
}

function fileOf({ total, onLost, close }: OpenRows, body: ReturnType<typeof streamOf>): Export {
  onLost((reason) => body.destroy(reason))
  body.once('close', close)
  return { total, body }
}
