import { createElement, type ReactNode } from 'react'
import { HOME, pageAddress } from '#admin/format/addresses.ts'
import type { MenuSign } from '#admin/ui/icons.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import type { Resource } from '#model/resource.ts'
import { MENU_ORDER } from '#resources/menu-order.ts'

const Home = loadable(
  () => import('./home/Home.tsx'),
  ({ Home }) => Home,
)
const Settings = loadable(
  () => import('./Settings.tsx'),
  ({ Settings }) => Settings,
)
const ResourcePage = loadable(
  () => import('#admin/crud/ResourcePage.tsx'),
  ({ ResourcePage }) => ResourcePage,
)
const Dashboards = loadable(
  () => import('./dashboards/Dashboards.tsx'),
  ({ Dashboards }) => Dashboards,
)
const Analytics = loadable(
  () => import('./analytics/Analytics.tsx'),
  ({ Analytics }) => Analytics,
)

const GROUPS = ['Overview', 'Manage', 'Insight', 'System'] as const
type Group = (typeof GROUPS)[number]

/** One page of the console: its route, its menu entry, its heading and what stands while it loads. */
export interface Page {
  to: string
  /** What the address may name below the page: a record. */
  param?: string
  title: string
  subtitle?: string | undefined
  icon: MenuSign
  group: Group
  /** One sentence for the Quick Actions card. */
  hint?: string
  /** It is longer than a screen: the footer waits below it. */
  isTall?: boolean
  draw: () => ReactNode
}

/** Every page there is (ROUTE-02), within its group in the menu's order (SHELL-01). */
export function pagesOf(registry: readonly Resource[]): Page[] {
  return [
    {
      to: HOME,
      title: 'Dashboard',
      subtitle: 'Everything you look after, one step away',
      icon: 'dashboard',
      group: 'Overview',
      draw: () => createElement(Home, { registry, quickPages }),
    },
    ...registry
      .filter(({ page }) => page === 'dashboards')
      .map(({ page, title, subtitle }) => ({
        to: pageAddress(page),
        param: 'dashboard',
        title,
        subtitle,
        icon: 'dashboards' as const,
        group: 'Overview' as const,
        draw: () => createElement(Dashboards),
      })),
    ...resourcePages(registry),
    {
      to: pageAddress('analytics'),
      title: 'Analytics',
      subtitle: 'Platform performance metrics and insights',
      icon: 'analytics',
      group: 'Insight',
      isTall: true,
      draw: () => createElement(Analytics),
    },
    {
      to: pageAddress('settings'),
      title: 'Settings',
      subtitle: 'Manage system configurations',
      icon: 'settings',
      group: 'System',
      draw: () => createElement(Settings),
    },
  ]
}

/** The page of each resource that has none of its own: those in `order` first. */
export function resourcePages(
  registry: readonly Resource[],
  order: readonly string[] = MENU_ORDER,
): Page[] {
  const rank = ({ page }: Resource) => {
    const index = order.indexOf(page)
    return index === -1 ? order.length : index
  }
  return registry
    .filter(({ hasOwnPage }) => !hasOwnPage)
    .sort((a, b) => rank(a) - rank(b))
    .map((resource) => ({
      to: pageAddress(resource.page),
      param: 'record',
      title: resource.title,
      subtitle: resource.subtitle,
      icon: resource.icon,
      group: 'Manage',
      hint: resource.subtitle ?? `Manage ${resource.label.many.toLowerCase()}`,
      draw: () => createElement(ResourcePage, { resource }),
    }))
}

/** HOME-04: what the specification names comes first, in its order; all else stands after. */
const QUICK = ['users', 'missions', 'protocols', 'mentors']

/** The Quick Actions of the dashboard home. */
export function quickPages(registry: readonly Resource[]): Page[] {
  return resourcePages(registry, QUICK)
}

export interface MenuGroup {
  label: Group
  pages: Page[]
}

/** The side navigation: what exists, in groups. */
export function menuOf(registry: readonly Resource[]): MenuGroup[] {
  const pages = pagesOf(registry)
  return GROUPS.map((label) => ({ label, pages: pages.filter(({ group }) => group === label) }))
}

/** The page that an address belongs to: a record's address belongs to its list. */
export function pageAt(pathname: string): string {
  return pathname.split('/', 3).join('/').replace(/\/+$/, '')
}
