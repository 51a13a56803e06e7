import type { Resource } from '#model/resource.ts'
import type { AccessRules } from './access.ts'

/** Makes what says whether a role may see what the records of a resource are called. */
export function createNaming(access: AccessRules, registry: readonly Resource[]) {
  return (role: string, to: string): boolean => {
    const target = registry.find(({ name }) => name === to)
    const hidden = access.limitsOf(role, to)?.hidden ?? []
    const isHidden = (path: string) => hidden.includes(path.split('.', 1)[0] ?? path)
    return access.mayRead(role, to) && !target?.recordName.some(isHidden)
  }
}
