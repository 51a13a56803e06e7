import { hash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Scope } from '#contract/tokens.ts'
import { prepared, type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import type { SessionOwner } from './sessions.ts'
import { tokenRole } from './token-role.ts'

/** A token for a program, without itself. */
export interface ServiceToken {
  id: string
  name: string
  scopes: Scope[]
  createdAt: string
  /** The id of the user who made it; null where a command did. */
  createdBy: string | null
  expiresAt: string | null
  /** To the minute; null for one that was never used. */
  lastUsedAt: string | null
  revokedAt: string | null
  /** How many events it sent that are stored. */
  events: number
  takeBackAt: string | null
  takenBackAt: string | null
  takenBack: number
}

export interface NewToken {
  name: string
  scopes: readonly Scope[]
  expiresAt?: string | null | undefined
  createdBy?: string | null | undefined
}

/** Tokens for programs. Only their hashes are stored. */
export interface ServiceTokens {
  /** Makes a token and gives it; undefined when a live one has the name. */
  create(token: NewToken): Promise<{ id: string; token: string } | undefined>
  /** All of them, also those that were revoked, the newest first. */
  list(): Promise<ServiceToken[]>
  get(id: string): Promise<ServiceToken | undefined>
  /** Ends a live token, by its id or name. Gives it; undefined when there was none. */
  revoke(
    which: { id: string } | { name: string },
  ): Promise<{ id: string; name: string } | undefined>
  /** Asks for the events of a revoked token to be taken back. False when they were asked back before. */
  askBack(id: string): Promise<boolean>
  /** Whom a live token stands for: its id and name, and its scopes in place of a role. Notes the use, once a minute at most. */
  owner(token: string): Promise<SessionOwner | undefined>
}

/** Tells a service's token from a person's at sight, for the guard and for whoever finds one in a file. */
const PREFIX = 'svc_'
const TOKEN = /^svc_[A-Za-z0-9_-]{43}$/

export function isServiceToken(token: string): boolean {
  return TOKEN.test(token)
}

const IS_UNNOTED = `(last_used_at is null or last_used_at < now() - interval '1 minute')`
const IS_LIVE = `revoked_at is null and (expires_at is null or expires_at > now())`
const ROW = raw(`id, name, scopes, created_at as "createdAt", created_by as "createdBy",
  expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", events,
  take_back_at as "takeBackAt", taken_back_at as "takenBackAt", taken_back as "takenBack"`)

const byHash = prepared<{ isUnnoted: boolean; id: string; scopes: Scope[]; name: string }>(
  'service_token',
  `select ${IS_UNNOTED} as "isUnnoted", id, scopes, name
    from service_tokens where token_hash = $1 and ${IS_LIVE}`,
)

export function createServiceTokens(pool: Runner): ServiceTokens {
  /** Nobody waits for it, and the next request tries again. */
  const noteUse = (id: string) => {
    const noted = sql`update service_tokens set last_used_at = now()
      where id = ${id} and ${raw(IS_UNNOTED)}`
    run(pool, noted).catch(() => undefined)
  }

  const find = (where: Sql) =>
    rowsOf<ServiceToken>(
      pool,
      sql`select ${ROW} from service_tokens where ${where} order by created_at desc, name`,
    )

  return {
    async create({ name, scopes, expiresAt = null, createdBy = null }) {
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
      const id = uuidv7()
      const made = await run(
        pool,
        sql`insert into service_tokens (id, name, token_hash, scopes, expires_at, created_by)
          values (${id}, ${name}, ${hashOf(token)}, ${JSON.stringify(scopes)}, ${expiresAt}, ${createdBy})
          on conflict (name) where revoked_at is null do nothing`,
      )
      return made > 0 ? { id, token } : undefined
    },

    list: () => find(raw('true')),

    async get(id) {
      const [found] = await find(sql`id = ${id}`)
      return found
    },

    async revoke(which) {
      const [ended] = await rowsOf<{ id: string; name: string }>(
        pool,
        sql`update service_tokens set revoked_at = now()
          where revoked_at is null and ${'id' in which ? sql`id = ${which.id}` : sql`name = ${which.name}`}
          returning id, name`,
      )
      return ended
    },

    async askBack(id) {
      const asked = sql`update service_tokens set take_back_at = now()
        where id = ${id} and revoked_at is not null and take_back_at is null`
      return (await run(pool, asked)) > 0
    },

    async owner(token) {
      if (!isServiceToken(token)) return undefined
      const [found] = await byHash.rows(pool, [hashOf(token)])
      if (!found) return undefined
      const { isUnnoted, id, scopes, name } = found
      if (isUnnoted) noteUse(id)
      return { id, data: { role: tokenRole(scopes), name } }
    },
  }
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
