import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client, Pool } from 'pg'
import { databaseCode } from './pool.ts'

/** The database cannot be used by this program. The message says what the operator can do. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

export interface Migration {
  id: number
  name: string
  sql: string
}

/** Reads the numbered files of migrations/, in order. A released file never changes: a change is a new file. */
export function readMigrations(): Migration[] {
  const here = dirname(fileURLToPath(import.meta.url))
  // Beside this module in the sources, beside the program's chunks once it is built.
  const folders = [join(here, 'migrations'), join(here, '..', 'migrations')]
  const folder = folders.find((one) => existsSync(one))
  if (!folder) throw new Error('The migrations are missing. Run: npm run build')
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, id = '', name = ''] = /^(\d+)-(.*)\.sql$/.exec(file) ?? []
      return { id: Number(id), name, sql: readFileSync(join(folder, file), 'utf8') }
    })
  const twin = found.find(({ id }, place) => found[place + 1]?.id === id)
  if (twin) throw new Error(`Two migrations have the number ${twin.id}.`)
  return found
}

/**
 * Runs the migrations that the database has not had, in the caller's transaction. Throws SchemaError for a database of
 * a newer program, or of a development version from before 0.1.0.
 */
export async function migrate(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (id integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from migrations',
  )
  // Version 0.1.0-dev had twenty files; its second was called so.
  if (rows.some(({ id, name }) => id === 2 && name === 'insight'))
    throw new SchemaError(
      'The database is of a development version before 0.1.0, whose tables this version cannot take over. Start that version again and export what you need, then start this one with an empty database (another DATA_DIR, or another database in DATABASE_URL) and import it.',
    )
  const newest = Math.max(0, ...migrations.map(({ id }) => id))
  const applied = new Set(rows.map(({ id }) => id))
  const known = Math.max(0, ...applied)
  if (known > newest)
    throw new SchemaError(
      `The database was last used by a newer version (its schema is ${known}, this program knows ${newest}). Start the newer version again, or use another database.`,
    )
  for (const { id, name, sql } of migrations) {
    if (applied.has(id)) continue
    await client.query(sql)
    await client.query('insert into migrations (id, name) values ($1, $2)', [id, name])
  }
}

/** Why requests cannot be served from the database. */
export type Lack = 'database' | 'migrations'

/** Shorter than the wait of a probe. */
const READINESS_MS = 1500

/** Returns a check of readiness. It needs connections that requests do not take: a crowd is not unready. */
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

/** Statements of migrations that make and drop tables and indexes. */
const STATEMENT =
  /^(create table|drop table|create(?: unique)? index|drop index)(?: if (?:not )?exists)? (\w+)(?: on (\w+))?/

/** Lists the tables and indexes that exist when all migrations have run; those of resources are not among them. */
export function expectedOf(migrations: readonly Pick<Migration, 'sql'>[]) {
  const tables = new Set(['migrations'])
  /** By name, with its table and the statement that makes it. */
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

function statementsOf({ sql }: Pick<Migration, 'sql'>): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
}
