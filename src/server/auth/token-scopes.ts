import { type Scope, secretKeys } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import type { Question, Verdict } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'

/**
 * The scopes of a token take the place of a user's role, so that one function decides for both (records/access.ts):
 * 'token users:read,update analytics:read'. No user can have such a role.
 */
const PREFIX = 'token '

/** The actions of a token, by resource or page. */
type Scopes = ReadonlyMap<string, ReadonlySet<string>>

export function tokenRole(scopes: readonly Scope[]): string {
  return `${PREFIX}${scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')}`
}

export function isTokenRole(role: string): boolean {
  return role.startsWith(PREFIX)
}

/** Undefined for the role of a user. */
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

const VERBS: Readonly<Record<string, string>> = { update: 'change' }

/**
 * Decides what a token may do: what its scopes say of an admin's rights. Personal records, passwords, and users with
 * access to the console are always refused.
 */
export function decideForToken(
  { action, on, field, record }: Question,
  scopes: Scopes,
  resource: Resource | undefined,
  isPlainUser: (user: Data) => boolean,
): Verdict {
  const verb = VERBS[action] ?? action
  const what = resource?.label.many.toLowerCase() ?? on
  const refused = (rule: string, message: string) => ({ isAllowed: false, rule, message })
  if (resource?.access.own || scopes.get(on)?.has(action) !== true)
    return refused('token.scopes', `This token may not ${verb} ${what}.`)
  if (resource && field !== undefined && secretKeys(resource).includes(field))
    return refused('token.secrets', `This token may not ${verb} '${field}' of ${what}.`)
  const isWrite = action !== 'read' && action !== 'export'
  if (isWrite && on === 'users' && record && !isPlainUser(record))
    return refused('token.roles', `No token may ${verb} users with access to the console.`)
  return { isAllowed: true, rule: 'token.scopes', message: `This token may ${verb} ${what}.` }
}
