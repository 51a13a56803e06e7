import type { ResourceProps } from '@refinedev/core'
import { createElement } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { isImportable } from '#admin/crud/import/can-import.ts'
import {
  ACCOUNT_PAGE,
  addAddress,
  FORM_STEP,
  HOME,
  IMPORT_STEP,
  pageAddress,
  SETTINGS_PAGE,
  TOKENS_PAGE,
} from '#admin/format/addresses.ts'
import { IS_STOCK } from '#admin/http/backend.ts'
import { hasAccount, hasChanges, hasTokens } from '#admin/http/session.ts'
import { canOnPage } from '#admin/providers/access-control-provider.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { DeclarationError } from '#model/check/fault.ts'
import type { Resource } from '#model/resource.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { MENU_ORDER } from '#resources/menu-order.ts'
import { GROUPS, type Page, type PageEntry, page } from './page.tsx'

/**
 * Pages other than lists of resources, one entry each. A resource with `ownPage` has its page here under its own
 * name.
 */
const OWN_PAGES: readonly PageEntry[] = [
  page('dashboards', {
    icon: 'dashboards',
    group: 'Overview',
    param: 'dashboard',
    ownHead: true,
    isThere: hasFigures,
    load: () => import('./dashboards/Dashboards.tsx'),
  }),
  page('analytics', {
    title: 'Analytics',
    subtitle: 'Platform performance metrics and insights',
    icon: 'analytics',
    group: 'Insight',
    isTall: true,
    ownHead: true,
    isThere: () => hasFigures() && canOnPage('analytics'),
    load: () => import('./analytics/Analytics.tsx'),
  }),
  page('activity', {
    title: 'Activity',
    subtitle: 'Changes to records, and security events',
    icon: 'activity',
    group: 'System',
    isTall: true,
    isThere: hasChanges,
    load: () => import('./activity/Activity.tsx'),
  }),
  page(SETTINGS_PAGE, {
    title: 'Settings',
    subtitle: 'Manage system configurations',
    icon: 'settings',
    group: 'System',
    load: () => import('./Settings.tsx'),
  }),
  page(ACCOUNT_PAGE, {
    title: 'My account',
    subtitle: 'Profile, sign-in methods and appearance',
    icon: 'account',
    group: 'System',
    isTall: true,
    isUnlisted: true,
    isThere: hasAccount,
    load: () => import('./account/Account.tsx'),
  }),
  page(TOKENS_PAGE, {
    title: 'API tokens',
    subtitle: 'Access for programs',
    icon: 'tokens',
    group: 'System',
    isTall: true,
    isUnlisted: true,
    isThere: hasTokens,
    ownHead: true,
    load: () => import('./tokens/Tokens.tsx'),
  }),
]

/** Stock REST backends have only records. */
function hasFigures(): boolean {
  return !IS_STOCK
}

/** Returns the custom pages that the role may see, by the server's rights to their names. */
export function ownPages(may: (name: string) => boolean): readonly PageEntry[] {
  return OWN_PAGES.filter(
    ({ title, name, isThere }) => isThere?.() ?? (title === undefined || may(name)),
  )
}

const Home = loadable(
  () => import('./home/Home.tsx'),
  ({ Home }) => Home,
)
const ResourcePage = loadable(
  () => import('#admin/crud/ResourcePage.tsx'),
  ({ ResourcePage }) => ResourcePage,
)
const RecordPage = loadable(
  () => import('#admin/crud/record/RecordPage.tsx'),
  ({ RecordPage }) => RecordPage,
)
const ImportPage = loadable(
  () => import('#admin/crud/import/ImportPage.tsx'),
  ({ ImportPage }) => ImportPage,
)

/** Returns the screen of an address: /admin/users, /admin/users/42 (or …/edit), /admin/users/import. */
function screenAt(resource: Resource, pathname: string): 'list' | 'record' | 'import' {
  const [, , step] = pathname.split('/').filter(Boolean)
  if (step === IMPORT_STEP && isImportable(resource)) return 'import'
  return step === undefined ? 'list' : 'record'
}

function ResourceRoute({ resource }: { resource: Resource }) {
  // Not called `id`: Refine treats a parameter of that name as the record of any open form.
  const { record, imported } = useParams<'record' | 'imported'>()
  const isPhone = useIsPhone()
  const { pathname } = useLocation()
  if (screenAt(resource, pathname) === 'import')
    return createElement(ImportPage, { resource, id: imported })
  if (record === undefined) return createElement(ResourcePage, { resource })
  // If there is room, a message opens beside the list.
  if (resource.inbox && !isPhone && !pathname.endsWith(`/${FORM_STEP}`))
    return createElement(ResourcePage, { resource, record })
  return createElement(RecordPage, { key: record, resource, id: record })
}

/** Returns all pages in menu order, by group. */
export function pagesOf(registry: readonly Resource[], own = OWN_PAGES): Page[] {
  return [
    {
      to: HOME,
      paths: [HOME],
      title: 'Dashboard',
      subtitle: 'Totals, recent activity and quick actions',
      icon: 'dashboard',
      group: 'Overview',
      preload: Home.preload,
      draw: () => createElement(Home, { registry, quickPages }),
    },
    ...resourcePages(registry),
    ...own.flatMap(({ title, ...one }): Page | Page[] => {
      if (title !== undefined) return { ...one, title }
      const resource = registry.find((other) => other.page === one.name)
      return resource ? { ...one, title: resource.title, subtitle: resource.subtitle } : []
    }),
  ]
}

/** Throws a DeclarationError for each `ownPage` without a page. */
export function checkPages(registry: readonly Resource[], own = OWN_PAGES): void {
  const faults = registry
    .filter(
      ({ hasOwnPage, hasNoPage, page: name }) =>
        hasOwnPage && !hasNoPage && !own.some((one) => one.name === name),
    )
    .map(({ file, page: name }) => ({
      file,
      at: 'ownPage',
      what: 'there is no such page',
      fix: `add page('${name}', { icon, load }) to src/admin/pages/pages.ts, or leave out ownPage`,
    }))
  if (faults.length > 0) throw new DeclarationError(faults)
}

// Checks the pages at start in development. Tests fail on wrong ones before a build.
if (import.meta.env.DEV) checkPages(wholeRegistry)

/** Returns the pages of resources without a custom one, those in `order` first. */
export function resourcePages(
  registry: readonly Resource[],
  order: readonly string[] = MENU_ORDER,
): Page[] {
  const rank = ({ page }: Resource) => order.indexOf(page) + 1 || order.length + 1
  return registry
    .filter(({ hasOwnPage }) => !hasOwnPage)
    .sort((a, b) => rank(a) - rank(b))
    .map((resource) => {
      const to = pageAddress(resource.page)
      const screens = { list: ResourcePage, record: RecordPage, import: ImportPage }
      const records = `${to}/:record?/${FORM_STEP}?`
      return {
        to,
        paths: isImportable(resource) ? [`${to}/${IMPORT_STEP}/:imported?`, records] : [records],
        title: resource.title,
        subtitle: resource.subtitle,
        icon: resource.icon,
        group: 'Manage',
        preload: (pathname) => screens[screenAt(resource, pathname)].preload(),
        draw: () => createElement(ResourceRoute, { resource }),
      }
    })
}

/** Pages in the specification's order; other pages follow. */
const QUICK = ['users', 'missions', 'protocols', 'mentors']

/** The Quick Actions of the dashboard home. */
export function quickPages(registry: readonly Resource[]): Page[] {
  return resourcePages(registry, QUICK)
}

/**
 * Returns Refine's resources, one for each page, in menu order; useMenu reads them. Pages without a list are
 * resources too, as in Refine's documentation. `present` are the backend's resources; others are hidden.
 */
export function refineResources(
  registry: readonly Resource[],
  present: readonly Resource[],
  own = OWN_PAGES,
): ResourceProps[] {
  const pages = pagesOf(registry, own)
  const inOrder = GROUPS.flatMap((group) => pages.filter((one) => one.group === group))
  return inOrder.map(({ to, title, icon, group, isUnlisted }) => {
    const resource = registry.find(({ page }) => pageAddress(page) === to)
    const { page, hasOwnPage, actions = [] } = resource ?? {}
    const show = `${to}/:id`
    return {
      name: resource?.name ?? to,
      identifier: page ?? to,
      list: to,
      ...(page &&
        !hasOwnPage && {
          show,
          ...(actions.includes('create') && { create: addAddress(page) }),
          ...(actions.includes('edit') && { edit: `${show}/${FORM_STEP}` }),
        }),
      meta: {
        label: title,
        icon: createElement(MenuIcon, { name: icon }),
        group,
        hide: isUnlisted || (resource !== undefined && !present.includes(resource)),
        canDelete: actions.includes('delete'),
      },
    }
  })
}

/** Preloads the code of an address's page. */
export function preloadPage({ pathname }: Pick<Location, 'pathname'>): void {
  const at = pageAt(pathname)
  void pagesOf(wholeRegistry)
    .find(({ to }) => to === at)
    ?.preload(pathname)
}

/** Returns the page of an address. The address of a record belongs to its list. */
export function pageAt(pathname: string): string {
  return pathname.split('/', 3).join('/').replace(/\/+$/, '')
}

/** The title of the page at an address of the console, in English; undefined for an unknown address. */
export function pageTitleAt(address: string): string | undefined {
  return pagesOf(wholeRegistry).find(({ to }) => to === address)?.title
}
