import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg, { type Client } from 'pg'
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
import { programVersion } from '#server/paths.ts'
import { declareTables, FUNCTIONS, makeKeptTable, makeRecordTable } from '#server/records/schema.ts'
import {
  BackupError,
  type Manifest,
  tablesIn,
  verifyBackup,
  writeBackupFile,
} from './backup-file.ts'

/**
 * Short-lived data is excluded from backups: sessions, tickets, queued email, counters of limits, and uploaded files,
 * which may contain passwords. A restore must not revive expired data. Migration 0002 drops one_time, but a backup may
 * run before it.
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

/** Returns the SQL of a list of names. */
const list = (names: readonly { name: string }[]) =>
  names.map(({ name }) => pg.escapeIdentifier(name)).join(', ')

/**
 * Writes a consistent snapshot of all data into one file, while the server continues to write. The file gets its name
 * only after it is on the disk and was verified. Throws BackupError and SchemaError.
 */
export async function makeBackup(
  path: string,
  connection: Connection,
): Promise<{ manifest: Manifest; bytes: number }> {
  if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another name.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  await rm(part, { force: true })
  const client = await connectAlone(connection, 0)
  try {
    const manifest = await writeAll(part, client)
    await verifyBackup(part)
    await rename(part, path)
    const directory = await open(dirname(path), 'r')
    await directory.sync().finally(() => directory.close())
    return { manifest, bytes: (await stat(path)).size }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Returns the number of all rows in a backup. */
export const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

async function writeAll(path: string, client: Client): Promise<Manifest> {
  if ((await single(client, "select to_regclass('migrations')::text")) === null)
    throw new BackupError('The database has no Waymark data yet.')
  // Throws SchemaError for a database that a start refuses.
  const migrations = await checkApplied(client, readMigrations())
  const own = (await ownTables(client)).filter(({ name }) => !SHORT_LIVED.has(name))
  // Locks the tables before the snapshot, so that none is altered. Reads and writes continue.
  await client.query(
    `begin isolation level repeatable read, read only; ${WITHOUT_LIMITS}; ${FOR_COPY}; lock table ${list(own)} in access share mode`,
  )
  const tables: Manifest['tables'] = []
  const queries = new Map<string, string>()
  for (const table of own) {
    tables.push({ ...table, rows: await countOf(client, list([table])) })
    // A query, because COPY does not accept a partitioned table.
    queries.set(table.name, `select ${list(table.columns)} from ${list([table])}`)
  }
  const madeAt = new Date().toISOString()
  const postgresql = await single(client, 'show server_version')
  const manifest = { version: programVersion(), madeAt, postgresql, migrations, tables }
  const written = await writeBackupFile(path, manifest, (name) =>
    client.query(copyTo(`copy (${queries.get(name)}) to stdout`)),
  )
  await client.query('commit')
  return written
}

type BackupTable = Omit<Manifest['tables'][number], 'rows'>

/** Returns whether a table has records of a resource, or their times. Migrations create all other tables. */
const isOfResource = ({ name }: BackupTable) => name.startsWith('rec_')
const hasRecords = (table: BackupTable) =>
  isOfResource(table) && table.columns.some(({ name }) => name === 'data')

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
  return rows.filter((table) => isOfResource(table) || made.has(table.name))
}

/** Returns the single value of a statement. */
async function single(client: Client, statement: string) {
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  return rows[0]?.[0]
}

const countOf = (client: Client, from: string): Promise<number> =>
  single(client, `select count(*) from ${from}`)

/** Returns the number of records in a database, and of server connections to it. */
export async function contentOf(connection: Connection) {
  const client = await connectAlone(connection)
  try {
    let records = 0
    for (const table of (await ownTables(client)).filter(hasRecords))
      records += await countOf(client, list([table]))
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
 * Replaces the content of a database with a backup, in one transaction: if anything fails, the database stays
 * unchanged. Then runs migrations that are newer than the file. Throws BackupError.
 */
export async function restoreBackup(
  path: string,
  connection: Connection,
  registry: readonly Resource[],
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

/** Returns the migrations of the backup. */
function migrationsOf({ migrations: had, version }: Manifest): Migration[] {
  const known = readMigrations()
  const stranger = had.find(
    ({ id, checksum }) => known.find((one) => one.id === id)?.checksum !== checksum,
  )
  if (stranger)
    throw new BackupError(
      `The backup is from another version (${version}): its schema has ${stranger.id} (${stranger.name}), which this version does not know. Restore it with that version or a newer one.`,
    )
  return known.filter(({ id }) => had.some((one) => one.id === id))
}

async function dropOwn(client: Client): Promise<void> {
  const tables = [...(await ownTables(client)), { name: 'migrations' }]
  await client.query(`drop table if exists ${list(tables)} cascade`)
  const { rows } = await client.query<{ made: string }>(
    `select oid::regprocedure::text as made from pg_proc
     where pronamespace = current_schema()::regnamespace and (proname like 'waymark\\_%' or proname like $1)`,
    [FUNCTIONS],
  )
  for (const { made } of rows) await client.query(`drop function ${made} cascade`)
}

/** Creates the tables of records, including resources that this version does not declare. */
async function makeResourceTables(client: Client, { tables }: Manifest): Promise<void> {
  for (const table of tables.filter(isOfResource)) {
    if (hasRecords(table)) await makeRecordTable(client, table.name)
    else await makeKeptTable(client, table.name)
    const columns = table.columns.map(
      (column) => `add column if not exists ${list([column])} ${column.type}`,
    )
    await client.query(`alter table ${list([table])} ${columns.join(', ')}`)
  }
}

async function copyAll(client: Client, path: string, { tables }: Manifest): Promise<void> {
  const own = await ownTables(client)
  // Migrations insert rows into some tables. The file also contains these rows.
  await client.query(`truncate ${list(own)}`)
  const arrived = new Map<string, number>()
  for await (const [name, rows] of tablesIn(path)) {
    const table = tables.find((one) => one.name === name)
    if (!(table && own.some((one) => one.name === name)))
      throw new BackupError(`The backup has a table that its own schema does not have (${name}).`)
    const copy = client.query(copyFrom(`copy ${list([table])} (${list(table.columns)}) from stdin`))
    await pipeline(rows, copy)
    arrived.set(name, (arrived.get(name) ?? 0) + copy.rowCount)
  }
  for (const { name, rows } of tables)
    if (arrived.get(name) !== rows)
      throw new BackupError(
        `Only ${arrived.get(name) ?? 0} of ${rows} rows of ${name} were restored.`,
      )
}
