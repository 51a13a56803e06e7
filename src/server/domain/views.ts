import { mapAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from '#server/store/shape.ts'
import type { AccessRules } from './access.ts'
import { expansionsOf } from './present.ts'

/** A shown record as a role may see it. */
export type View = (shown: Data) => Data

/** How each role sees the records of a resource; undefined for a role that sees all of it. */
export function createViews(
  access: AccessRules,
  resource: Resource,
): (role: string) => View | undefined {
  const views = new Map(access.open.map((role) => [role, viewOf(access, resource, role)]))
  return (role) => views.get(role)
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
