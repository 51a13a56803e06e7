import { createContext, useContext } from 'react'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

/** The resources that a reference may lead to; a test's entry brings its own. */
export const RegistryContext = createContext<readonly Resource[]>(registry)

/** The resource of this Refine name. Throws when there is none: a declaration is checked for it at start. */
export function useTarget(to: string): Resource {
  const target = useContext(RegistryContext).find(({ name }) => name === to)
  if (!target) throw new Error(`There is no resource '${to}'`)
  return target
}
