import { type ComponentType, type ReactNode, Suspense } from 'react'
import { pageAddress } from '#admin/format/addresses.ts'
import type { MenuSign } from '#admin/ui/icons.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'

export const GROUPS = ['Overview', 'Manage', 'Insight', 'System'] as const
export type Group = (typeof GROUPS)[number]

/** One page of the console: its routes, its menu entry and its heading. */
export interface Page {
  to: string
  /** The routes that show it: its own address, and what is below that. */
  paths: readonly string[]
  title: string
  subtitle?: string | undefined
  icon: MenuSign
  group: Group
  /** Not in the menu: other pages link to it. */
  isUnlisted?: boolean | undefined
  /** It is longer than a screen: the footer waits below it. */
  isTall?: boolean | undefined
  draw: () => ReactNode
  /** Fetches the code of an address of the page before it is drawn. */
  ahead: (pathname: string) => unknown
}

/** Options of a custom page. */
export interface OwnPage {
  /** The heading, the menu's word and the window's title; those of the resource of this name when absent. */
  title?: string
  /** One grey sentence below the heading. */
  subtitle?: string
  icon: MenuSign
  /** Where in the menu, after the resources there; 'Manage' when absent. */
  group?: Group
  /** A part of the address below the page, `/admin/<name>/:param`. */
  param?: string
  isTall?: boolean
  isUnlisted?: boolean
  /**
   * Returns whether the session has the page, whatever its role. When absent, the server decides by the page's
   * name.
   */
  isThere?: () => boolean
  /** It draws its PageHead itself, with buttons beside the words. */
  ownHead?: boolean
  /** Its file, whose default export it is: `() => import('./reports/Reports.tsx')`. */
  load: () => Promise<{ default: ComponentType }>
}

/** A page that may lack words: it is that of a resource, and is there where that is. */
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
    ...{ name, to, paths: [param ? `${to}/:${param}?` : to], group, ahead: Body.ahead },
    draw: () => (ownHead ? <Body /> : framed),
    ...about,
  }
}
