import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { withOpenRoles } from '#resources/open-roles.ts'
import { createInsight } from '#server/analytics/insight.ts'
import { openZone } from '#server/analytics/zone.ts'
import { createFactors } from '#server/auth/factors.ts'
import { createAskingLimits, createSignInLimits, sweepLimits } from '#server/auth/limits.ts'
import { createCredentials, createPasswords } from '#server/auth/passwords.ts'
import { createEncryption } from '#server/auth/secrets.ts'
import { createTokens } from '#server/auth/service-tokens.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { createSignOn } from '#server/auth/sign-on.ts'
import { createTickets } from '#server/auth/tickets.ts'
import { isServiceToken, tokenOwner } from '#server/auth/token-scopes.ts'
import type { Config } from '#server/config.ts'
import { readinessOf } from '#server/db/migrate.ts'
import { type Connection, connectAlone, createPool } from '#server/db/pool.ts'
import { createAuditLog } from '#server/history/audit-log.ts'
import { createChanges } from '#server/history/changes.ts'
import { createErasing } from '#server/history/erase.ts'
import { createProxyWarnings, noteProxies } from '#server/http/proxy-warnings.ts'
import { createStage } from '#server/imports/stage.ts'
import { lastBackup } from '#server/ops/backup/backup-schedule.ts'
import { createBackground } from '#server/ops/jobs.ts'
import { createFormLimits, createStamps } from '#server/public-forms/form-checks.ts'
import { createMailing } from '#server/public-forms/mailing.ts'
import { createEntryLinks, createWaitlist } from '#server/public-forms/waitlist.ts'
import { createAccess } from '#server/records/access.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { createHooks } from '#server/records/hooks/index.ts'
import { readLegacyChoices } from '#server/records/legacy-values.ts'
import { createRecords } from '#server/records/records.ts'
import { createReferences } from '#server/records/references.ts'
import { prepareDatabase } from '#server/records/schema.ts'
import { createSecurityLog } from '#server/security-log/security-log.ts'
import { diskWarnings } from './database.ts'
import { type Log, throttled } from './logger.ts'

/** Everything that the server and the commands work with. */
export type Services = Awaited<ReturnType<typeof openServices>>

/** The services and the configuration, for the routes. */
export interface Context extends Services {
  config: Config
}

/** Opens the database and creates the services. `log` receives warnings. The caller closes the store. */
export async function openServices(
  connection: Connection,
  config: Config,
  declared: readonly Resource[],
  log: Log = () => undefined,
) {
  const registry = withOpenRoles(declared, config.consoleRoles)
  const access = createAccess(registry, config.consoleRoles)
  const passwords = await createPasswords()
  const logLost = throttled(log)
  const store = await openStore(connection, registry, config, ({ message }) =>
    logLost({ reason: message }, 'database connection lost'),
  )
  const encryption = createEncryption(await store.secret('imports'), config.secretKey)
  const security = createSecurityLog(log, store.pool)
  const hooks = createHooks(passwords, security, config.mail !== undefined)
  let noted = Promise.resolve()
  const proxyWarnings = createProxyWarnings(config, (warnings) => {
    // Runs in order, so that the last warnings remain.
    noted = noted
      .then(() => noteProxies(store.pool, warnings))
      .catch(({ message }: Error) => log({ reason: message }, 'storing proxy warnings failed'))
  })
  const zone = await openZone(store.pool, config.reportingTimeZone)
  const links = createEntryLinks(await store.secret('waitlist'))
  const mailing = createMailing(store, security, links, config, log)
  const insight = createInsight({
    store,
    registry,
    zone: zone.current,
    warnings: () => [...proxyWarnings.warnings(), ...diskWarnings(config), ...mailing.warnings()],
    backupEveryMs: config.backup?.everyMs,
    tell: log,
  })
  const changes = createChanges(store, registry, hooks, access, config)
  const erasing = createErasing(store, registry, changes, security)
  return {
    /** The declared resources with the enabled roles. */
    registry,
    access,
    store,
    stage: createStage(store.pool, encryption),
    passwords,
    factors: createFactors(
      store,
      createEncryption(await store.secret('factors'), config.secretKey),
    ),
    /** Undefined without a configured provider. */
    signOn: createSignOn(config, store, changes),
    mailing,
    waitlist: createWaitlist(store, changes, erasing, mailing, links),
    security,
    hooks,
    insight,
    zone,
    proxyWarnings,
    /** Runs nothing until a job is scheduled. */
    background: createBackground(log),
    stamps: createStamps(await store.secret('form-stamps')),
    changes,
    actions: ACTIONS,
    erasing,
    tokens: createTokens(store, registry, security),
  }
}

/** The database's pools and the access to its tables. */
export type Store = Awaited<ReturnType<typeof openStore>>

/** One connection for the background jobs, and one for the checks of readiness. */
const ROLLING = 2
/** Slightly longer than the longest statement limit of the roll-up. */
const ROLLING_MS = 65_000

/**
 * Upgrades the database to this version, then opens it. Throws SchemaError, or the driver's error if the database
 * cannot be reached.
 */
export async function openStore(
  connection: Connection,
  registry: readonly Resource[],
  config: Config,
  onError: (error: Error) => void = () => undefined,
) {
  const client = await connectAlone(connection)
  const prepare = async () => ({
    ...(await prepareDatabase(client, registry)),
    legacyChoices: await readLegacyChoices(client, registry),
  })
  const { means, broken, tooLong, legacyChoices } = await prepare().finally(() => client.end())
  const pool = createPool({ connection, size: config.databaseConnections, onError })
  const rolling = createPool({ connection, size: ROLLING, answerMs: ROLLING_MS, onError })
  const all = new Map(registry.map((resource) => [resource.name, createRecords(pool, resource)]))
  /** Returns the records of a resource. Throws for a name that the registry does not have. */
  const records = (name: string) => {
    const found = all.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }
  const { resource: users } = records('users')
  const references = createReferences(pool, registry)
  const auditLog = createAuditLog(pool, registry, references)
  const sessions = createSessions(pool, users, config)
  return {
    connection,
    pool,
    /** Separate connections for the roll-up, whose statements may take a minute. */
    rolling,
    credentials: createCredentials(pool, users),
    tickets: createTickets(pool),
    sessions,
    /** Finds the owner of a session token or an API token. */
    callers: {
      owner: (token: string) =>
        isServiceToken(token) ? tokenOwner(pool, token) : sessions.owner(token),
    },
    signInLimits: createSignInLimits(pool, config),
    formLimits: createFormLimits(pool, config),
    askingLimits: createAskingLimits(pool),
    auditLog,
    references,
    legacyChoices,
    /** False if the database has no trigram index, so that each search reads the whole table. */
    hasSearchIndex: means.trigrams !== undefined,
    /** False if PostgreSQL was built without ICU, so that texts are sorted by their code points. */
    hasTextOrder: means.textOrder !== undefined,
    /** Indexes that could not be created because stored texts are too long. Their lists read whole tables. */
    unmadeIndexes: tooLong,
    /** The unique rules of a resource that have no index, because stored records violate them. */
    unindexedRules: (name: string) => broken.get(name) ?? [],
    records,
    lastBackup: () => lastBackup(pool),
    sweepLimits: () => sweepLimits(pool),
    readiness: readinessOf(rolling),
    secret: (name: string) => sharedSecret(pool, name),
    close: () => Promise.all([pool.end(), rolling.end()]),
  }
}

/** Returns a 256-bit secret that all servers on this database share. The first call creates and stores it. */
async function sharedSecret(pool: pg.Pool, name: string): Promise<string> {
  const read = async () => {
    const text = 'select value from marks where name = $1'
    return (await pool.query<{ value: string }>(text, [name])).rows[0]?.value
  }
  const insert = async () => {
    const text = 'insert into marks (name, value) values ($1, $2) on conflict do nothing'
    await pool.query(text, [name, randomBytes(32).toString('base64url')])
  }
  return (await read()) ?? (await insert().then(read)) ?? ''
}
