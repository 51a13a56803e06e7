import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMigrations } from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { BackupError } from './backup-error.ts'
import { readBackup } from './file-reader.ts'
import { type BackupWriter, createBackupFile } from './file-writer.ts'
import { FORMAT, LINE_END, type Manifest, PRODUCT, partName } from './manifest.ts'
import { AS_TEXT, appliedTo, isKept, monthsOf, sequencesOf, type Table, tablesOf } from './ours.ts'

/** What a part has in memory, before it is compressed. */
const PART_BYTES = 4 * 1024 * 1024
/** So many pages of a table are read by one connection in one go: 64 MB. */
const PAGES = 8192
/** A table is read for as long as it takes. */
const UNLIMITED = 0

export interface BackupOptions {
  connection: Connection
  /** Of this program. */
  version: string
  /** How many connections read beside each other, where the database gives so many. */
  connections?: number
}

export interface MadeBackup {
  manifest: Manifest
  bytes: number
}

/** A stretch of a table's pages; the last of a table has no end. */
interface Stretch {
  table: Table
  /** The table itself, or the part of it that these pages are of. */
  part: string
  from: number
  to: number | undefined
}

/**
 * Writes everything that is stored, as it is at one moment while everybody goes on working, into one file. The file
 * stands under its name only when it is whole, on the disk, and has been read and compared. Throws BackupError.
 */
export async function makeBackup(path: string, options: BackupOptions): Promise<MadeBackup> {
  const isThere = await access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (isThere) throw new BackupError(`${path} is there already. Choose another name.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  await rm(part, { force: true })
  try {
    const bytes = await writeAll(part, options)
    const manifest = await readBackup(part)
    await rename(part, path)
    await syncDirectory(dirname(path))
    return { manifest, bytes }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function writeAll(path: string, options: BackupOptions): Promise<number> {
  const client = await connectAlone(options.connection, UNLIMITED)
  const others: Client[] = []
  try {
    const snapshot = await beginReading(client)
    const manifest = await describe(client, options)
    for (let number = 1; number < (options.connections ?? 1); number += 1) {
      const other = await joinReading(options.connection, snapshot)
      if (!other) break
      others.push(other)
    }
    const stretches = await stretchesOf(client, manifest)
    const file = await createBackupFile(path, manifest)
    try {
      const numbers = new Map<string, number>()
      const next = (table: string) => {
        const number = (numbers.get(table) ?? 0) + 1
        numbers.set(table, number)
        return partName(table, number)
      }
      await Promise.all(
        [client, ...others].map((reader) => copyStretches(reader, stretches, file, next)),
      )
      return await file.finish()
    } finally {
      await file.close()
    }
  } finally {
    await Promise.all([client, ...others].map((one) => one.end()))
  }
}

/** Begins to read one moment. Gives the name under which other connections read the same. */
async function beginReading(client: Client): Promise<string> {
  const there = await client.query("select to_regclass('events') is not null as is")
  await client.query(`begin isolation level repeatable read, read only; ${AS_TEXT}`)
  // Before the moment that is read: a month that leaves meanwhile would stand neither here nor in what is kept of it.
  if (there.rows[0]?.is) await client.query('lock table events in access share mode')
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  return rows[0]?.name ?? ''
}

/** Another connection at the same moment; undefined where the database gives none. */
async function joinReading(connection: Connection, snapshot: string): Promise<Client | undefined> {
  const client = await connectAlone(connection, UNLIMITED).catch(() => undefined)
  if (!client) return undefined
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}; ${AS_TEXT}`)
    return client
  } catch {
    await client.end()
    return undefined
  }
}

async function describe(client: Client, options: BackupOptions): Promise<Manifest> {
  const migrations = readMigrations()
  const encoding = await client.query('show server_encoding')
  if (encoding.rows[0]?.server_encoding !== 'UTF8')
    throw new BackupError('The database is not kept in UTF-8, as Waymark needs it.')
  const applied = await appliedTo(client, migrations)
  const tables = (await tablesOf(client, migrations)).filter(isKept)
  // Nobody changes their columns meanwhile; reading and writing them goes on.
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`lock table ${names.join(', ')} in access share mode`)
  const counted: Manifest['tables'] = []
  for (const table of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*)::text as rows from ${client.escapeIdentifier(table.name)}`,
    )
    counted.push({ ...table, rows: Number(rows[0]?.rows) })
  }
  const server = await client.query<{ server_version: string }>('show server_version')
  return {
    product: PRODUCT,
    format: FORMAT,
    version: options.version,
    madeAt: new Date().toISOString(),
    postgresql: server.rows[0]?.server_version ?? '',
    migrations: applied,
    tables: counted,
    months: await monthsOf(client, applied),
    sequences: await sequencesOf(client),
  }
}

/** Everything there is to copy, the largest tables first, in stretches of pages that may be read beside each other. */
async function stretchesOf(client: Client, { tables }: Manifest): Promise<Stretch[]> {
  const { rows } = await client.query<{ name: string; part: string; pages: number }>(
    `select c.relname as name, p.part::text,
       (pg_relation_size(p.part) / current_setting('block_size')::int)::int as pages
     from pg_class c left join lateral pg_partition_tree(c.oid) as t on true
       cross join lateral (select coalesce(t.relid, c.oid::regclass) as part) as p
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and coalesce(t.isleaf, true) order by pages desc`,
  )
  const filled = new Map(tables.flatMap((table) => (table.rows > 0 ? [[table.name, table]] : [])))
  return rows.flatMap(({ name, part, pages }) => {
    const table = filled.get(name)
    if (!table) return []
    const stretches = Math.max(1, Math.ceil(pages / PAGES))
    return Array.from({ length: stretches }, (_, at) => ({
      table,
      part,
      from: at * PAGES,
      to: at === stretches - 1 ? undefined : (at + 1) * PAGES,
    }))
  })
}

/** Takes stretches until none is left. */
async function copyStretches(
  client: Client,
  stretches: Stretch[],
  file: BackupWriter,
  nextPart: (table: string) => string,
): Promise<void> {
  for (let stretch = stretches.shift(); stretch; stretch = stretches.shift()) {
    const { name } = stretch.table
    // One part is compressed and written while the next comes in.
    let writing: Promise<void> = Promise.resolve()
    for await (const body of partsOf(client, stretch)) {
      await writing
      writing = file.add(nextPart(name), body)
      writing.catch(() => undefined)
    }
    await writing
  }
}

/** A stretch's rows as COPY writes them, cut at the ends of lines. */
async function* partsOf(
  client: Client,
  { table, part, from, to }: Stretch,
): AsyncGenerator<Buffer> {
  const columns = table.columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  const where = [
    ...(from > 0 ? [`ctid >= '(${from},0)'`] : []),
    ...(to ? [`ctid < '(${to},0)'`] : []),
  ]
  const rows = client.query(
    copyTo(
      `copy (select ${columns} from ${part}
       ${where.length > 0 ? `where ${where.join(' and ')}` : ''}) to stdout`,
    ),
  )
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    const end = bytes + chunk.length < PART_BYTES ? -1 : chunk.lastIndexOf(LINE_END)
    if (end === -1) {
      chunks.push(chunk)
      bytes += chunk.length
      continue
    }
    yield Buffer.concat([...chunks, chunk.subarray(0, end + 1)])
    const rest = chunk.subarray(end + 1)
    chunks = rest.length > 0 ? [rest] : []
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
