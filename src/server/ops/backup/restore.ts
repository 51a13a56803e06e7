import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Resource } from '#model/resource.ts'
import { inSetupLock } from '#server/db/locks.ts'
import {
  dropIndexes,
  type Migration,
  migrate,
  readMigrations,
  repairIndexes,
} from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { declareTables, FUNCTIONS, makeKeptTable, makeRecordTable } from '#server/records/schema.ts'
import { BackupError, type Manifest, tablesIn, verifyBackup } from './backup-file.ts'
import { columnsOf, FOR_COPY, isOfResource, ownTables } from './make-backup.ts'

/** Returns how many records a database holds, and how many connections servers have to it. */
export async function contentOf(connection: Connection) {
  const client = await connectAlone(connection)
  const count = async (from: string) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`)
    return rows[0]?.n ?? 0
  }
  try {
    let records = 0
    for (const { name, columns } of await ownTables(client))
      if (isOfResource(name) && columns.some((column) => column.name === 'data'))
        records += await count(client.escapeIdentifier(name))
    // Other tenants of the database have schemas and roles of their own (docs/scaling.md).
    const servers = await count(
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
    else await makeKeptTable(client, { keptTable: name, kept: [] })
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
