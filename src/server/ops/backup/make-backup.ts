import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { checkApplied, readMigrations, tablesMadeBy } from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { BackupError, type Manifest, verifyBackup, writeBackupFile } from './backup-file.ts'

/**
 * Short-lived data is in no backup: sessions, tickets, mail that waits, counters of limits, files that are
 * being imported (they may hold passwords). A restore must not make valid again what has ended since.
 */
const SHORT_LIVED = new Set([
  ...['sessions', 'tickets', 'mails', 'limits'],
  ...['imports', 'import_rows'],
])

/** How COPY writes and reads values, whatever the database's own settings are; and no time limits. */
export const FOR_COPY = [
  "set local datestyle = 'ISO, YMD'",
  "set local timezone = 'UTC'",
  "set local intervalstyle = 'postgres'",
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ')

/**
 * Writes all stored data of one moment into one file, while servers go on writing. The file gets its name only when it
 * is on the disk and was read again. Throws BackupError and SchemaError.
 */
export async function makeBackup(
  path: string,
  { connection, version }: { connection: Connection; version: string },
): Promise<{ manifest: Manifest; bytes: number }> {
  if (existsSync(path)) throw new BackupError(`${path} is there already. Choose another name.`)
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

async function writeAll(path: string, client: Client, version: string) {
  if ((await single(client, "select to_regclass('migrations')::text")) === null)
    throw new BackupError('The database holds nothing of Waymark yet.')
  // Throws SchemaError for a database that a start refuses.
  const migrations = await checkApplied(client, readMigrations())
  const own = (await ownTables(client)).filter(({ name }) => !SHORT_LIVED.has(name))
  const quoted = (name: string) => client.escapeIdentifier(name)
  const names = own.map(({ name }) => quoted(name)).join(', ')
  // Locked before the snapshot, so that no table is altered from here on. Reads and writes continue.
  await client.query(
    `begin isolation level repeatable read, read only; ${FOR_COPY}; lock table ${names} in access share mode`,
  )
  const tables: Manifest['tables'] = []
  for (const table of own) {
    const rows = await single(client, `select count(*)::text from ${quoted(table.name)}`)
    tables.push({ ...table, rows: Number(rows) })
  }
  const madeAt = new Date().toISOString()
  const postgresql = await single(client, 'show server_version')
  const manifest = { version, madeAt, postgresql, migrations, tables }
  return writeBackupFile(path, manifest, (name) => {
    const columns = columnsOf(client, own.find((one) => one.name === name)?.columns ?? [])
    // A query and not the table: COPY refuses a partitioned one.
    return client.query(copyTo(`copy (select ${columns} from ${quoted(name)}) to stdout`))
  })
}

type BackupTable = Omit<Manifest['tables'][number], 'rows'>

/** Returns whether a table holds records of a resource, or their times. All other tables are made by migrations. */
export function isOfResource(table: string): boolean {
  return table.startsWith('rec_')
}

/** Returns the tables of this program in the database. Other tables in the same schema belong to the operator. */
export async function ownTables(client: Client): Promise<BackupTable[]> {
  const made = tablesMadeBy(readMigrations())
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name, (
       select coalesce(json_agg(json_build_object('name', a.attname, 'type',
         format_type(a.atttypid, a.atttypmod)
           || case when l.collname = 'C' then ' collate "C"' else '' end) order by a.attnum), '[]')
       from pg_attribute a join pg_type t on t.oid = a.atttypid
         left join pg_collation l on l.oid = a.attcollation and a.attcollation <> t.typcollation
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     ) as columns
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows.filter(({ name }) => isOfResource(name) || made.has(name))
}

/** SQL of a list of columns. */
export function columnsOf(client: Client, columns: BackupTable['columns']): string {
  return columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
}

async function single(client: Client, statement: string): Promise<string> {
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  return rows[0]?.[0]
}
