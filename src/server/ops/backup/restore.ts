import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Resource } from '#model/resource.ts'
import { indexesFor, makeIndex } from '#server/db/indexes.ts'
import { inSetupLock, type Migration, readMigrations } from '#server/db/migrate.ts'
import { type Connection, connectAlone, databaseCode } from '#server/db/pool.ts'
import { makeKeptTable, makeMeans, makeRecordTable, makeTrigger } from '#server/db/tables.ts'
import { shapeOf } from '#server/records/shape.ts'
import { BackupError } from './backup-error.ts'
import { readBackup } from './file-reader.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { AS_TEXT, namesIn, type Table, tablesOf } from './ours.ts'
import { setAsideIndexes } from './set-aside-indexes.ts'

export interface RestoreOptions {
  connection: Connection
  registry: readonly Resource[]
  /** Takes what is being done, in words for the operator. */
  say(line: string): void
}

/** What stands in a database that something is to be restored into. */
export interface Content {
  tables: number
  /** Of records alone; who asks before they are deleted says so. */
  records: number
  /** Connections of servers that work on it. */
  servers: number
}

/** What is in a database now, and whether servers work on it. */
export async function contentOf(connection: Connection): Promise<Content> {
  const client = await connectAlone(connection)
  try {
    const tables = await tablesOf(client, readMigrations())
    let records = 0
    for (const { name, columns } of tables)
      if (name.startsWith('rec_') && columns.some((column) => column.name === 'data'))
        records += await countOf(client, name)
    // Other tenants of the database have schemas and roles of their own (docs/tenants.md).
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'waymark'
         and (current_schema() = 'public' or usename = current_user)`,
    )
    return { tables: tables.length, records, servers: rows[0]?.n ?? 0 }
  } finally {
    await client.end()
  }
}

/**
 * Makes a database what the file says, in one transaction: until its end everybody sees what was there before, and
 * whatever ends it before leaves that as it was. All of ours that stood there goes; nothing is merged. Newer
 * migrations than the file's are run on it. Throws BackupError.
 */
export async function restoreBackup(
  path: string,
  { connection, registry, say }: RestoreOptions,
): Promise<Manifest> {
  const migrations = readMigrations()
  const client = await connectAlone(connection, 0)
  try {
    const manifest = await inSetupLock(client, async () => {
      await client.query(`${AS_TEXT}; ${FAST}`)
      const done = await load(client, path, migrations)
      say('Building indexes.')
      await done.putBack()
      await runNewer(client, done.manifest, migrations)
      await makeTriggers(client, registry)
      await makeIndexes(client, registry)
      await compareCounts(client, done.manifest)
      return done.manifest
    })
    for (const { name } of await tablesOf(client, migrations))
      await client.query(`analyze ${client.escapeIdentifier(name)}`)
    return manifest
  } finally {
    await client.end()
  }
}

/** Indexes are built with more memory than a request may have. */
const FAST = "set local maintenance_work_mem = '256MB'; set local synchronous_commit = on"

/** Up to so many rows are quickly put into a table with its indexes. */
const FEW_ROWS = 5000

/** Empties the database, makes its tables as they were and copies every part into them. */
async function load(client: Client, path: string, migrations: readonly Migration[]) {
  let tables = new Map<string, Table>()
  let aside = { putBack: async () => {} }
  const manifest = await readBackup(path, {
    async manifest(said) {
      const known = knownOf(said, migrations)
      await dropOurs(client, migrations)
      await runMigrations(client, known)
      await makeDeclared(client, said)
      await makeMonths(client, said)
      tables = new Map(said.tables.map((table) => [table.name, table]))
      const there = await tablesOf(client, migrations)
      compareShapes(said, there)
      const made = there.filter(({ isDeclared }) => !isDeclared).map(({ name }) => name)
      // Migrations put a few rows into their tables: those are in the file, too.
      await client.query(`truncate ${made.map((name) => client.escapeIdentifier(name)).join(', ')}`)
      const isLarge = ({ name, rows }: BackedUpTable) => made.includes(name) && rows > FEW_ROWS
      aside = await setAsideIndexes(
        client,
        said.tables.filter(isLarge).map(({ name }) => name),
      )
    },
    async part(name, body) {
      const table = tables.get(name)
      if (table) await copyIn(client, table, body)
    },
  })
  await setSequences(client, manifest)
  return { manifest, putBack: aside.putBack }
}

/** The migrations that the backup's database had had. Throws where this program has others under their numbers. */
function knownOf(manifest: Manifest, migrations: readonly Migration[]): Migration[] {
  return manifest.migrations.map(({ id, name }) => {
    const known = migrations.find((one) => one.id === id)
    if (known?.name === name) return known
    throw new BackupError(
      `The backup was made by another version (${manifest.version}): its schema has ${id} (${name}), which this program does not know. Restore it with that version or a newer one.`,
    )
  })
}

async function dropOurs(client: Client, migrations: readonly Migration[]): Promise<void> {
  const tables = await tablesOf(client, migrations)
  const there = [...tables.map(({ name }) => name), 'migrations']
  const names = there.map((name) => client.escapeIdentifier(name)).join(', ')
  await client.query(`drop table if exists ${names} cascade`)
  const functions = [
    ...namesIn(migrations, 'function'),
    ...tables.filter(({ isDeclared }) => isDeclared).map(({ name }) => `${name}_columns`),
  ]
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

async function runNewer(
  client: Client,
  { migrations: had }: Manifest,
  migrations: readonly Migration[],
): Promise<void> {
  await runMigrations(
    client,
    migrations.filter(({ id }) => !had.some((one) => one.id === id)),
  )
}

/** The tables of records, also of resources that this program does not declare. */
async function makeDeclared(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name, columns } of tables.filter(({ isDeclared }) => isDeclared)) {
    const holdsRecords = columns.some((column) => column.name === 'data')
    await (holdsRecords ? makeRecordTable : makeKeptTable)(client, name)
    for (const column of columns)
      await client.query(
        `alter table ${client.escapeIdentifier(name)}
         add column if not exists ${client.escapeIdentifier(column.name)} ${column.type}`,
      )
  }
}

/** The parts of `events` as they were: rows need a place before they come. */
async function makeMonths(client: Client, { months = [] }: Manifest): Promise<void> {
  if (months.length === 0) return
  const { rows } = await client.query<{ part: string }>('select part from event_months()')
  for (const { part } of rows) await client.query(`drop table ${client.escapeIdentifier(part)}`)
  for (const { since, until } of months) {
    const part = since === null ? 'events_before' : `events_${since.slice(0, 7).replace('-', '_')}`
    const begin = since === null ? 'minvalue' : client.escapeLiteral(since)
    await client.query(
      `create table ${part} partition of events for values from (${begin}) to (${client.escapeLiteral(until)})`,
    )
  }
}

/** Every table and column of the file has to have its place. */
function compareShapes({ tables }: Manifest, there: readonly Table[]): void {
  for (const { name, columns } of tables) {
    const table = there.find((one) => one.name === name)
    const missing = columns.find(
      (column) => !table?.columns.some((one) => one.name === column.name),
    )
    if (!table || missing)
      throw new BackupError(
        `The backup has ${missing ? `a column ${name}.${missing.name}` : `a table ${name}`} that its own schema does not make. Nothing was restored.`,
      )
  }
}

const EVENTS = 'events'

async function copyIn(client: Client, { name, columns }: Table, body: Buffer): Promise<void> {
  const names = columns.map((column) => client.escapeIdentifier(column.name)).join(', ')
  // The table is of this transaction: rows that are seen by all at once need no cleaning up later.
  const rows = client.query(
    // PostgreSQL has no such help for a table in parts.
    copyFrom(
      `copy ${client.escapeIdentifier(name)} (${names}) from stdin${name === EVENTS ? '' : ' with (freeze true)'}`,
    ),
  )
  const done = once(rows, 'finish')
  rows.end(body)
  await done
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [
      client.escapeIdentifier(name),
      last,
      isCalled,
    ])
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

async function compareCounts(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables as readonly BackedUpTable[]) {
    if (!(await isThere(client, name))) continue
    const found = await countOf(client, name)
    // A newer migration may have added a few; it loses none.
    if (found < rows)
      throw new BackupError(`Of ${rows} rows of ${name}, ${found} arrived. Nothing was restored.`)
  }
}

async function isThere(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [
    client.escapeIdentifier(table),
  ])
  return rows[0]?.is === true
}

async function countOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select count(*)::text as n from ${client.escapeIdentifier(table)}`,
  )
  return Number(rows[0]?.n)
}
