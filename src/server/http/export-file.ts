import { Readable } from 'node:stream'
import pg from 'pg'
import type { ExportFormat } from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'
import { ANSWER_MS, databaseCode, KEPT_ALIVE } from '#server/db/pool.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { Store } from '#server/services.ts'
import { csvHead, csvLines } from './csv-writer.ts'
import type { createFileAnswer, Export } from './file-answer.ts'
import { workbook } from './xlsx-writer.ts'

/** A cell's value. Numbers of the database can be texts. */
export type Cell = string | number | null
export type Row = readonly Cell[]
/** Rows in pages, because a step for each of a million rows would be slow. */
export type Pages = AsyncGenerator<readonly Row[]>

export interface Column {
  /** The name in CSV and JSON. */
  key: string
  /** The heading in a workbook. */
  label: string
  /**
   * day: YYYY-MM-DD. moment: an ISO time in UTC. percent: from 0 to 100. flag: true or false. json: JSON as text. A
   * number in a text column stays a number.
   */
  kind: 'text' | 'number' | 'percent' | 'day' | 'moment' | 'flag' | 'json'
}

export interface Table {
  title: string
  columns: readonly Column[]
  pages: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

/** The description that an export includes. */
export interface About {
  dataType: string
  /** The days that it covers; absent for the current state. */
  range?: DayRange
  timeZone: string
  /** ISO time. */
  generatedAt: string
}

interface Head extends Omit<Table, 'pages'> {
  /** Describes the rows of the file. */
  contents: string
}

/** Statements for rows of the database. */
interface Statements {
  /** All rows in the order of an index. Without `shape`, its columns are those of the file. */
  select: Sql
  count: Sql
  shape?(page: readonly Texts[]): Promise<readonly Row[]>
}

/** Rows of the database to export. */
export interface Source extends Head, Statements {}

/** A row as the database writes it. */
type Texts = (string | null)[]

/** Streams rows of the database as a file. */
export function rowFile(
  reading: RowReading,
  source: Source,
  about: About,
  format: ExportFormat,
): Promise<Export> {
  return reading.open(source, (pages) => tableFile(source, pages, about, format))
}

/** Streams rows of one column as lines below a line of JSON. */
export function linesFile(
  reading: RowReading,
  statements: Statements,
  head: object,
): Promise<Export> {
  return reading.open(statements, (pages) => {
    async function* lines() {
      yield `${JSON.stringify(head)}\n`
      for await (const page of pages) yield page.map(([line]) => `${line}\n`).join('')
    }
    return streamOf(lines())
  })
}

/** Streams a table as a file. A workbook has a second sheet, which counts the rows. */
export function tableFile(head: Head, pages: Pages, about: About, format: ExportFormat): Readable {
  if (format === 'csv') return streamOf(csvText(pages, head))
  if (format === 'json') return streamOf(jsonText(pages, head, about))
  let written = 0
  async function* counted(): Pages {
    for await (const rows of pages) {
      written += rows.length
      yield rows
    }
  }
  const facts = aboutTable(about, head.contents, () => [['Rows', written]])
  return workbook([{ ...head, pages: counted() }, facts], about.timeZone)
}

async function* csvText(pages: Pages, { columns }: Head): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of pages) yield csvLines(columns, rows)
}

/** Yields one object with the rows as objects, one per line. */
export async function* jsonText(
  pages: Pages,
  { columns, contents }: Pick<Head, 'columns' | 'contents'>,
  about: object,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...about, contents }).slice(0, -1)},"rows":[`
  const keys = columns.map(({ key }) => JSON.stringify(key))
  let separator = '\n'
  for await (const rows of pages) {
    let lines = ''
    for (const row of rows) {
      const cells = keys.map((key, at) => `${key}:${jsonCell(columns[at]?.kind, row[at])}`)
      lines += `${separator}{${cells.join(',')}}`
      separator = ',\n'
    }
    yield lines
  }
  yield '\n]}\n'
}

/** Kinds whose cells are valid JSON. */
const JSON_KINDS: readonly unknown[] = ['number', 'percent', 'flag', 'json']

function jsonCell(kind: Column['kind'] | undefined, cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return 'null'
  return JSON_KINDS.includes(kind) ? String(cell) : JSON.stringify(cell)
}

/** The last sheet of a workbook. `more` is called after all other rows are written. */
export function aboutTable(
  { range, timeZone, generatedAt }: About,
  contents: string,
  more: () => readonly Row[],
): Table {
  const facts = {
    Contents: contents,
    ...(range && { 'First day': range.start, 'Last day': range.end }),
    'Time zone': timeZone,
    'Exported at': `${generatedAt.slice(0, 19).replace('T', ' ')} (UTC)`,
  }
  function* pages() {
    yield Object.entries(facts)
    yield more()
  }
  return { title: 'About', columns: textColumns('About', 'What'), pages: pages() }
}

export function textColumns(...labels: string[]): Column[] {
  return labels.map((label) => ({ key: label.toLowerCase(), label, kind: 'text' }))
}

/** A stream of texts. Unlike with `Readable.from`, destroying it does not wait for a pending text. */
export function streamOf(texts: AsyncGenerator<string>): Readable {
  return new Readable({
    read() {
      texts.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      texts.return(undefined).catch(() => undefined)
      done(error)
    },
  })
}

/** The most exports of rows that run at once. Others wait. */
const AT_ONCE = 2
const WAIT_MS = 3000
const PAGE = 300
/** The time limit for counting the rows in advance. */
const COUNT_MS = 1000
const PAGE_MS = 60_000
/** An export ends if the client reads nothing for this long. */
export const STALLED_MS = 15_000
const TIMED_OUT = '57014'

/** Reads the next page with each value as text, because most values are only written to the file. */
const FETCH = {
  text: `fetch ${PAGE} from rows`,
  rowMode: 'array',
  types: { getTypeParser: () => (text: string) => text },
  // After that the connection is broken.
  query_timeout: PAGE_MS + ANSWER_MS,
} as pg.QueryArrayConfig

export type RowReading = ReturnType<typeof createRowReading>

/** Shared by all routes that send files. */
export interface FileExports {
  reading: RowReading
  send: ReturnType<typeof createFileAnswer>
}

/**
 * Creates the reader of rows for exports. It uses a cursor, so that memory does not grow and all pages show the same
 * moment. Each export has a connection of its own with longer limits. The database closes it if the client stalls for
 * `stalledMs`.
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
  // An error without a listener would end the process.
  pool.on('error', () => undefined)

  return {
    close: () => pool.end(),

    /**
     * Opens the current rows, and streams the pages that `write` converts. A lost connection destroys the stream.
     * Throws the pool's timeout if too many exports run.
     */
    async open({ select, count, shape }: Statements, write: (pages: Pages) => Readable) {
      const client = await pool.connect()
      let body: Readable | undefined
      client.on('error', (error) => body?.destroy(error))
      let isOpen = true
      const close = () => {
        if (isOpen) client.release(true)
        isOpen = false
      }
      const nextPage = async () => {
        if (!isOpen) return []
        const { rows } = await client.query<Texts>(FETCH)
        // A slow reader of the last page does not count as stalled.
        if (rows.length < PAGE) close()
        return rows
      }
      async function* pages(first: Texts[]): Pages {
        for (let page = first; page.length > 0; ) {
          // The next page is fetched while this one is written, and can fail before it is awaited.
          const next = nextPage()
          next.catch(() => undefined)
          yield shape ? await shape(page) : page
          page = await next
        }
      }

      try {
        await client.query(
          `begin isolation level repeatable read read only;
           set local timezone = 'UTC'; set local statement_timeout = ${PAGE_MS};
           set local lock_timeout = '2s'; set local idle_in_transaction_session_timeout = ${stalledMs}`,
        )
        const total = await countQuickly(client, count)
        await client.query(sql`declare rows no scroll cursor for ${select}`.toQuery())
        body = write(pages(await nextPage()))
        body.once('close', close)
        return { total, body }
      } catch (error) {
        close()
        throw error
      }
    },
  }
}

/** Returns the number of rows; undefined if counting takes too long. */
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
