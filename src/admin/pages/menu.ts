import type { MenuSign } from '#admin/ui/icons.tsx'
import type { Resource } from '#model/resource.ts'
import { MENU_ORDER } from '#resources/menu-order.ts'

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
  order: readonly string[] = MENU_ORDER,
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
