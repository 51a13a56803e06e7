import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Resource } from '#model/resource.ts'
import { inSetupLock, WITHOUT_LIMITS } from '#server/db/locks.ts'
import {
  checkApplied,
  dropIndexes,
  type Migration,
  migrate,
  readMigrations,
  repairIndexes,
  tablesMadeBy,
} from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { declareTables, FUNCTIONS, makeKeptTable, makeRecordTable } from '#server/records/schema.ts'
import {
  BackupError,
  type Manifest,
  tablesIn,
  verifyBackup,
  writeBackupFile,
} from './backup-file.ts'

/**
 * Short-lived data is in no backup: sessions, tickets, mail that waits, counters of limits, files that are
 * being imported (they may hold passwords). A restore must not make valid again what has ended since. Migration 0002
 * drops one_time; a backup may be made before it runs.
 */
const SHORT_LIVED = new Set([
  'sessions',
  'tickets',
  'one_time',
  'mails',
  'limits',
  'imports',
  'import_rows',
])

/** How COPY writes and reads values, whatever the database's own settings are. */
const FOR_COPY = [
  "set local datestyle = 'ISO, YMD'",
  "set local timezone = 'UTC'",
  "set local intervalstyle = 'postgres'",
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
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
    `begin isolation level repeatable read, read only; ${WITHOUT_LIMITS}; ${FOR_COPY}; lock table ${names} in access share mode`,
  )
  const tables: Manifest['tables'] = []
  for (const table of own)
    tables.push({ ...table, rows: await countOf(client, quoted(table.name)) })
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
function isOfResource(table: string): boolean {
  return table.startsWith('rec_')
}

/** Returns the tables of this program in the database. Other tables in the same schema belong to the operator. */
async function ownTables(client: Client): Promise<BackupTable[]> {
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
function columnsOf(client: Client, columns: BackupTable['columns']): string {
  return columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
}

/** Returns the one value of a statement. */
async function single(client: Client, statement: string) {
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  return rows[0]?.[0]
}

function countOf(client: Client, table: string): Promise<number> {
  return single(client, `select count(*) from ${table}`)
}

/** Returns how many records a database holds, and how many connections servers have to it. */
export async function contentOf(connection: Connection) {
  const client = await connectAlone(connection)
  try {
    let records = 0
    for (const { name, columns } of await ownTables(client))
      if (isOfResource(name) && columns.some((column) => column.name === 'data'))
        records += await countOf(client, client.escapeIdentifier(name))
    // Other tenants of the database have schemas and roles of their own (docs/scaling.md).
    const servers = await countOf(
      client,
      `pg_stat_activity where datname = current_database() and application_name = 'waymark'
       and (current_schema() = 'public' or usename = current_user)`,
    )
    return { records, servers }
  } finally {
    await client.end()
  }
}

/**
 * Replaces everything that a database holds by a backup, in one transaction: if anything fails, the database stays as
 * it was. Migrations that are newer than the file run on it. Throws BackupError.
 */
export async function restoreBackup(
  path: string,
  { connection, registry }: { connection: Connection; registry: readonly Resource[] },
): Promise<Manifest> {
  const manifest = await verifyBackup(path)
  const had = migrationsOf(manifest)
  const client = await connectAlone(connection, 0)
  try {
    await inSetupLock(client, async () => {
      await client.query(`${FOR_COPY}; set local maintenance_work_mem = '256MB'`)
      await dropOwn(client)
      await migrate(client, had)
      await makeResourceTables(client, manifest)
      await dropIndexes(client, had)
      await copyAll(client, path, manifest)
      await repairIndexes(client, had)
      await migrate(client, readMigrations())
      await declareTables(client, registry)
    })
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

/** The migrations that the backup's database had had. */
function migrationsOf({ migrations: had, version }: Manifest): Migration[] {
  const known = readMigrations()
  const stranger = had.find(
    ({ id, checksum }) => known.find((one) => one.id === id)?.checksum !== checksum,
  )
  if (stranger)
    throw new BackupError(
      `The backup was made by another version (${version}): its schema has ${stranger.id} (${stranger.name}), which this program does not know. Restore it with that version or a newer one.`,
    )
  return known.filter(({ id }) => had.some((one) => one.id === id))
}

async function dropOwn(client: Client): Promise<void> {
  const tables = (await ownTables(client)).map(({ name }) => name)
  const names = [...tables, 'migrations'].map((name) => client.escapeIdentifier(name)).join(', ')
  await client.query(`drop table if exists ${names} cascade`)
  const { rows } = await client.query<{ made: string }>(
    `select oid::regprocedure::text as made from pg_proc
     where pronamespace = current_schema()::regnamespace and (proname like 'waymark\\_%' or proname like $1)`,
    [FUNCTIONS],
  )
  for (const { made } of rows) await client.query(`drop function ${made} cascade`)
}

/** Makes the tables of records, also of resources that this program does not declare. */
async function makeResourceTables(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name, columns } of tables.filter((table) => isOfResource(table.name))) {
    if (columns.some((column) => column.name === 'data')) await makeRecordTable(client, name)
    else await makeKeptTable(client, name)
    for (const column of columns)
      await client.query(
        `alter table ${client.escapeIdentifier(name)}
         add column if not exists ${client.escapeIdentifier(column.name)} ${column.type}`,
      )
  }
}

async function copyAll(client: Client, path: string, manifest: Manifest): Promise<void> {
  const own = (await ownTables(client)).map(({ name }) => name)
  // Migrations put rows into some tables, and these rows are in the file.
  await client.query(`truncate ${own.map((name) => client.escapeIdentifier(name)).join(', ')}`)
  const left = new Map(manifest.tables.map((table) => [table.name, table]))
  for await (const [name, rows] of tablesIn(path)) {
    const table = left.get(name)
    if (!table || !own.includes(name))
      throw new BackupError(`The backup holds a table that its own schema lacks (${name}).`)
    const columns = columnsOf(client, table.columns)
    const copy = client.query(
      copyFrom(`copy ${client.escapeIdentifier(name)} (${columns}) from stdin`),
    )
    await pipeline(rows, copy)
    if (copy.rowCount !== table.rows)
      throw new BackupError(`Of ${table.rows} rows of ${name}, ${copy.rowCount} arrived.`)
    left.delete(name)
  }
  if (left.size > 0) throw new BackupError(`The backup lacks ${[...left.keys()].join(', ')}.`)
}
