/** The role that may everything, always (specification section 5). Every user is a 'user' first, and enters nowhere. */
export const ADMIN = 'admin'
export const USER = 'user'

/** Pages that are made of no one resource, and what one may do there. */
export const PAGE_ACTIONS = ['read', 'export'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]
export const PAGES = ['analytics'] as const
export type PageName = (typeof PAGES)[number]

export interface Role {
  label: string
  /** What it may do with pages. What it may do with records stands in their declarations (`access`). */
  pages?: Readonly<Partial<Record<PageName, readonly PageAction[]>>>
}
export type Roles = Readonly<Record<string, Role>>

/**
 * The roles that there are beside admin. All are closed: nobody can be given one, and who has one enters nowhere,
 * until CONSOLE_ROLES names it.
 */
export const ROLES: Roles = {
  editor: { label: 'Editor' },
  analyst: { label: 'Analyst', pages: { analytics: ['read', 'export'] } },
  support: { label: 'Support' },
}
