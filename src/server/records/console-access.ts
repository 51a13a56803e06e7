import type { ConsoleAccess, ResourceRights } from '#contract/access.ts'
import { RECORD_ACTIONS } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import { PAGE_ACTIONS, PAGES } from '#resources/roles.ts'
import { type AccessRules, hasAdminRole } from './access.ts'

/** What the console is told of a role, so that it shows what the server would let it do; undefined where admins alone enter. */
export function consoleAccess(
  access: AccessRules,
  registry: readonly Resource[],
  role: string,
): ConsoleAccess | undefined {
  const { open } = access
  const entry = access.mayCall('console', role)
  if (open.length === 0) return undefined
  if (!entry.isAllowed) return { open, refusal: entry.message }
  if (hasAdminRole({ role })) return { open }
  const may = (on: string) => (action: (typeof RECORD_ACTIONS | typeof PAGE_ACTIONS)[number]) =>
    access.decide({ role, action, on }).isAllowed
  const resources = registry.flatMap(({ name, access: { owner } }): [string, ResourceRights][] => {
    const actions = RECORD_ACTIONS.filter(may(name))
    if (!actions.includes('read')) return []
    const { hidden = [], locked = [] } = access.limitsOf(role, name) ?? {}
    const only = access.decide({ role, action: 'update', on: name }).only ?? {}
    return [[name, { actions, hidden, locked, only, ...(owner !== undefined && { owner }) }]]
  })
  const pages = PAGES.map((page) => [page, PAGE_ACTIONS.filter(may(page))] as const)
  return { open, resources: Object.fromEntries(resources), pages: Object.fromEntries(pages) }
}
