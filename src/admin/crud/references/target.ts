import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

/** Returns the resource of a Refine name. Throws if there is none; declarations are checked at start. */
export function targetOf(to: string): Resource {
  const target = registry.find(({ name }) => name === to)
  if (!target) throw new Error(`There is no resource '${to}'`)
  return target
}

/** Returns the resource of a name from the server, or undefined if this console does not know it. */
export function resourceNamed(named: string): Resource | undefined {
  return registry.find(({ name }) => name === named)
}
