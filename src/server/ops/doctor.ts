import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { ADMIN } from '#resources/roles.ts'
import type { Config } from '#server/config.ts'
import {
  checkApplied,
  expectedOf,
  type Migration,
  readMigrations,
  SchemaError,
} from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { createProxyWarnings, networkTest, notedProxies } from '#server/http/proxy-warnings.ts'
import { lastBackup } from '#server/ops/backup/backup-folder.ts'
import { indexesFor } from '#server/records/schema.ts'
import { tableName } from '#server/records/shape.ts'
import { type Finding, findStoredFaults } from '#server/records/stored-findings.ts'

/**
 * The checks of `npm run admin -- doctor`: database, schema, records, events, admins, backup, clock, network, mail, disk.
 * They only read, also beside a running server. Each finding that is a fault says what to do.
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
    const structure = await examineStructure(client, registry)
    // The tables of a database that a start refuses may have other columns.
    const isKnown = structure.refusal === undefined
    const has = (...tables: string[]) =>
      isKnown && tables.every((table) => structure.openTables.has(table))
    const users = registry.find(({ name }) => name === 'users')
    const isWhole = isKnown && structure.missingTables.length + structure.closedTables.length === 0
    return [
      ...database,
      checkSchema(structure),
      // Missing or closed tables cannot be read, and the schema's finding names them.
      ...(isWhole ? [await checkRecords(client, registry)] : []),
      ...(has('event_batches') ? [await checkEvents(client)] : []),
      ...(users && has(tableName(users), 'credentials') ? [await checkAdmins(client, users)] : []),
      ...(has('marks') ? [checkBackup((await lastBackup(client))?.at, config, now())] : []),
      await checkClock(client, now),
      ...checkNetwork(config, has('marks') ? await notedProxies(client) : []),
      ...checkMail(config),
      ...checkDisk(config),
    ]
  } finally {
    await client.end()
  }
}

/** Returns a finding that is fine if `fine` is a text, else a fault. */
function check(about: string, fine: string | false, words: string, fix: string): Finding {
  return fine === false ? { about, words, fix } : { about, words: fine }
}

/** All faults of one check, or one finding that it is fine. */
function checks(about: string, fine: string, faults: readonly (Finding | false)[]): Finding[] {
  const found = faults.filter((one) => one !== false)
  return found.length > 0 ? found : [{ about, words: fine }]
}

const OLDEST = 15
/** The connections of rolling up, commands and exports. */
const BESIDE_POOL = 6
/** Settings by which an acknowledged write may be lost with the machine. */
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
  const unsafe: string[] = rows[0].unsafe
  const wanted = config.databaseConnections + BESIDE_POOL
  const fault = (words: string, fix: string) => ({ about: 'database', words, fix })
  return checks('database', `PostgreSQL ${version} answers.`, [
    major < OLDEST &&
      fault(
        `PostgreSQL ${version} is older than ${OLDEST}.`,
        `Upgrade it to ${OLDEST} or later with pg_upgrade`,
      ),
    !rows[0].mayCreate &&
      fault(
        `${role} may not create tables: an upgrade will fail.`,
        `As the database's owner: grant create, usage on schema public to ${role};`,
      ),
    rows[0].isSuperuser &&
      config.databaseUrl !== undefined &&
      fault(
        `${role} is a superuser: an injected statement could reach files and programs.`,
        "Give the server a role of its own: create role waymark login password '…'; alter database … owner to waymark;",
      ),
    encoding !== 'UTF8' &&
      fault(
        `The database's encoding is ${encoding}: it cannot store all names.`,
        "create database waymark encoding 'UTF8' template template0; and set DATABASE_URL to it",
      ),
    unsafe.length > 0 &&
      fault(
        `Off: ${unsafe.join(', ')}. Acknowledged writes may be lost with the machine.`,
        `${unsafe.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf();`,
      ),
    !(rows[0].isPrivate || isContainerName(config.databaseUrl, address)) &&
      fault(
        'The connection to the database is not encrypted.',
        'DATABASE_URL=postgres://…?sslmode=verify-full npm start; the database needs a certificate',
      ),
    !rows[0].hasTrigrams &&
      fault(
        'pg_trgm is missing: each search reads a whole table.',
        'As a superuser, in this database: create extension pg_trgm; then restart the server',
      ),
    wanted > connections &&
      fault(
        `The database allows ${connections} connections, and one server may open ${wanted}.`,
        `DATABASE_CONNECTIONS=${Math.max(2, connections - BESIDE_POOL)} npm start; or in PostgreSQL: alter system set max_connections = ${wanted * 2}; and a restart`,
      ),
  ])
}

/** A bare name like `db` at a private address, as container networks have it: they need no encryption. */
export function isContainerName(databaseUrl: string | undefined, address: string | null): boolean {
  if (databaseUrl === undefined || address === null) return false
  return /^[a-z][\w-]*$/i.test(new URL(databaseUrl).hostname) && isPrivateAddress(address)
}

type Structure = Awaited<ReturnType<typeof examineStructure>>

/** Compares the database's tables and indexes with the migrations and the declarations. */
async function examineStructure(client: Client, registry: readonly Resource[]) {
  const migrations = readMigrations()
  const { tables, indexes } = expectedOf(migrations)
  const { rows } = await client.query<{
    name: string
    isIndex: boolean
    isGood: boolean
    hasTrigrams: boolean
  }>(
    `select c.relname as name, i.indexrelid is not null as "isIndex",
       coalesce(i.indisvalid, has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
         and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')) as "isGood",
       exists (select from pg_opclass where opcname = 'gin_trgm_ops') as "hasTrigrams"
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'i', 'I')
     order by c.relname`,
  )
  const names = new Set(rows.map(({ name }) => name))
  const namesOf = (isIndex: boolean, isGood: boolean) =>
    rows.filter((row) => row.isIndex === isIndex && row.isGood === isGood).map(({ name }) => name)
  // Only whether there are trigrams: their schema does not change the names.
  const means = {
    trigrams: rows[0]?.hasTrigrams ? 'gin_trgm_ops' : undefined,
    textOrder: undefined,
  }
  const declared = registry
    .filter((resource) => names.has(tableName(resource)))
    .flatMap((resource) => indexesFor(resource, means))
  const isMissing = (name: string) => !names.has(name)
  return {
    ...(names.has('migrations') ? await readSchema(client, migrations) : { migration: 0 }),
    known: Math.max(...migrations.map(({ id }) => id)),
    missingTables: [...tables, ...registry.map(tableName)].filter(isMissing),
    /** Indexes that a start makes, or makes again after a build that failed. */
    badIndexes: [...new Set([...[...indexes.keys()].filter(isMissing), ...namesOf(true, false)])],
    /** Indexes of resources that stored records may prevent. */
    unmadeIndexes: declared.map(({ name }) => name).filter(isMissing),
    /** Tables that the role may not read and write. */
    closedTables: namesOf(false, false),
    openTables: new Set(namesOf(false, true)),
  }
}

interface Schema {
  /** The newest migration that has run. 0 for an empty database. */
  migration: number
  /** Why a start refuses the database. */
  refusal?: SchemaError
}

async function readSchema(client: Client, migrations: readonly Migration[]): Promise<Schema> {
  try {
    return { migration: (await checkApplied(client, migrations)).at(-1)?.id ?? 0 }
  } catch (error) {
    if (error instanceof SchemaError) return { migration: 0, refusal: error }
    throw error
  }
}

const MOST_NAMED = 5

function checkSchema(structure: Structure): Finding {
  const { migration, refusal, known, missingTables, closedTables, badIndexes, unmadeIndexes } =
    structure
  const fault = (words: string, fix: string) => ({ about: 'schema', words, fix })
  if (refusal) return fault(refusal.words, refusal.fix)
  if (closedTables.length > 0)
    return fault(
      `The role may not read and write ${named(closedTables)}.`,
      `As their owner: grant select, insert, update, delete on ${closedTables.join(', ')} to current_user;`,
    )
  if (migration < known)
    return fault(`The database has an older schema (${migration}, this is ${known}).`, 'npm start')
  if (missingTables.length > 0)
    return fault(
      `Tables are missing: ${named(missingTables)}.`,
      'npm start creates those of resources; restore others from a backup',
    )
  const bad = [...badIndexes, ...unmadeIndexes]
  if (bad.length === 0)
    return { about: 'schema', words: `Version ${known}, with all tables and indexes.` }
  const rest =
    unmadeIndexes.length > 0
      ? `. If ${named(unmadeIndexes)} still fails, correct the stored records first: npm run check -- data names values that are there twice; texts over 2,700 bytes must be shortened`
      : ''
  return fault(
    `Indexes are missing or invalid: ${named(bad)}.`,
    `Restart the server: a start creates them${rest}`,
  )
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

async function checkRecords(client: Client, registry: readonly Resource[]): Promise<Finding> {
  const faults = await findStoredFaults(client, registry)
  const [first] = faults
  const more = faults.length > 1 ? `, and ${faults.length - 1} more` : ''
  return check(
    'records',
    first === undefined && 'All match their declarations.',
    `${first?.about}: ${first?.words}${more}.`,
    'npm run check -- data lists them and what to do',
  )
}

const LATE_SECONDS = 60

async function checkEvents(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ waiting: number; aside: number; seconds: number }>(
    `select count(*) filter (where failed_at is null)::int as waiting,
       count(*) filter (where failed_at is not null)::int as aside,
       coalesce(extract(epoch from now() - min(received_at) filter (where failed_at is null)), 0)::int as seconds
     from event_batches`,
  )
  const { waiting = 0, aside = 0, seconds = 0 } = rows[0] ?? {}
  if (aside > 0)
    return check(
      'events',
      false,
      `${aside} batches could not be counted; the column error of event_batches says why.`,
      'npm run admin -- retry-events',
    )
  return check(
    'events',
    seconds < LATE_SECONDS && `${waiting} batches wait to be counted.`,
    `${waiting} batches wait to be counted, the oldest for ${seconds} s.`,
    'npm start: a running server counts them within seconds. If it runs: npm run admin -- rebuild',
  )
}

async function checkAdmins(client: Client, users: Resource): Promise<Finding> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from ${tableName(users)} as u join credentials as c on c.user_id = u.id
     where u.deleted_at is null and u.data ->> 'role' = $1 and (u.data ->> 'isActive')::boolean`,
    [ADMIN],
  )
  const count = rows[0]?.n ?? 0
  return check(
    'admins',
    count > 0 && `${count} can sign in.`,
    'No active admin can sign in.',
    'npm run admin -- create --email you@example.org --first-name Ada --last-name Example',
  )
}

const HOUR_MS = 3_600_000

function checkBackup(last: string | undefined, { backup }: Config, now: number): Finding {
  if (backup === undefined)
    return check(
      'backup',
      last !== undefined && `The last was made at ${last}.`,
      'None was ever made, and BACKUP_DIR is not set.',
      'BACKUP_DIR=/another/disk BACKUP_EVERY=24h npm start; or npm run admin -- backup FILE',
    )
  const age = last === undefined ? Number.NaN : now - Date.parse(last)
  const made =
    last === undefined
      ? `None was ever made into ${backup.dir}.`
      : age < 0
        ? `The last is dated in the future (${last}).`
        : `The last was made ${Math.round(age / HOUR_MS)} hours ago.`
  return check(
    'backup',
    age >= 0 && age <= 2 * backup.everyMs && made,
    made,
    "npm run admin -- backup; the server's log says why it made none",
  )
}

/** Clocks that differ by more end sessions early and make new records look old. */
const MOST_APART_MS = 2000

async function checkClock(client: Client, now: () => number): Promise<Finding> {
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  const apart = Math.round(Math.abs(now() - (rows[0]?.now ?? 0)))
  return check(
    'clock',
    apart <= MOST_APART_MS && `This machine's and the database's differ by ${apart} ms.`,
    `This machine's and the database's differ by ${Math.round(apart / 1000)} s.`,
    'timedatectl set-ntp true, on the machine that is wrong',
  )
}

/** `proxies` is what a running server has noted; a TRUST_PROXY that was set since then settles it. */
function checkNetwork(config: Config, proxies: readonly string[]): Finding[] {
  const fix = 'TRUST_PROXY=<its address> PUBLIC_URL=https://<name> npm start'
  const warnings = [
    ...createProxyWarnings(config).warnings(),
    ...(config.trustProxy === false ? proxies : []),
  ]
  return checks(
    'network',
    'Nothing is wrong with HOST, TRUST_PROXY and PUBLIC_URL.',
    warnings.map((words) => ({ about: 'network', words, fix })),
  )
}

/** With `smtp://` the mail server decides about TLS, and an attacker in between can prevent it. */
function checkMail({ mail }: Config): Finding[] {
  if (!mail) return [{ about: 'mail', words: 'SMTP_URL is not set: no mail is sent.' }]
  const { protocol, hostname, searchParams } = new URL(mail.smtpUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isTls = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  return [
    check(
      'mail',
      (isHere || isTls) && `It is sent through ${hostname}, encrypted or within this machine.`,
      'Mail, with its one-time links, is encrypted only if the mail server offers it.',
      'SMTP_URL=smtps://…:465 npm start; or smtp://…:587?requireTLS=true',
    ),
  ]
}

const MB = 1024 * 1024
/** PostgreSQL's own log may need 64 MB at once. */
const LEAST_FREE = 512 * MB
const LEAST_SHARE = 0.05
const OTHERS = 0o077

/** The data directory of the embedded database, and its disk. */
export function checkDisk({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl !== undefined) return []
  const open = [dataDir, join(dataDir, 'postgres'), join(dataDir, 'run')].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && (found.mode & OTHERS) !== 0
  })
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const isShort = bavail * bsize < Math.max(LEAST_FREE, blocks * bsize * LEAST_SHARE)
  const left = `${Math.round((bavail * bsize) / MB)} MB of ${Math.round((blocks * bsize) / MB)} are free on the disk of ${dataDir}.`
  return checks('disk', left, [
    isShort && {
      about: 'disk',
      words: `Only ${left}`,
      fix: `Free some, or move DATA_DIR to a larger disk: du -xh ${dataDir}`,
    },
    open.length > 0 && {
      about: 'disk',
      words: `Other users of this machine can read ${open.join(', ')}.`,
      fix: `chmod go= ${open.join(' ')}`,
    },
  ])
}
