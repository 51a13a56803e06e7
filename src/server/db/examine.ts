import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { ADMIN } from '#resources/roles.ts'
import { lastBackup } from '#server/ops/backup/backup-folder.ts'
import { tableName } from '#server/records/shape.ts'

/** What the database says of itself. */
export interface DatabaseFacts {
  /** 180004 for 18.4. */
  version: number
  versionName: string
  role: string
  isSuperuser: boolean
  /** Whether tables can be made. */
  mayCreate: boolean
  encoding: string
  /** Settings by which an acknowledged write might be lost with the machine. */
  unsafe: string[]
  /** For everybody together. */
  connections: number
  hasTrigrams: boolean
  /** By TLS, or within one machine. */
  isPrivate: boolean
  /** The database's own address; null by a socket of this machine. */
  address: string | null
  /** The database's clock, in milliseconds since 1970. */
  now: number
  zones: string[]
}

const SAFE = ['fsync', 'full_page_writes', 'synchronous_commit']

/** Reads what can be told without any table of ours. */
export async function examineDatabase(client: Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version_num')::int as version,
       current_setting('server_version') as "versionName",
       current_user as role,
       (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
       current_setting('server_encoding') as encoding,
       array(select name from pg_settings where name = any($1) and setting = 'off' order by name) as unsafe,
       current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int as connections,
       exists (select from pg_opclass where opcname = 'gin_trgm_ops') as "hasTrigrams",
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
         or inet_server_addr() is null or inet_server_addr() = inet_client_addr() as "isPrivate",
       host(inet_server_addr()) as address,
       array(select lower(name) from pg_timezone_names) as zones`,
    [SAFE],
  )
  const [facts] = rows
  // By itself and last: the list of zones takes its time.
  const clock = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  if (!(facts && clock.rows[0])) throw new Error('The database told nothing of itself.')
  return { ...facts, now: clock.rows[0].now }
}

/** What stands in tables of ours, of those that are there. */
export interface KeptFacts {
  /** Batches of events that wait, for how long the oldest, and those that were set aside. */
  batches?: { waiting: number; seconds: number; aside: number }
  /** Active admins who can sign in. */
  admins?: number
  /** When the last backup was made. */
  backup?: string
}

const BATCHES = `select count(*) filter (where failed_at is null) as waiting,
  count(*) filter (where failed_at is not null) as aside,
  coalesce(extract(epoch from now() - min(received_at) filter (where failed_at is null)), 0)::float8 as seconds
  from event_batches`

/** Reads them; `has` says which tables there are. */
export async function examineKept(
  client: Client,
  users: Resource,
  has: (table: string) => boolean,
): Promise<KeptFacts> {
  const one = async <T extends object>(tables: string[], sql: string, values: unknown[] = []) =>
    tables.every(has) ? (await client.query<T>(sql, values)).rows[0] : undefined
  const batches = await one<NonNullable<KeptFacts['batches']>>(['event_batches'], BATCHES)
  const table = tableName(users)
  const admins = await one<{ n: number }>(
    [table, 'credentials'],
    `select count(*) as n from ${table} as u join credentials as c on c.user_id = u.id
     where u.deleted_at is null and u.data ->> 'role' = $1 and (u.data ->> 'isActive')::boolean`,
    [ADMIN],
  )
  const backup = has('marks') ? await lastBackup(client) : undefined
  return {
    ...(batches && { batches }),
    ...(admins && { admins: admins.n }),
    ...(backup && { backup: backup.at }),
  }
}
