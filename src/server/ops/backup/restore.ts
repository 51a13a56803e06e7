import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Resource } from '#model/resource.ts'
import { indexesFor, makeIndex } from '#server/db/indexes.ts'
import { inSetupLock, type Migration, readMigrations } from '#server/db/migrate.ts'
import { type Connection, connectAlone, databaseCode } from '#server/db/pool.ts'
import { makeKeptTable, makeMeans, makeRecordTable, makeTrigger } from '#server/db/tables.ts'
import { shapeOf } from '#server/records/shape.ts'
import { BackupError, type Manifest, tablesIn, verifyBackup } from './backup-file.ts'
import { FOR_COPY, isOfResource, namesInMigrations, ownTables } from './own-tables.ts'

/** Returns how many records a database holds, and how many connections servers have to it. */
export async function contentOf(
  connection: Connection,
): Promise<{ records: number; servers: number }> {
  const client = await connectAlone(connection)
  try {
    let records = 0
    for (const { name, columns } of await ownTables(client))
      if (isOfResource(name) && columns.some((column) => column.name === 'data')) {
        const { rows } = await client.query<{ n: string }>(
          `select count(*)::text as n from ${client.escapeIdentifier(name)}`,
        )
        records += Number(rows[0]?.n)
      }
    // Other tenants of the database have schemas and roles of their own (docs/tenants.md).
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'waymark'
         and (current_schema() = 'public' or usename = current_user)`,
    )
    return { records, servers: rows[0]?.n ?? 0 }
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
  const { had, newer } = splitMigrations(manifest)
  const client = await connectAlone(connection, 0)
  try {
    await inSetupLock(client, async () => {
      await client.query(`${FOR_COPY}; set local maintenance_work_mem = '256MB'`)
      await dropOwn(client)
      await runMigrations(client, had)
      await makeResourceTables(client, manifest)
      await copyAll(client, path, manifest)
      await runMigrations(client, newer)
      await declare(client, registry)
    })
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

/** The migrations that the backup's database had had, and those that came since. */
function splitMigrations({ migrations: had, version }: Manifest) {
  const known = readMigrations()
  const stranger = had.find(({ id, name }) => known.find((one) => one.id === id)?.name !== name)
  if (stranger)
    throw new BackupError(
      `The backup was made by another version (${version}): its schema has ${stranger.id} (${stranger.name}), which this program does not know. Restore it with that version or a newer one.`,
    )
  const isIn = ({ id }: Migration) => had.some((one) => one.id === id)
  return { had: known.filter(isIn), newer: known.filter((one) => !isIn(one)) }
}

async function dropOwn(client: Client): Promise<void> {
  const tables = (await ownTables(client)).map(({ name }) => name)
  const names = [...tables, 'migrations'].map((name) => client.escapeIdentifier(name)).join(', ')
  await client.query(`drop table if exists ${names} cascade`)
  const functions = [...namesInMigrations('function'), ...tables.map((name) => `${name}_columns`)]
  const { rows } = await client.query<{ made: string }>(
    `select oid::regprocedure::text as made from pg_proc
     where pronamespace = current_schema()::regnamespace and proname = any($1::name[])`,
    [functions],
  )
  for (const { made } of rows) await client.query(`drop function ${made} cascade`)
}

async function runMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (id integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  for (const { id, name, sql } of migrations) {
    await client.query(sql)
    await client.query('insert into migrations (id, name) values ($1, $2)', [id, name])
  }
}

/** Makes the tables of records, also of resources that this program does not declare. */
async function makeResourceTables(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name, columns } of tables.filter((table) => isOfResource(table.name))) {
    const holdsRecords = columns.some((column) => column.name === 'data')
    await (holdsRecords ? makeRecordTable : makeKeptTable)(client, name)
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
    const columns = table.columns.map((column) => client.escapeIdentifier(column.name)).join(', ')
    // Events stand by month: the months are made once it is known which there are.
    const isByMonth = name === 'events' && (await isPartitioned(client, name))
    if (isByMonth)
      await client.query('create temporary table arriving (like events) on commit drop')
    const place = isByMonth ? 'arriving' : client.escapeIdentifier(name)
    const copy = client.query(copyFrom(`copy ${place} (${columns}) from stdin`))
    await pipeline(rows, copy)
    if (isByMonth)
      await client.query(
        'select make_event_months(min(at), max(at)) from arriving; insert into events select * from arriving',
      )
    if (copy.rowCount !== table.rows)
      throw new BackupError(`Of ${table.rows} rows of ${name}, ${copy.rowCount} arrived.`)
    left.delete(name)
  }
  if (left.size > 0) throw new BackupError(`The backup lacks ${[...left.keys()].join(', ')}.`)
  for (const { name, last } of manifest.sequences)
    await client.query('select setval(to_regclass($1), $2::bigint)', [
      client.escapeIdentifier(name),
      last,
    ])
}

async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = to_regclass($1)',
    [table],
  )
  return rows[0]?.kind === 'p'
}

/** Makes what the declarations add to the tables of records. A start makes what is left. */
async function declare(client: Client, registry: readonly Resource[]): Promise<void> {
  await makeTriggers(client, registry)
  await makeIndexes(client, registry)
}

/** The trigger of each resource whose table was in the file. Those of others are made when they are declared again. */
async function makeTriggers(client: Client, registry: readonly Resource[]): Promise<void> {
  for (const resource of registry)
    if (await isThere(client, shapeOf(resource).table)) await makeTrigger(client, shapeOf(resource))
}

/** The indexes of the declarations, as far as they can be made now; a start makes those that are left. */
async function makeIndexes(client: Client, registry: readonly Resource[]): Promise<void> {
  const means = await makeMeans(client)
  for (const resource of registry) {
    const { table } = shapeOf(resource)
    if (!(await isThere(client, table))) continue
    for (const index of indexesFor(resource, means)) {
      await client.query('savepoint index')
      try {
        for (const statement of makeIndex(table, index)) await client.query(statement)
      } catch (error) {
        if (!LEFT_TO_A_START.has(databaseCode(error) ?? '')) throw error
        await client.query('rollback to savepoint index')
      }
    }
  }
}

/** A column that is declared since, and a unique rule that records of the file break. */
const LEFT_TO_A_START = new Set(['42703', '23505'])

async function isThere(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [
    client.escapeIdentifier(table),
  ])
  return rows[0]?.is === true
}
