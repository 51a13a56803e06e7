import type { Client } from 'pg'
import { readMigrations } from '#server/db/migrate.ts'
import type { Manifest } from './backup-file.ts'

export type BackupTable = Omit<Manifest['tables'][number], 'rows'>

/** The restore writes this list itself. */
const NOT_COPIED = new Set(['migrations'])

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

/** Returns whether a table holds records of a resource, or their times. All other tables are made by migrations. */
export function isOfResource(table: string): boolean {
  return table.startsWith('rec_')
}

/** The tables of this program in the database. Other tables in the same schema belong to the operator. */
export async function ownTables(client: Client): Promise<BackupTable[]> {
  const made = namesInMigrations('table')
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
  return rows.filter(({ name }) => isOfResource(name) || (made.has(name) && !NOT_COPIED.has(name)))
}

/** The names that migrations give to tables or functions, also to those that later ones drop. */
export function namesInMigrations(kind: 'table' | 'function'): ReadonlySet<string> {
  const making = new RegExp(
    `create (?:or replace )?${kind} (?:if not exists )?(\\w+)|alter ${kind} (?:if exists )?\\w+ rename to (\\w+)`,
    'gi',
  )
  const found = readMigrations().flatMap(({ sql }) =>
    [...sql.matchAll(making)].flatMap(([, made, renamed]) => made ?? renamed ?? []),
  )
  return new Set(found.map((name) => name.toLowerCase()))
}
