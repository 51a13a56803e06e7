import { mapAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { isTokenRole } from '#server/auth/token-role.ts'
import type { AccessRules } from './access.ts'
import { expansionsOf } from './present.ts'
import type { Data } from './shape.ts'

/** A shown record as a role may see it. */
export type View = (shown: Data) => Data

/** How each role sees the records of a resource; undefined for a role that sees all of it. */
export function createViews(
  access: AccessRules,
  resource: Resource,
): (role: string) => View | undefined {
  return forEachRole(access, (role) => viewOf(access, resource, role))
}

/** So many tokens with other scopes are remembered. */
const MOST_TOKENS = 100

/** Makes something for each role that is open, and for the role of a token when it first comes. */
export function forEachRole<T>(
  { open }: AccessRules,
  make: (role: string) => T | undefined,
): (role: string) => T | undefined {
  const made = new Map(open.map((role) => [role, make(role)]))
  const ofTokens = new Map<string, T | undefined>()
  return (role) => {
    if (!isTokenRole(role)) return made.get(role)
    if (!ofTokens.has(role)) {
      if (ofTokens.size >= MOST_TOKENS) ofTokens.clear()
      ofTokens.set(role, make(role))
    }
    return ofTokens.get(role)
  }
}

function viewOf(access: AccessRules, resource: Resource, role: string): View | undefined {
  const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
  // A reference stays an id where the record it leads to may not be read.
  const bare = expansionsOf(resource).flatMap(({ path, to, keys }) => {
    const may = access.mayRead(role, to) ? (access.limitsOf(role, to)?.hidden ?? []) : keys
    const left = keys.filter((key) => may.includes(key))
    return left.length === 0 ? [] : [{ path, keys: left }]
  })
  if (hidden.length === 0 && bare.length === 0) return undefined
  return (shown) =>
    bare.reduce(
      (row, { path, keys }) => mapAt(row, path, (one) => without(Object(one), keys)),
      without(shown, hidden),
    )
}

function without(data: Data, keys: readonly string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)))
}
