import { hash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'

/** Tokens that do one thing once, for a person, within a time. Only their hashes are stored. */
export interface OneTime {
  make(userId: string, kind: OneTimeKind): Promise<{ token: string; expiresAt: Date }>
  /** Whose it is, while it is good; it stays good. */
  owner(token: string, kind: OneTimeKind): Promise<string | undefined>
  /** The same, and it is good no more: of those who use it at once, one gets an answer. */
  use(tx: Tx, token: string, kind: OneTimeKind): Promise<string | undefined>
  /** Those of these users are worth nothing any more. */
  endAll(tx: Tx, userIds: readonly string[]): Promise<void>
  sweep(): Promise<void>
}

/** What they do. */
export type OneTimeKind = 'password'

const LINK_MINUTES = 60
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const KEPT = raw(`interval '1 day'`)

export function createOneTime(pool: Runner): OneTime {
  return {
    async make(userId, kind) {
      const token = randomBytes(32).toString('base64url')
      const [made] = await rowsOf<{ expiresAt: string }>(
        pool,
        sql`insert into one_time (token_hash, user_id, kind, expires_at)
          values (${hashOf(token)}, ${userId}, ${kind}, now() + make_interval(mins => ${LINK_MINUTES}))
          returning expires_at as "expiresAt"`,
      )
      if (!made) throw new Error('A link was not stored.')
      return { token, expiresAt: new Date(made.expiresAt) }
    },

    async owner(token, kind) {
      if (!TOKEN.test(token)) return undefined
      const [found] = await rowsOf<{ userId: string }>(
        pool,
        sql`select user_id as "userId" from one_time
          where token_hash = ${hashOf(token)} and kind = ${kind} and used_at is null and expires_at > now()`,
      )
      return found?.userId
    },

    async use(tx, token, kind) {
      if (!TOKEN.test(token)) return undefined
      const [found] = await rowsOf<{ userId: string }>(
        tx,
        sql`update one_time set used_at = now()
          where token_hash = ${hashOf(token)} and kind = ${kind} and used_at is null and expires_at > now()
          returning user_id as "userId"`,
      )
      return found?.userId
    },

    async endAll(tx, userIds) {
      if (userIds.length === 0) return
      await run(tx, sql`delete from one_time where user_id = any(${[...userIds]}::uuid[])`)
    },

    async sweep() {
      await run(pool, sql`delete from one_time where expires_at < now() - ${KEPT}`)
    },
  }
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
