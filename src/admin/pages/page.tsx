import { type ComponentType, type ReactNode, Suspense } from 'react'
import { pageAddress } from '#admin/format/addresses.ts'
import type { MenuSign } from '#admin/ui/icons.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'

export const GROUPS = ['Overview', 'Manage', 'Insight', 'System'] as const
export type Group = (typeof GROUPS)[number]

/** A page of the console: routes, menu entry and heading. */
export interface Page {
  to: string
  /** Routes of the page: its address, and those below it. */
  paths: readonly string[]
  title: string
  subtitle?: string | undefined
  icon: MenuSign
  group: Group
  /** Not in the menu: other pages link to it. */
  isUnlisted?: boolean | undefined
  /** Taller than the window: the footer is below the fold. */
  isTall?: boolean | undefined
  draw: () => ReactNode
  /** Preloads the code of an address of the page. */
  preload: (pathname: string) => unknown
}

/** Options of a custom page. */
export interface OwnPage {
  /** Heading, menu label and window title; the title of the resource of this name when absent. */
  title?: string
  /** A grey line below the heading. */
  subtitle?: string
  icon: MenuSign
  /** Section of the menu, after its resources; 'Manage' when absent. */
  group?: Group
  /** Parameter of the address below the page, `/admin/<name>/:param`. */
  param?: string
  isTall?: boolean
  isUnlisted?: boolean
  /**
   * Returns whether the session has the page, whatever its role. When absent, the server decides by the page's
   * name.
   */
  isThere?: () => boolean
  /** Renders its own PageHead, with actions. */
  ownHead?: boolean
  /** Imports the file with the page as default export: `() => import('./reports/Reports.tsx')`. */
  load: () => Promise<{ default: ComponentType }>
}

/** A page that may have no title: it then belongs to the resource of its name, and exists only with it. */
export type PageEntry = Omit<Page, 'title'> & Pick<OwnPage, 'title' | 'isThere'> & { name: string }

/** Declares a custom page at /admin/<name>: route, menu entry, heading, window title and skeleton. */
export function page(
  name: string,
  { load, ownHead, param, group = 'Manage', ...about }: OwnPage,
): PageEntry {
  const Body = loadable(load, (module) => module.default)
  const framed = (
    <section>
      <PageHead />
      <Suspense fallback={<Spinner />}>
        <Body />
      </Suspense>
    </section>
  )
  const to = pageAddress(name)
  return {
    ...{ name, to, paths: [param ? `${to}/:${param}?` : to], group, preload: Body.preload },
    draw: () => (ownHead ? <Body /> : framed),
    ...about,
  }
}
