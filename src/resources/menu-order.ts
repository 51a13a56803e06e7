import type { Resource } from '#model/resource.ts'

/** The specification's menu order. Resources that are not listed here follow. */
export const MENU_ORDER: readonly string[] = [
  'users',
  'missions',
  'protocols',
  'career-fields',
  'mentors',
]

/** Pages outside the specification. Only our own server has them; other backends are never asked for them. */
const OF_OUR_SERVER: readonly string[] = ['messages', 'waitlist', 'views', 'list-settings']

export function isOfOurServer({ page }: Resource): boolean {
  return OF_OUR_SERVER.includes(page)
}
