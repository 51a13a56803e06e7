import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Db } from './pool.ts'
import { serviceTokens } from './schema.ts'

export interface ServiceToken {
  name: string
  createdAt: string
  /** To the minute; null for one that was never used. */
  lastUsedAt: string | null
}

/** Tokens for programs that send learners' events. Only their hashes are stored. */
export interface ServiceTokens {
  /** Makes a token and gives it; undefined when the name is taken. */
  create(name: string): Promise<string | undefined>
  /** All of them, the newest first. */
  list(): Promise<ServiceToken[]>
  /** Ends a token. Gives whether there was one of this name. */
  revoke(name: string): Promise<boolean>
  /** Whether this is a live token. Notes the use, once a minute at most. */
  use(token: string): Promise<boolean>
}

/** Tells a service's token from a person's at sight, for the guard and for whoever finds one in a file. */
const PREFIX = 'svc_'
const TOKEN = /^svc_[A-Za-z0-9_-]{43}$/

export function isServiceToken(token: string): boolean {
  return TOKEN.test(token)
}

export function createServiceTokens(db: Db): ServiceTokens {
  const { id, name, tokenHash, createdAt, lastUsedAt } = serviceTokens
  const isUnnoted = or(isNull(lastUsedAt), lt(lastUsedAt, sql`now() - interval '1 minute'`))

  const byHash = db
    .select({ id, isUnnoted: sql<boolean>`${isUnnoted}` })
    .from(serviceTokens)
    .where(eq(tokenHash, sql.placeholder('hash')))
    .prepare('service_token')

  return {
    async create(called) {
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
      const made = await db
        .insert(serviceTokens)
        .values({ id: uuidv7(), name: called, tokenHash: hashOf(token) })
        .onConflictDoNothing({ target: name })
        .returning({ id })
      return made.length > 0 ? token : undefined
    },

    list: () =>
      db.select({ name, createdAt, lastUsedAt }).from(serviceTokens).orderBy(desc(createdAt), name),

    async revoke(called) {
      const ended = await db.delete(serviceTokens).where(eq(name, called)).returning({ id })
      return ended.length > 0
    },

    async use(token) {
      if (!isServiceToken(token)) return false
      const [found] = await byHash.execute({ hash: hashOf(token) })
      if (!found) return false
      if (found.isUnnoted)
        await db
          .update(serviceTokens)
          .set({ lastUsedAt: sql`now()` })
          .where(and(eq(id, found.id), isUnnoted))
      return true
    },
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
