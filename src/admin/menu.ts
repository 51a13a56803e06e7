import type { Resource } from '#model/resource.ts'

/** An entry of the side navigation. */
export interface MenuEntry {
  label: string
  to: string
  icon: string
  /** One sentence for the Quick Actions card. */
  hint?: string
}

export interface MenuGroup {
  label: string
  entries: MenuEntry[]
}

/** SHELL-01: the order of the specification. A resource that is not named here stands after these. */
const ORDER = ['users', 'missions', 'protocols', 'career-fields', 'mentors']

/** The side navigation: what exists, in the specification's order. */
export function menuOf(registry: readonly Resource[]): MenuGroup[] {
  return [
    { label: 'Overview', entries: [{ label: 'Dashboard', to: '/admin', icon: 'dashboard' }] },
    { label: 'Manage', entries: resourceEntries(registry) },
    { label: 'System', entries: [{ label: 'Settings', to: '/admin/settings', icon: 'settings' }] },
  ]
}

/** HOME-04: what the specification names comes first, in its order; all else stands after. */
const QUICK = ['users', 'missions', 'protocols', 'mentors']

/** The Quick Actions of the dashboard home. */
export function quickEntries(registry: readonly Resource[]): MenuEntry[] {
  return resourceEntries(registry, QUICK)
}

/** The page that an address belongs to: a record's address belongs to its list. */
export function pageOf(pathname: string): string {
  return pathname.split('/', 3).join('/').replace(/\/+$/, '')
}

/** One entry per resource, in the menu's order. */
export function resourceEntries(
  registry: readonly Resource[],
  order: readonly string[] = ORDER,
): MenuEntry[] {
  const rank = ({ page }: Resource) => {
    const index = order.indexOf(page)
    return index === -1 ? order.length : index
  }
  return [...registry]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ title, page, subtitle, label }) => ({
      label: title,
      to: `/admin/${page}`,
      icon: page,
      hint: subtitle ?? `Manage ${label.many.toLowerCase()}`,
    }))
}
