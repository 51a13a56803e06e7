import { OVERVIEW_PATH } from '#contract/overview.ts'

/** What is asked of the product. */
export interface Endpoint {
  name: string
  /** One of them is asked for at a time, by chance. Each begins after the base of the API. */
  paths: readonly string[]
}

export const LIST = 'users, page 1'
const PAGE_SIZE = 10
const MIXED_PAGES = 100
const DEEP_PAGE = 5000

/** Everything that is measured, at so many users. */
export function endpointsAt(users: number, userId: string): readonly Endpoint[] {
  const pages = Math.max(1, Math.floor(users / PAGE_SIZE))
  const mixed = Math.min(MIXED_PAGES, pages)
  const deep = Math.min(DEEP_PAGE, pages)
  return [
    { name: LIST, paths: ['/users?page=1&limit=10'] },
    {
      name: `users, pages 1 to ${mixed}`,
      paths: Array.from({ length: mixed }, (_, at) => `/users?page=${at + 1}`),
    },
    { name: `users, page ${deep}`, paths: [`/users?page=${deep}`] },
    { name: 'users by last login', paths: ['/users?sort=-lastLogin'] },
    { name: 'filter: admins', paths: ['/users?role=admin'] },
    { name: 'search, common', paths: ['/users?search=kowal'] },
    { name: 'search, rare', paths: ['/users?search=.4711@'] },
    { name: 'one user', paths: [`/users/${userId}`] },
    { name: 'who is signed in', paths: ['/profile'] },
    { name: 'home overview', paths: [OVERVIEW_PATH] },
    {
      name: 'widget: users',
      paths: ['/admin/widget-data?widgetType=userStats&timeRange=last30days'],
    },
  ]
}
