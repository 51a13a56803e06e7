// What stands beside the resources already. Nothing here can import the routes and the pages, so tests compare:
// tests/server/taken.test.ts with all routes, pages/pages.test.ts with all pages, check/paths.test.ts with the list's query.

/** Paths of the API's own, below its base; those of a resource's own route name it. */
export const ROUTES: Readonly<Record<string, string | undefined>> = {
  '/auth/login': undefined,
  '/auth/logout': undefined,
  '/profile': undefined,
  '/users/profile': 'users',
  '/access': undefined,
  '/contact': undefined,
  '/waitlist': 'waitlist',
  '/changes': undefined,
  '/search': undefined,
  '/sign-in-events': undefined,
  '/events': undefined,
  '/analytics': undefined,
  '/admin/widget-data': undefined,
  '/admin/system-overview': undefined,
  '/admin/needs': undefined,
  '/health': undefined,
  '/openapi.json': undefined,
}

/** Pages of the console's own, below /admin. */
export const PAGES: readonly string[] = ['login', 'analytics', 'activity', 'settings']

/** First words of addresses that are kept for what every product has one of. */
export const KEPT: readonly string[] = ['api', 'auth', 'docs', 'export', 'search', 'widgets']

/** What every list is asked by (contract/list-query.ts). */
export const LIST_PARAMETERS: readonly string[] = [
  ...['page', 'limit', 'search', 'sort', 'ids', 'deleted'],
]

/** What every record has of its own. The last two a row may show. */
export const RECORD_KEYS: readonly string[] = [
  ...['_id', 'id', 'version', 'deletedAt', 'deletedBy', 'createdAt', 'updatedAt'],
]
