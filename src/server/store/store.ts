import type pg from 'pg'
import type { Resource } from '#model/resource.ts'
import { type Activity, createActivity } from './activity.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createSignInLimits, type SignInLimits, type SignInNumbers } from './limits.ts'
import { alone, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { type Connection, createDb, createPool, type Db } from './pool.ts'
import { createRecords, type Records } from './records.ts'
import { createReferences, type References } from './references.ts'
import { createSessions, type SessionLimits, type Sessions } from './sessions.ts'
import { makeTables } from './tables.ts'

export interface StoreOptions {
  connection: Connection
  registry: readonly Resource[]
  connections: number
  session: SessionLimits
  signIn: SignInNumbers
  onError(error: Error): void
}

/** Everything the server keeps, behind one door. */
export interface Store {
  readonly connection: Connection
  readonly db: Db
  readonly pool: pg.Pool
  readonly credentials: Credentials
  readonly sessions: Sessions
  readonly signInLimits: SignInLimits
  readonly activity: Activity
  readonly references: References
  /** False when the database has no trigram index, so that each search reads the whole table. */
  readonly hasSearchIndex: boolean
  /** The records of a resource of the registry, by its name. Throws for any other. */
  records(name: string): Records
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
  const all = new Map(registry.map((resource) => [resource.name, createRecords(db, resource)]))
  const records = (name: string): Records => {
    const found = all.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }
  const users = records('users').table
  return {
    connection,
    db,
    pool,
    credentials: createCredentials(db, users),
    sessions: createSessions(db, users, options.session),
    signInLimits: createSignInLimits(pool, options.signIn),
    activity: createActivity(db, all, users),
    references: createReferences(db, registry),
    hasSearchIndex,
    records,
    close: () => pool.end(),
  }
}

function prepare(connection: Connection, registry: readonly Resource[]): Promise<boolean> {
  return alone(connection, async (client) => {
    await migrate(client, migrations)
    return makeTables(client, registry)
  })
}
