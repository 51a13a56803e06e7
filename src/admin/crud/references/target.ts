import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

/** The resource of this Refine name. Throws when there is none: a declaration is checked for it at start. */
export function targetOf(to: string): Resource {
  const target = registry.find(({ name }) => name === to)
  if (!target) throw new Error(`There is no resource '${to}'`)
  return target
}

/** The resource that the server means; undefined of one that this console does not know. */
export function resourceNamed(named: string): Resource | undefined {
  return registry.find(({ name }) => name === named)
}
