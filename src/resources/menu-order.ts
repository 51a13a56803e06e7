import type { Resource } from '#model/resource.ts'

/** The specification's menu order. Resources that are not listed here follow. */
export const MENU_ORDER: readonly string[] = [
  'users',
  'missions',
  'protocols',
  'career-fields',
  'mentors',
]

/** What only our own server keeps, beside what its specification names: other backends are not asked for it. */
const OF_OUR_SERVER: readonly string[] = ['messages', 'waitlist', 'views', 'list-settings']

export function isOfOurServer({ page }: Resource): boolean {
  return OF_OUR_SERVER.includes(page)
}
