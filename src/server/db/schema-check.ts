import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { tableName } from '#server/records/shape.ts'
import { indexesFor } from './indexes.ts'
import { expectedOf, readMigrations } from './migrate.ts'

/** Which of the tables and indexes that this program needs the database has. */
export interface Structure {
  /** The newest migration that has run, and the newest that this program knows. */
  migration: { there: number; known: number }
  missingTables: string[]
  missingIndexes: string[]
  /** Left by a build that failed: they answer nothing, and each write maintains them. */
  invalidIndexes: string[]
  /** Tables that the role may not read and write. */
  closedTables: string[]
  /** Those that it may. */
  openTables: ReadonlySet<string>
}

/** Compares tables and indexes with the migrations and the declarations. It only reads. */
export async function examineStructure(
  client: Client,
  registry: readonly Resource[],
): Promise<Structure> {
  const migrations = readMigrations()
  const { tables, indexes } = expectedOf(migrations)
  const { rows } = await client.query<{ name: string; kind: 'r' | 'i'; isGood: boolean }>(
    `select c.relname as name, case when c.relkind in ('i', 'I') then 'i' else 'r' end as kind,
       case when c.relkind in ('i', 'I') then coalesce(i.indisvalid, true)
         else has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
           and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')
       end as "isGood"
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'i', 'I')`,
  )
  const there = (kind: string) => rows.filter((row) => row.kind === kind)
  const names = new Set(rows.map(({ name }) => name))
  const bad = (kind: string) =>
    there(kind)
      .flatMap(({ name, isGood }) => (isGood ? [] : [name]))
      .sort()
  const means = { trigrams: await trigramsOf(client), textOrder: undefined }
  const wanted = [
    ...indexes.keys(),
    ...registry.flatMap((one) =>
      names.has(tableName(one)) ? indexesFor(one, means).map(({ name }) => name) : [],
    ),
  ]
  return {
    migration: {
      there: names.has('migrations') ? await newestOf(client) : 0,
      known: Math.max(...migrations.map(({ id }) => id)),
    },
    missingTables: [...tables, ...registry.map(tableName)].filter((name) => !names.has(name)),
    missingIndexes: wanted.filter((name) => !names.has(name)),
    invalidIndexes: bad('i'),
    closedTables: bad('r'),
    openTables: new Set(there('r').flatMap(({ name, isGood }) => (isGood ? [name] : []))),
  }
}

async function newestOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number | null }>('select max(id) as id from migrations')
  return rows[0]?.id ?? 0
}

/** Only whether there is such an operator class: names of indexes do not depend on its schema. */
async function trigramsOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query("select from pg_opclass where opcname = 'gin_trgm_ops'")
  return rows.length > 0 ? 'gin_trgm_ops' : undefined
}
