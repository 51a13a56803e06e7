import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMigrations } from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { BackupError, type Manifest, verifyBackup, writeBackupFile } from './backup-file.ts'
import { type BackupTable, FOR_COPY, ownTables } from './own-tables.ts'

/**
 * Short-lived data is in no backup: sessions, one-time links, mail that waits, counters of limits, files that are
 * being imported (they may hold passwords). Nothing that has ended since may become valid again by a restore.
 */
const SHORT_LIVED = new Set([
  ...['sessions', 'tickets', 'one_time', 'mails', 'limits'],
  ...['imports', 'import_rows'],
])

export interface MadeBackup {
  manifest: Manifest
  bytes: number
}

/**
 * Writes everything that is stored, as it is at one moment while others go on writing, into one file. The file gets
 * its name only when it is on the disk and was read again. Throws BackupError.
 */
export async function makeBackup(
  path: string,
  { connection, version }: { connection: Connection; version: string },
): Promise<MadeBackup> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new BackupError(`${path} is there already. Choose another name.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  await rm(part, { force: true })
  const client = await connectAlone(connection, 0)
  try {
    const made = await writeAll(part, client, version)
    await verifyBackup(part)
    await rename(part, path)
    const directory = await open(dirname(path), 'r')
    await directory.sync().finally(() => directory.close())
    return made
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function writeAll(path: string, client: Client, version: string): Promise<MadeBackup> {
  const migrations = await appliedMigrations(client)
  const tables = (await ownTables(client)).filter(({ name }) => !SHORT_LIVED.has(name))
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  // The locks come before the snapshot: nobody alters these tables from here on. Reading and writing go on.
  await client.query(
    `begin isolation level repeatable read, read only; ${FOR_COPY}; lock table ${names} in access share mode`,
  )
  const manifest = {
    version,
    madeAt: new Date().toISOString(),
    postgresql: await single(client, 'show server_version'),
    migrations,
    tables: await counted(client, tables),
    sequences: await sequencesOf(client),
  }
  return writeBackupFile(path, manifest, (name) => {
    const table = tables.find((one) => one.name === name)
    const columns = table?.columns.map((column) => client.escapeIdentifier(column.name)).join(', ')
    // A query and not the table: COPY refuses a partitioned one.
    return client.query(
      copyTo(`copy (select ${columns} from ${client.escapeIdentifier(name)}) to stdout`),
    )
  })
}

/** The migrations that the database has had. Throws if this program does not know one of them. */
async function appliedMigrations(client: Client): Promise<Manifest['migrations']> {
  if ((await single(client, "select to_regclass('migrations')::text")) === null)
    throw new BackupError('The database holds nothing of Waymark yet.')
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select id, name from migrations order by id',
  )
  const known = new Set(readMigrations().map(({ id }) => id))
  if (rows.some(({ id }) => !known.has(id)))
    throw new BackupError(
      `The database was last used by a newer version (its schema is ${rows.at(-1)?.id}). Use that version.`,
    )
  return rows
}

async function counted(
  client: Client,
  tables: readonly BackupTable[],
): Promise<Manifest['tables']> {
  const found: Manifest['tables'] = []
  for (const table of tables) {
    const count = `select count(*)::text from ${client.escapeIdentifier(table.name)}`
    found.push({ ...table, rows: Number(await single(client, count)) })
  }
  return found
}

async function sequencesOf(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  )
  return rows
}

async function single(client: Client, statement: string): Promise<string> {
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  return rows[0]?.[0]
}
