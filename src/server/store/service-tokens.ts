import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { prepared, type Runner, raw, rowsOf, run, sql } from './sql.ts'

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

const IS_UNNOTED = `(last_used_at is null or last_used_at < now() - interval '1 minute')`

const byHash = prepared<{ id: string; isUnnoted: boolean }>(
  'service_token',
  `select id, ${IS_UNNOTED} as "isUnnoted" from service_tokens where token_hash = $1`,
)

export function createServiceTokens(pool: Runner): ServiceTokens {
  return {
    async create(name) {
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
      const made = await run(
        pool,
        sql`insert into service_tokens (id, name, token_hash)
          values (${uuidv7()}, ${name}, ${hashOf(token)}) on conflict (name) do nothing`,
      )
      return made > 0 ? token : undefined
    },

    list: () =>
      rowsOf<ServiceToken>(
        pool,
        sql`select name, created_at as "createdAt", last_used_at as "lastUsedAt"
          from service_tokens order by created_at desc, name`,
      ),

    async revoke(name) {
      return (await run(pool, sql`delete from service_tokens where name = ${name}`)) > 0
    },

    async use(token) {
      if (!isServiceToken(token)) return false
      const [found] = await byHash.rows(pool, [hashOf(token)])
      if (!found) return false
      if (found.isUnnoted)
        await run(
          pool,
          sql`update service_tokens set last_used_at = now()
            where id = ${found.id} and ${raw(IS_UNNOTED)}`,
        )
      return true
    },
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
