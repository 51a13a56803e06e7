import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { attempt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { ADMIN } from '#resources/roles.ts'
import type { Config } from '#server/config.ts'
import { checkApplied, expectedOf, readMigrations, SchemaError } from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { createProxyWarnings, networkTest, notedProxies } from '#server/http/proxy-warnings.ts'
import { lastBackup } from '#server/ops/backup/backup-schedule.ts'
import { indexesFor } from '#server/records/schema.ts'
import { tableName } from '#server/records/shape.ts'
import { type Finding, findStoredFaults } from '#server/records/stored-findings.ts'

/**
 * Runs the checks of `npm run admin -- doctor`: database, schema, records, events, admins, backup, clock, network,
 * mail, disk. They only read, and can run while the server is running. Each finding with an error says what to do.
 */
export async function diagnose(
  connection: Connection,
  config: Config,
  registry: readonly Resource[],
  now: () => number = Date.now,
): Promise<Finding[]> {
  const client = await connectAlone(connection)
  try {
    const database = await checkDatabase(client, config)
    const { schema, isWhole, canRead } = await checkSchema(client, registry)
    const users = registry.find(({ name }) => name === 'users')
    return [
      ...database,
      ...schema,
      ...(isWhole ? await checkRecords(client, registry) : []),
      ...(canRead('event_batches') ? await checkEvents(client) : []),
      ...(users && canRead(tableName(users), 'credentials')
        ? await checkAdmins(client, users)
        : []),
      ...(canRead('marks')
        ? checkBackup((await lastBackup(client))?.at, config.backup, now())
        : []),
      ...(await checkClock(client, now)),
      ...checkNetwork(config, canRead('marks') ? await notedProxies(client) : []),
      ...checkMail(config),
      ...checkDisk(config),
    ]
  } finally {
    await client.end()
  }
}

type Fault = readonly [words: string, fix: string]

/** Returns the errors of one check, or one finding that all is fine. */
function check(about: string, fine: string, ...faults: (Fault | false)[]): Finding[] {
  const found = faults.flatMap((fault) =>
    fault ? [{ about, words: fault[0], fix: fault[1] }] : [],
  )
  return found.length > 0 ? found : [{ about, words: fine }]
}

const OLDEST = 15
/** The connections of background jobs, commands and exports. */
const BESIDE_POOL = 6
/** Settings without which a crash can lose acknowledged writes. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']
const isPrivateAddress = networkTest(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'])

async function checkDatabase(client: Client, config: Config): Promise<Finding[]> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int / 10000 as major,
       current_setting('server_version') as version, current_user as role,
       (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
       coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
       current_setting('server_encoding') as encoding,
       array(select name from pg_settings where name = any($1) and setting = 'off' order by name) as unsafe,
       current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int as connections,
       exists (select from pg_opclass where opcname = 'gin_trgm_ops') as "hasTrigrams",
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
         or inet_server_addr() is null or inet_server_addr() = inet_client_addr() as "isPrivate",
       host(inet_server_addr()) as address`,
    [DURABLE],
  )
  const { major, version, role, encoding, connections, address } = rows[0]
  const { isSuperuser, mayCreate, hasTrigrams, isPrivate } = rows[0]
  const unsafe: string[] = rows[0].unsafe
  const wanted = config.databaseConnections + BESIDE_POOL
  return check(
    'database',
    `PostgreSQL ${version} responds.`,
    major < OLDEST && [
      `PostgreSQL ${version} is older than ${OLDEST}.`,
      `Upgrade it to ${OLDEST} or later with pg_upgrade`,
    ],
    !mayCreate && [
      `${role} may not create tables, so upgrades will fail.`,
      `As the database's owner: grant create, usage on schema public to ${role};`,
    ],
    isSuperuser &&
      config.databaseUrl !== undefined && [
        `${role} is a superuser, so an SQL injection could reach files and programs.`,
        "Give the server a role of its own: create role waymark login password '…'; alter database … owner to waymark;",
      ],
    encoding !== 'UTF8' && [
      `The database's encoding is ${encoding}, which cannot store all names.`,
      "create database waymark encoding 'UTF8' template template0; and set DATABASE_URL to it",
    ],
    unsafe.length > 0 && [
      `Off: ${unsafe.join(', ')}. A crash can lose acknowledged writes.`,
      `${unsafe.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf();`,
    ],
    !(isPrivate || isContainerName(config.databaseUrl, address)) && [
      'The connection to the database is not encrypted.',
      'DATABASE_URL=postgres://…?sslmode=verify-full npm start; the database needs a certificate',
    ],
    !hasTrigrams && [
      'pg_trgm is missing, so each search reads a whole table.',
      'As a superuser, in this database: create extension pg_trgm; then restart the server',
    ],
    wanted > connections && [
      `The database allows ${connections} connections, but a server may open ${wanted}.`,
      `DATABASE_CONNECTIONS=${Math.max(2, connections - BESIDE_POOL)} npm start; or in PostgreSQL: alter system set max_connections = ${wanted * 2}; and a restart`,
    ],
  )
}

/**
 * Returns whether the host is a bare name like `db` at a private address, as in container networks, which need no
 * encryption.
 */
export function isContainerName(databaseUrl: string | undefined, address: string | null): boolean {
  if (databaseUrl === undefined || address === null) return false
  return /^[a-z][\w-]*$/i.test(new URL(databaseUrl).hostname) && isPrivateAddress(address)
}

/**
 * Compares the tables and indexes with the migrations and the declarations. Also returns whether the records of all
 * resources can be read (`isWhole`), and a test for other tables.
 */
async function checkSchema(client: Client, registry: readonly Resource[]) {
  const migrations = readMigrations()
  const { rows } = await client.query<{
    name: string
    isIndex: boolean
    isGood: boolean
    trigrams: string | undefined
  }>(
    `select c.relname as name, i.indexrelid is not null as "isIndex",
       coalesce(i.indisvalid, has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
         and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')) as "isGood",
       (select opcname from pg_opclass where opcname = 'gin_trgm_ops' limit 1) as trigrams
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'i', 'I')
     order by c.relname`,
  )
  const isMissing = (name: string) => !rows.some((row) => row.name === name)
  const unusable = (isIndex: boolean) =>
    rows.filter((row) => row.isIndex === isIndex && !row.isGood).map(({ name }) => name)
  let migration = 0
  let refusal: SchemaError | undefined
  try {
    if (!isMissing('migrations'))
      migration = (await checkApplied(client, migrations)).at(-1)?.id ?? 0
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    refusal = error
  }
  const newest = Math.max(...migrations.map(({ id }) => id))
  const expected = expectedOf(migrations)
  const missing = [...expected.tables, ...registry.map(tableName)].filter(isMissing)
  const closed = unusable(false)
  const means = { trigrams: rows[0]?.trigrams, textOrder: undefined }
  const declared = registry
    .filter((resource) => !isMissing(tableName(resource)))
    .flatMap((resource) => indexesFor(resource, means))
  const unmade = [...expected.indexes.keys(), ...declared.map(({ name }) => name)].filter(isMissing)
  const bad = [...new Set([...unmade, ...unusable(true)])]
  const faults: (Fault | false)[] = [
    refusal !== undefined && [refusal.words, refusal.fix],
    closed.length > 0 && [
      `The role may not read and write ${named(closed)}.`,
      `As their owner: grant select, insert, update, delete on ${closed.join(', ')} to current_user;`,
    ],
    migration < newest && [
      `The database has an older schema (${migration}, this is ${newest}).`,
      'npm start',
    ],
    missing.length > 0 && [
      `Tables are missing: ${named(missing)}.`,
      'npm start creates those of resources. Restore the others from a backup',
    ],
    bad.length > 0 && [
      `Indexes are missing or invalid: ${named(bad)}.`,
      'Restart the server, which creates them. If one is still missing, correct the stored records: npm run check -- data lists duplicate values. Shorten texts over 2,700 bytes',
    ],
  ]
  // The first fault causes the others.
  const first = faults.find((fault) => fault !== false) ?? false
  return {
    schema: check('schema', `Version ${newest}, with all tables and indexes.`, first),
    isWhole: refusal === undefined && missing.length + closed.length === 0,
    /** If a start would refuse the database, its tables may have other columns. */
    canRead: (...names: string[]) =>
      refusal === undefined && names.every((name) => !(isMissing(name) || closed.includes(name))),
  }
}

const MOST_NAMED = 5

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

async function checkRecords(client: Client, registry: readonly Resource[]): Promise<Finding[]> {
  const [first, ...others] = await findStoredFaults(client, registry)
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return check(
    'records',
    'All match their declarations.',
    first !== undefined && [
      `${first.about}: ${first.words}${more}.`,
      'Run npm run check -- data for details',
    ],
  )
}

const LATE_SECONDS = 60

async function checkEvents(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ waiting: number; aside: number; seconds: number }>(
    `select count(*) filter (where failed_at is null)::int as waiting,
       count(*) filter (where failed_at is not null)::int as aside,
       coalesce(extract(epoch from now() - min(received_at) filter (where failed_at is null)), 0)::int as seconds
     from event_batches`,
  )
  const { waiting = 0, aside = 0, seconds = 0 } = rows[0] ?? {}
  return check(
    'events',
    `${waiting} batches are waiting to be counted.`,
    aside > 0 && [
      `${aside} batches could not be counted; the column error of event_batches says why.`,
      'npm run admin -- retry-events',
    ],
    seconds >= LATE_SECONDS && [
      `${waiting} batches are waiting to be counted, the oldest for ${seconds} s.`,
      'npm start: a running server counts them within seconds. If it is running: npm run admin -- rebuild',
    ],
  )
}

async function checkAdmins(client: Client, users: Resource): Promise<Finding[]> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from ${tableName(users)} as u join credentials as c on c.user_id = u.id
     where u.deleted_at is null and u.data ->> 'role' = $1 and (u.data ->> 'isActive')::boolean`,
    [ADMIN],
  )
  const count = rows[0]?.n ?? 0
  return check(
    'admins',
    `${count} can sign in.`,
    count === 0 && [
      'No active admin can sign in.',
      'npm run admin -- create --email you@example.org --first-name Ada --last-name Example',
    ],
  )
}

const HOUR_MS = 3_600_000

function checkBackup(last: string | undefined, backup: Config['backup'], now: number): Finding[] {
  const age = last === undefined ? Number.NaN : now - Date.parse(last)
  if (backup === undefined)
    return check(
      'backup',
      `The last backup is from ${last}.`,
      last === undefined && [
        'There is no backup, and BACKUP_DIR is not set.',
        'BACKUP_DIR=/another/disk BACKUP_EVERY=24h npm start; or npm run admin -- backup FILE',
      ],
    )
  const made = `The last backup is ${Math.round(age / HOUR_MS)} hours old.`
  const fix = "npm run admin -- backup. The server's log says why automatic backups failed"
  return check(
    'backup',
    made,
    last === undefined && [`No backup was made to ${backup.dir} yet.`, fix],
    age < 0 && [`The last backup is dated in the future (${last}).`, fix],
    age > 2 * backup.everyMs && [made, fix],
  )
}

/** A larger difference ends sessions early and makes new records look old. */
const MOST_APART_MS = 2000

async function checkClock(client: Client, now: () => number): Promise<Finding[]> {
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  const apart = Math.round(Math.abs(now() - (rows[0]?.now ?? 0)))
  return check(
    'clock',
    `The clocks of this machine and the database differ by ${apart} ms.`,
    apart > MOST_APART_MS && [
      `The clocks of this machine and the database differ by ${Math.round(apart / 1000)} s.`,
      'timedatectl set-ntp true, on the machine that is wrong',
    ],
  )
}

/** `proxies` are the warnings of a running server. A TRUST_PROXY that was set since then resolves them. */
function checkNetwork(config: Config, proxies: readonly string[]): Finding[] {
  const warnings = createProxyWarnings(config).warnings()
  const noted = config.trustProxy === false ? proxies : []
  return check(
    'network',
    'HOST, TRUST_PROXY and PUBLIC_URL are correct.',
    ...[...warnings, ...noted].map(
      (words) => [words, 'TRUST_PROXY=<its address> PUBLIC_URL=https://<name> npm start'] as const,
    ),
  )
}

/** With `smtp://` the mail server decides about TLS, and an attacker can prevent it. */
function checkMail({ mail }: Config): Finding[] {
  if (!mail) return check('mail', 'SMTP_URL is not set, so no email is sent.')
  const { protocol, hostname, searchParams } = new URL(mail.smtpUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isTls = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  return check(
    'mail',
    `Email is sent through ${hostname}, encrypted or within this machine.`,
    !(isHere || isTls) && [
      'Email, including password links, is encrypted only if the mail server offers it.',
      'SMTP_URL=smtps://…:465 npm start; or smtp://…:587?requireTLS=true',
    ],
  )
}

/** Returns the findings if the database cannot be reached. `words` says why. */
export function withoutDatabase(words: string, config: Config): Finding[] {
  const { databaseUrl, dataDir } = config
  const fix =
    databaseUrl === undefined
      ? `npm start in the directory of DATA_DIR=${dataDir} shows details. The embedded database logs to ${dataDir}/postgres/log`
      : 'pg_isready -d "$DATABASE_URL"; then set DATABASE_URL to the database that runs'
  // If the directory is missing or not readable, `words` says so.
  return [{ about: 'database', words, fix }, ...(attempt(() => checkDisk(config)) ?? [])]
}

const MB = 1024 * 1024
/** PostgreSQL's own log may need 64 MB at once. */
const LEAST_FREE = 512 * MB
const LEAST_SHARE = 0.05
const OTHERS = 0o077

/** The data directory of the embedded database, and its disk. */
function checkDisk({ databaseUrl, dataDir }: Config): Finding[] {
  if (databaseUrl !== undefined) return []
  const open = [dataDir, join(dataDir, 'postgres'), join(dataDir, 'run')].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && (found.mode & OTHERS) !== 0
  })
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const left = `${Math.round((bavail * bsize) / MB)} MB of ${Math.round((blocks * bsize) / MB)} are free on the disk of ${dataDir}.`
  return check(
    'disk',
    left,
    bavail * bsize < Math.max(LEAST_FREE, blocks * bsize * LEAST_SHARE) && [
      `Only ${left}`,
      `Free some space, or move DATA_DIR to a larger disk: du -xh ${dataDir}`,
    ],
    open.length > 0 && [
      `Other users of this machine can read ${open.join(', ')}.`,
      `chmod go= ${open.join(' ')}`,
    ],
  )
}
