// What stands beside the resources already. Nothing here can import the routes and the pages, so tests compare:
// tests/server/taken.test.ts with all routes, pages/pages.test.ts with all pages, check/paths.test.ts with the list's query.

/** Paths of the API's own, below its base; those of a resource's own route name it. */
export const ROUTES: Readonly<Record<string, string | undefined>> = {
  '/auth/login': undefined,
  '/auth/logout': undefined,
  '/auth/factor': undefined,
  '/auth/forgotten': undefined,
  '/auth/methods': undefined,
  '/auth/oidc': undefined,
  '/auth/passkey': undefined,
  '/auth/set-password': undefined,
  '/account': undefined,
  '/profile': undefined,
  '/users/profile': 'users',
  '/access': undefined,
  '/contact': undefined,
  '/waitlist': 'waitlist',
  '/changes': undefined,
  '/search': undefined,
  '/tokens': undefined,
  '/security-events': undefined,
  '/events': undefined,
  '/analytics': undefined,
  '/admin/widget-data': undefined,
  '/admin/system-overview': undefined,
  '/admin/needs': undefined,
  '/health': undefined,
  '/openapi.json': undefined,
}

/** Pages of the console's own, below /admin. */
export const PAGES: readonly string[] = [
  ...['login', 'set-password', 'analytics', 'activity', 'settings', 'account', 'tokens'],
]

/** First words of addresses that are kept for what every product has one of. */
export const KEPT: readonly string[] = [
  ...['api', 'auth', 'docs', 'export', 'imports', 'search', 'widgets'],
]

/** What every list is asked by (contract/list-query.ts). */
export const LIST_PARAMETERS: readonly string[] = [
  ...['page', 'limit', 'search', 'sort', 'ids', 'deleted'],
]

/** What every record has of its own. The last two a row may show. */
export const RECORD_KEYS: readonly string[] = [
  ...['_id', 'id', 'version', 'deletedAt', 'deletedBy', 'createdAt', 'updatedAt'],
]
