import type { Client } from 'pg'
import { type Migration, NewerSchemaError } from '#server/db/migrate.ts'
import { BackupError } from './backup-error.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'

/**
 * What is true for the moment alone and is in no backup: who is signed in, what opens something once, mail on its way,
 * what limits have counted, files that are imported (they may hold passwords). Nothing that was ended, used, sent or
 * erased since may live again.
 */
const OF_THE_MOMENT = [
  ...['sessions', 'tickets', 'one_time', 'mails', 'limits'],
  ...['imports', 'import_rows', 'import_claims'],
]
/** Told by the manifest, or made by whoever starts. */
const MADE_ANEW = ['migrations', 'setup_lock']

export type Table = Omit<BackedUpTable, 'rows'>

/**
 * The tables of this program in a database: those of the declarations by their names, also of resources that left,
 * and those that migrations make. An operator's own tables in the same schema are none of ours.
 */
export async function tablesOf(
  client: Client,
  migrations: readonly Migration[],
): Promise<readonly Table[]> {
  const made = namesIn(migrations, 'table')
  const isOurs = (name: string) => isDeclared(name) || made.has(name)
  const { rows } = await client.query<{ name: string; columns: Table['columns'] }>(
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
  return rows
    .filter(({ name }) => isOurs(name) && !MADE_ANEW.includes(name))
    .map((table) => ({ ...table, isDeclared: isDeclared(table.name) }))
}

export function isKept({ name }: Table): boolean {
  return !OF_THE_MOMENT.includes(name)
}

/** Every resource's table has this before its name, and no migration makes one. */
function isDeclared(name: string): boolean {
  return name.startsWith('rec_')
}

/** What migrations make of a kind, whether it is still there or not. */
export function namesIn(
  migrations: readonly Migration[],
  kind: 'table' | 'function',
): ReadonlySet<string> {
  const making = new RegExp(
    `create (?:or replace )?${kind} (?:if not exists )?(\\w+)|alter ${kind} (?:if exists )?\\w+ rename to (\\w+)`,
    'gi',
  )
  const found = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(making)].flatMap(([, made, renamed]) => made ?? renamed ?? []),
  )
  return new Set(found.map((name) => name.toLowerCase()))
}

/** The migrations that a database has had. Throws where it has had one that this program does not know. */
export async function appliedTo(
  client: Client,
  migrations: readonly Migration[],
): Promise<Manifest['migrations']> {
  const there = await client.query("select to_regclass('migrations') is not null as is")
  if (!there.rows[0]?.is) throw new BackupError('The database holds nothing of Waymark yet.')
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from migrations order by id',
  )
  const stranger = rows.find(({ id }) => !migrations.some((known) => known.id === id))
  if (stranger)
    throw new NewerSchemaError(
      `The database was last used by a newer version (its schema is ${rows.at(-1)?.id}). Use that version.`,
    )
  return rows
}

/** The months that events stand in (0017-events-by-month.sql); none where they all stand in one table. */
export async function monthsOf(
  client: Client,
  applied: Manifest['migrations'],
): Promise<NonNullable<Manifest['months']>> {
  if (!applied.some(({ name }) => name === 'events-by-month')) return []
  const { rows } = await client.query<{ since: string | null; until: string }>(
    'select since::text, until::text from event_months() order by until',
  )
  return rows
}

export async function sequencesOf(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by 1`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    )
    for (const { last, isCalled } of found.rows) sequences.push({ name, last, isCalled })
  }
  return sequences
}

/** How values are written and read as text, whatever the database's own settings say; and no limit of requests. */
export const AS_TEXT = [
  "set local datestyle = 'ISO, YMD'",
  "set local timezone = 'UTC'",
  "set local intervalstyle = 'postgres'",
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ')
