import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { type Activity, createActivity } from './activity.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createDevices, type Devices } from './devices.ts'
import { createFormLimits, type FormLimits, type FormNumbers } from './form-limits.ts'
import { sweepLimits } from './limits.ts'
import { alone, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { type Connection, createDb, createPool, type Db } from './pool.ts'
import { createRatings, type Ratings } from './ratings.ts'
import { createRecords, type Records } from './records.ts'
import { createReferences, type References } from './references.ts'
import { sharedSecret } from './secret.ts'
import { createServiceTokens, type ServiceTokens } from './service-tokens.ts'
import { createSessions, type SessionLimits, type Sessions } from './sessions.ts'
import { createSignInLimits, type SignInLimits, type SignInNumbers } from './sign-in-limits.ts'
import { makeTables } from './tables.ts'

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
  readonly db: Db
  readonly pool: pg.Pool
  /** Connections of their own for rolling up, whose statements may take a minute. */
  readonly rolling: Db
  readonly credentials: Credentials
  readonly devices: Devices
  readonly sessions: Sessions
  readonly serviceTokens: ServiceTokens
  readonly signInLimits: SignInLimits
  readonly formLimits: FormLimits
  readonly activity: Activity
  readonly references: References
  readonly ratings: Ratings
  /** False when the database has no trigram index, so that each search reads the whole table. */
  readonly hasSearchIndex: boolean
  /** The records of a resource of the registry, by its name. Throws for any other. */
  records(name: string): Records
  /** Deletes the counters of all limits that have run out. */
  sweepLimits(): Promise<void>
  /** A secret that all servers on this database share, made when it is first asked for. */
  secret(name: string): Promise<string>
  close(): Promise<void>
}

/**
 * Brings the database up to this program, then opens it.
 * Throws NewerSchemaError, or the driver's error when the database cannot be reached.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { connection, registry } = options
  const hasSearchIndex = await prepare(connection, registry)
  const pool = createPool({ connection, size: options.connections, onError: options.onError })
  const db = createDb(pool)
  const rolling = createDb(
    createPool({ connection, size: ROLLING, answerMs: ROLLING_MS, onError: options.onError }),
  )
  const all = new Map(registry.map((resource) => [resource.name, createRecords(db, resource)]))
  const records = (name: string): Records => {
    const found = all.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }
  const users = records('users').table
  const devices = createDevices(db)
  const fromPublic = registry.filter((one) => one.isFromPublic).map(({ name }) => name)
  return {
    connection,
    db,
    pool,
    rolling,
    credentials: createCredentials(db, users),
    devices,
    sessions: createSessions(db, users, devices, options.session),
    serviceTokens: createServiceTokens(db),
    signInLimits: createSignInLimits(pool, options.signIn),
    formLimits: createFormLimits(pool, options.forms),
    activity: createActivity(db, all, users, fromPublic),
    references: createReferences(db, registry),
    ratings: createRatings(pool),
    hasSearchIndex,
    records,
    sweepLimits: () => sweepLimits(pool),
    secret: (name) => sharedSecret(pool, name),
    async close() {
      await Promise.all([pool.end(), rolling.$client.end()])
    },
  }
}

function prepare(connection: Connection, registry: readonly Resource[]): Promise<boolean> {
  return alone(connection, async (client) => {
    await migrate(client, migrations)
    return makeTables(client, registry)
  })
}
