import type { Scope } from '#contract/tokens.ts'

/**
 * What a token may do stands where a person's role does, so that one function decides for both (records/access.ts):
 * 'token users:read,update analytics:read'. No user can be given such a role.
 */
const BEGIN = 'token '

/** By resource or page, what a token may do with it. */
export type Scopes = ReadonlyMap<string, ReadonlySet<string>>

export function tokenRole(scopes: readonly Scope[]): string {
  return `${BEGIN}${scopes.map(({ resource, actions }) => `${resource}:${actions.join(',')}`).join(' ')}`
}

export function isTokenRole(role: string): boolean {
  return role.startsWith(BEGIN)
}

/** So many are remembered: they are read with each request, and asked for more than once. */
const MOST = 200
const known = new Map<string, Scopes>()

/** Undefined for the role of a person. */
export function scopesIn(role: string): Scopes | undefined {
  if (!isTokenRole(role)) return undefined
  const found = known.get(role) ?? readScopes(role.slice(BEGIN.length))
  if (known.size >= MOST) known.clear()
  known.set(role, found)
  return found
}

function readScopes(text: string): Scopes {
  const parts = text.split(' ').map((part) => part.split(':'))
  return new Map(parts.map(([name = '', actions = '']) => [name, new Set(actions.split(','))]))
}
