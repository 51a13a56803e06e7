import type { Resource } from '#model/resource.ts'
import type { Icon } from '#model/spec.ts'

/** The signs of resources, and those of the console's own pages. */
export type MenuSign = Icon | 'dashboard' | 'dashboards' | 'analytics' | 'settings'

/** An entry of the side navigation. */
export interface MenuEntry {
  label: string
  to: string
  icon: MenuSign
  /** One sentence for the Quick Actions card. */
  hint?: string
}

export interface MenuGroup {
  label: string
  entries: MenuEntry[]
}

/** SHELL-01: the order of the specification. A resource that is not named here stands after these. */
const ORDER = ['users', 'missions', 'protocols', 'career-fields', 'mentors']

/** The specification names it, by a page of its own or by its place in the menu: every backend should have it. */
export function isOfSpecification({ page, hasOwnPage }: Resource): boolean {
  return hasOwnPage || ORDER.includes(page)
}

/** The side navigation: what exists, in the specification's order. */
export function menuOf(registry: readonly Resource[]): MenuGroup[] {
  return [
    {
      label: 'Overview',
      entries: [
        { label: 'Dashboard', to: '/admin', icon: 'dashboard' },
        { label: 'Dashboards', to: '/admin/dashboards', icon: 'dashboards' },
      ],
    },
    { label: 'Manage', entries: resourceEntries(registry) },
    {
      label: 'Insight',
      entries: [{ label: 'Analytics', to: '/admin/analytics', icon: 'analytics' }],
    },
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
  return registry
    .filter(({ hasOwnPage }) => !hasOwnPage)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ title, page, subtitle, label, icon }) => ({
      label: title,
      to: `/admin/${page}`,
      icon,
      hint: subtitle ?? `Manage ${label.many.toLowerCase()}`,
    }))
}
