import { type Scope, secretKeys } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import { type Runner, raw, run, sql } from '#server/db/sql.ts'
import type { Question, Verdict } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'
import { hashOf } from './secrets.ts'
import type { SessionOwner } from './sessions.ts'

/** The prefix of API tokens, by which the server and scanners of leaked secrets recognize them. */
export const TOKEN_PREFIX = 'svc_'

export function isServiceToken(token: string): boolean {
  return /^svc_[A-Za-z0-9_-]{43}$/.test(token)
}

const IS_STALE = `(last_used_at is null or last_used_at < now() - interval '1 minute')`

/** Returns the id and name of a valid token, with its scopes as role. Stores the time of use, at most once a minute. */
export async function tokenOwner(pool: Runner, token: string): Promise<SessionOwner | undefined> {
  type Row = { isStale: boolean; id: string; scopes: Scope[]; name: string }
  const { rows } = await pool.query<Row>({
    name: 'service_token',
    text: `select ${IS_STALE} as "isStale", id, scopes, name from service_tokens
      where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [hashOf(token)],
  })
  if (!rows[0]) return undefined
  const { isStale, id, scopes, name } = rows[0]
  const used = sql`update service_tokens set last_used_at = now() where id = ${id} and ${raw(IS_STALE)}`
  // Not awaited, because the next request tries again.
  if (isStale) run(pool, used).catch(() => undefined)
  const role = `${PREFIX}${scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')}`
  return { id, data: { role, name } }
}

/**
 * The scopes of a token replace a user's role, so that one function decides for both (records/access.ts): 'token
 * users:read,update analytics:read'. No user can have such a role.
 */
const PREFIX = 'token '

/** The actions of a token, by resource or page. */
type Scopes = ReadonlyMap<string, ReadonlySet<string>>

export function isTokenRole(role: string): boolean {
  return role.startsWith(PREFIX)
}

/** Parses the scopes of a token's role. Returns undefined for the role of a user. */
export function scopesIn(role: string): Scopes | undefined {
  if (!isTokenRole(role)) return undefined
  const parts = role.slice(PREFIX.length).split(' ')
  return new Map(
    parts.map((part) => {
      const [name = '', actions = ''] = part.split(':')
      return [name, new Set(actions.split(','))]
    }),
  )
}

/**
 * Decides what a token may do: the part of an admin's permissions that its scopes name. Always denies records that
 * belong to one user, passwords, and changes of users with access to the console.
 */
export function decideForToken(
  { action, on, field, record }: Question,
  scopes: Scopes,
  resource: Resource | undefined,
  isPlainUser: (user: Data) => boolean,
): Verdict {
  const verb = action === 'update' ? 'change' : action
  const what = resource?.label.many.toLowerCase() ?? on
  const refused = (rule: string, message: string) => ({ isAllowed: false, rule, message })
  if (resource?.access.own || scopes.get(on)?.has(action) !== true)
    return refused('token.scopes', `This token does not have permission to ${verb} ${what}.`)
  if (resource && field !== undefined && secretKeys(resource).includes(field))
    return refused(
      'token.secrets',
      `This token does not have permission to ${verb} '${field}' of ${what}.`,
    )
  const isWrite = action !== 'read' && action !== 'export'
  if (isWrite && on === 'users' && record && !isPlainUser(record))
    return refused('token.roles', `No token can ${verb} users with access to the console.`)
  return { isAllowed: true, rule: 'token.scopes', message: `This token may ${verb} ${what}.` }
}
