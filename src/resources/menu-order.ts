import type { Resource } from '#model/resource.ts'

/** SHELL-01: the order of the specification's menu. A resource that is not named here stands after these. */
export const MENU_ORDER: readonly string[] = [
  'users',
  'missions',
  'protocols',
  'career-fields',
  'mentors',
]

/** Whether the specification names it, by a page of its own or in the menu: every backend should have it. */
export function isOfSpecification({ page, hasOwnPage, hasNoPage }: Resource): boolean {
  return (hasOwnPage && !hasNoPage) || MENU_ORDER.includes(page)
}
