import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { type Credentials, createCredentials } from '#server/auth/credentials.ts'
import { createDevices, type Devices } from '#server/auth/devices.ts'
import { createFactorTables, type FactorTables } from '#server/auth/factor-rows.ts'
import { sweepLimits } from '#server/auth/limits.ts'
import { createOneTime, type OneTime } from '#server/auth/one-time.ts'
import {
  createServiceTokens,
  isServiceToken,
  type ServiceTokens,
} from '#server/auth/service-tokens.ts'
import {
  createOwnSessions,
  createSessions,
  type OwnSessions,
  type SessionLimits,
  type Sessions,
} from '#server/auth/sessions.ts'
import {
  type AskingLimits,
  createAskingLimits,
  createSignInLimits,
  type SignInLimits,
  type SignInNumbers,
} from '#server/auth/sign-in-limits.ts'
import { createSignOns, type SignOns } from '#server/auth/sign-on.ts'
import { createTickets, type Tickets } from '#server/auth/tickets.ts'
import { type Connection, connectAlone, createPool } from '#server/db/pool.ts'
import { createReadiness, type Lack } from '#server/db/readiness.ts'
import { prepareDatabase } from '#server/db/schema.ts'
import { sharedSecret } from '#server/db/secret.ts'
import { type AuditLog, createAuditLog } from '#server/history/audit-log.ts'
import { createRecentActivity, type RecentActivity } from '#server/history/recent-activity.ts'
import { type LastBackup, lastBackup } from '#server/ops/backup/backup-folder.ts'
import {
  createFormLimits,
  type FormLimits,
  type FormNumbers,
} from '#server/public-forms/form-limits.ts'
import { createMails, type Mails } from '#server/public-forms/mail-queue.ts'
import { createDeletions, type Deletions } from '#server/records/deletions.ts'
import { type LegacyChoices, readLegacyChoices } from '#server/records/legacy-choices.ts'
import { createRatings, type Ratings } from '#server/records/ratings.ts'
import { createRecords, type Records } from '#server/records/records.ts'
import { createReferences, type References } from '#server/records/reference-sql.ts'
import { createSearch, type Search } from '#server/records/search-sql.ts'
import { createTaken, createTwins, type Taken, type Twins } from '#server/records/uniqueness.ts'
import { createSecurityEvents, type SecurityEvents } from '#server/security-log/security-events.ts'

export interface StoreOptions {
  connection: Connection
  registry: readonly Resource[]
  connections: number
  session: SessionLimits
  signIn: SignInNumbers
  forms: FormNumbers
  onError(error: Error): void
}

/** The background's one, and one for whoever asks for it beside that. */
const ROLLING = 2
/** The longest that a statement of rolling up sets itself, and a bit. */
const ROLLING_MS = 65_000

/** Everything the server keeps, behind one door. */
export interface Store {
  readonly connection: Connection
  readonly pool: pg.Pool
  /** Connections of their own for rolling up, whose statements may take a minute. */
  readonly rolling: pg.Pool
  readonly credentials: Credentials
  readonly devices: Devices
  readonly factors: FactorTables
  readonly tickets: Tickets
  readonly signOns: SignOns
  readonly sessions: Sessions
  readonly ownSessions: OwnSessions
  readonly oneTime: OneTime
  readonly mails: Mails
  readonly serviceTokens: ServiceTokens
  /** Whom a token stands for, a person’s session or a program’s token. */
  readonly callers: Pick<Sessions, 'owner' | 'claim'>
  readonly signInLimits: SignInLimits
  readonly securityEvents: SecurityEvents
  readonly formLimits: FormLimits
  readonly askingLimits: AskingLimits
  readonly activity: RecentActivity
  readonly auditLog: AuditLog
  readonly deletions: Deletions
  readonly references: References
  readonly ratings: Ratings
  readonly search: Search
  readonly legacyChoices: LegacyChoices
  /** False when the database has no trigram index, so that each search reads the whole table. */
  readonly hasSearchIndex: boolean
  /** False when PostgreSQL was built without ICU, so that texts are sorted by their code points. */
  readonly hasTextOrder: boolean
  /** Indexes that stored texts are too long for: what they would find is searched in whole tables. */
  readonly unmadeIndexes: readonly string[]
  /** Asks whether a write breaks a unique rule of a resource that no index keeps yet. */
  twins(name: string): Twins
  /** Asks who has what has to be unique among the records of a resource. */
  taken(name: string): Taken
  /** The records of a resource of the registry, by its name. Throws for any other. */
  records(name: string): Records
  /** The last backup that was whole, by whichever process; undefined while there was none. */
  lastBackup(): Promise<LastBackup | undefined>
  /** Deletes the counters of all limits that have run out. */
  sweepLimits(): Promise<void>
  /** What stands against serving requests from this database. */
  readiness(): Promise<Lack | undefined>
  /** A secret that all servers on this database share, made when it is first asked for. */
  secret(name: string): Promise<string>
  close(): Promise<void>
}

/**
 * Brings the database up to this program, then opens it.
 * Throws SchemaError, or the driver's error when the database cannot be reached.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { connection, registry } = options
  const { means, broken, tooLong, legacyChoices } = await prepare(connection, registry)
  const pool = createPool({ connection, size: options.connections, onError: options.onError })
  const rolling = createPool({
    connection,
    size: ROLLING,
    answerMs: ROLLING_MS,
    onError: options.onError,
  })
  const all = new Map(registry.map((resource) => [resource.name, createRecords(pool, resource)]))
  const records = (name: string): Records => {
    const found = all.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }
  const { resource: users } = records('users')
  const devices = createDevices(pool)
  const auditLog = createAuditLog(pool, registry)
  const securityEvents = createSecurityEvents(pool)
  const sessions = createSessions(pool, users, devices, options.session)
  const serviceTokens = createServiceTokens(pool)
  const callersOf = (token: string) => (isServiceToken(token) ? serviceTokens : sessions)
  return {
    connection,
    pool,
    rolling,
    credentials: createCredentials(pool, users),
    devices,
    factors: createFactorTables(pool),
    tickets: createTickets(pool),
    signOns: createSignOns(pool),
    ownSessions: createOwnSessions(pool, options.session),
    oneTime: createOneTime(pool),
    mails: createMails(pool),
    sessions,
    serviceTokens,
    callers: {
      owner: (token) => callersOf(token).owner(token),
      claim: (token) => callersOf(token).claim(token),
    },
    signInLimits: createSignInLimits(pool, options.signIn),
    securityEvents,
    formLimits: createFormLimits(pool, options.forms),
    askingLimits: createAskingLimits(pool),
    activity: createRecentActivity(pool, registry, auditLog),
    auditLog,
    deletions: createDeletions(pool, registry),
    references: createReferences(pool, registry),
    ratings: createRatings(pool),
    search: createSearch(pool),
    legacyChoices,
    hasSearchIndex: means.trigrams !== undefined,
    hasTextOrder: means.textOrder !== undefined,
    unmadeIndexes: tooLong,
    twins: (name) => createTwins(records(name).resource, broken.get(name) ?? []),
    taken: (name) => createTaken(records(name).resource),
    records,
    lastBackup: () => lastBackup(pool),
    sweepLimits: () => sweepLimits(pool),
    readiness: createReadiness(rolling),
    secret: (name) => sharedSecret(pool, name),
    async close() {
      await securityEvents.settled()
      await Promise.all([pool.end(), rolling.end()])
    },
  }
}

async function prepare(connection: Connection, registry: readonly Resource[]) {
  const client = await connectAlone(connection)
  try {
    const prepared = await prepareDatabase(client, registry)
    return { ...prepared, legacyChoices: await readLegacyChoices(client, registry) }
  } finally {
    await client.end()
  }
}
