/** Admins have all permissions (specification section 5). New users are a 'user', without access. */
export const ADMIN = 'admin'
export const USER = 'user'

/** Pages that belong to no single resource, and their actions. */
export const PAGE_ACTIONS = ['read', 'export'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]
export const PAGES = ['analytics'] as const
export type PageName = (typeof PAGES)[number]

export interface Role {
  label: string
  /** Actions on pages. Rights to records are part of the resources' declarations (`access`). */
  pages?: Readonly<Partial<Record<PageName, readonly PageAction[]>>>
}
export type Roles = Readonly<Record<string, Role>>

/** Roles besides admin. A role can be assigned and can sign in only when CONSOLE_ROLES names it. */
export const ROLES: Roles = {
  editor: { label: 'Editor' },
  analyst: { label: 'Analyst', pages: { analytics: ['read', 'export'] } },
  support: { label: 'Support' },
}
