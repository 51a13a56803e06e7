import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client, Pool } from 'pg'
import { databaseCode } from './pool.ts'

/** The database cannot be used by this program. The message tells the operator what to do. */
export class SchemaError extends Error {
  override name = 'SchemaError'
  readonly words: string
  readonly fix: string

  constructor(words: string, fix: string) {
    super(`${words} ${fix}`)
    this.words = words
    this.fix = fix
  }
}

export interface Migration {
  id: number
  name: string
  sql: string
  /** A hash of the statements. Comments and layout do not change it. */
  checksum: string
}

/** Reads the numbered files of migrations/, in order. A released file never changes: a change is a new file. */
export function readMigrations(): Migration[] {
  const here = dirname(fileURLToPath(import.meta.url))
  // Next to this module in the sources, next to the chunks in the build.
  const folders = [join(here, 'migrations'), join(here, '..', 'migrations')]
  const folder = folders.find((one) => existsSync(one))
  if (!folder) throw new Error('The migrations are missing. Run: npm run build')
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, id = '', name = ''] = /^(\d+)-(.*)\.sql$/.exec(file) ?? []
      const sql = readFileSync(join(folder, file), 'utf8')
      const checksum = createHash('sha256').update(statementsOf({ sql }).join(';')).digest('hex')
      return { id: Number(id), name, sql, checksum }
    })
  const twin = found.find(({ id }, place) => found[place + 1]?.id === id)
  if (twin) throw new Error(`Two migrations have the number ${twin.id}.`)
  return found
}

export type AppliedMigration = Omit<Migration, 'sql'>

/**
 * Returns the migrations that ran in the database, in order. Throws SchemaError if they are not the first of
 * `migrations`: a newer version used the database, or a development version with other migrations.
 */
export async function checkApplied(
  client: Client,
  migrations: readonly Migration[],
): Promise<AppliedMigration[]> {
  // Development versions had no column for the checksum.
  const { rows } = await client.query<AppliedMigration>(
    "select id, name, to_jsonb(m) ->> 'checksum' as checksum from migrations m order by id",
  )
  const known = new Map(migrations.map(({ id, checksum }) => [id, checksum]))
  const other = rows.find(({ id, checksum }) => known.has(id) && known.get(id) !== checksum)
  if (other && other.id === migrations[0]?.id)
    throw new SchemaError(
      'The database belongs to a development version before 0.1.0, which this version cannot upgrade.',
      'Start that version and export your data. Then start this one with an empty database (another DATA_DIR or DATABASE_URL) and import it.',
    )
  if (other)
    throw new SchemaError(
      `Migration ${other.id} (${other.name}) of the database differs from that of this version.`,
      'Start the version that created it, or use another database.',
    )
  const unknown = rows.findLast(({ id }) => !known.has(id))
  if (unknown)
    throw new SchemaError(
      `The database was last used by a newer version (its schema is ${unknown.id}, this version knows ${migrations.at(-1)?.id}).`,
      'Start the newer version, or use another database.',
    )
  return rows
}

/** Runs the migrations that have not run yet, in the caller's transaction. Throws SchemaError like checkApplied. */
export async function migrate(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    `create table if not exists migrations
       (id integer primary key, name text not null, applied_at timestamptz not null default now(), checksum text)`,
  )
  const applied = new Set((await checkApplied(client, migrations)).map(({ id }) => id))
  for (const { id, name, sql, checksum } of migrations) {
    if (applied.has(id)) continue
    await client.query(sql)
    await client.query('insert into migrations (id, name, checksum) values ($1, $2, $3)', [
      id,
      name,
      checksum,
    ])
  }
}

/** Why requests cannot be served from the database. */
export type Lack = 'database' | 'migrations'

/** Shorter than the timeout of a probe. */
const READINESS_MS = 1500

/** Returns a check of readiness. `pool` must not be the pool of requests, because a busy server is still ready. */
export function readinessOf(pool: Pool): () => Promise<Lack | undefined> {
  const newest = Math.max(...readMigrations().map(({ id }) => id))
  return async () => {
    const newestRun = {
      text: 'select max(id) as id from migrations',
      query_timeout: READINESS_MS,
    }
    try {
      const { rows } = await pool.query<{ id: number | null }>(newestRun)
      return (rows[0]?.id ?? 0) >= newest ? undefined : 'migrations'
    } catch (error) {
      return databaseCode(error) === '42P01' ? 'migrations' : 'database'
    }
  }
}

/** Statements of migrations that create and drop tables and indexes. */
const STATEMENT =
  /^(create table|drop table|create(?: unique)? index|drop index)(?: if (?:not )?exists)? (\w+)(?: on (\w+))?/

/** Returns the tables and indexes of a database after these migrations, without those of resources. */
export function expectedOf(migrations: readonly Pick<Migration, 'sql'>[]) {
  const tables = new Set(['migrations'])
  /** By name, with the table and the CREATE statement. */
  const indexes = new Map<string, { table: string; statement: string }>()
  for (const statement of migrations.flatMap(statementsOf)) {
    const [, verb = '', name = '', table = ''] = STATEMENT.exec(statement) ?? []
    if (verb === 'create table') tables.add(name)
    else if (verb === 'drop table') {
      tables.delete(name)
      for (const [index, made] of indexes) if (made.table === name) indexes.delete(index)
    } else if (verb === 'drop index') indexes.delete(name)
    else if (verb) indexes.set(name, { table, statement })
  }
  return { tables: [...tables], indexes }
}

/** Returns the names of all tables that these migrations create, including those that later ones drop. */
export function tablesMadeBy(migrations: readonly Migration[]): ReadonlySet<string> {
  const made = migrations.flatMap(statementsOf).map((statement) => STATEMENT.exec(statement))
  return new Set(made.flatMap((found) => (found?.[1] === 'create table' ? (found[2] ?? []) : [])))
}

function statementsOf({ sql }: Pick<Migration, 'sql'>): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
}

/** Creates the missing indexes of migrations, and rebuilds those that a failed build left invalid. */
export async function repairIndexes(
  client: Client,
  migrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace`,
  )
  const known = new Map(rows.map(({ name, isValid }) => [name, isValid]))
  for (const [name, { statement }] of expectedOf(migrations).indexes) {
    if (known.get(name)) continue
    if (known.has(name)) await client.query(`drop index ${name}`)
    await client.query(statement)
  }
}

/** Drops the indexes of migrations for a restore, because they build faster after all rows are inserted. */
export async function dropIndexes(client: Client, migrations: readonly Migration[]): Promise<void> {
  const names = [...expectedOf(migrations).indexes.keys()]
  if (names.length > 0) await client.query(`drop index if exists ${names.join(', ')}`)
}
