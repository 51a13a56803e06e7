import { snakeCase } from '../paths.ts'
import type { Resource } from '../resource.ts'
import { storageOf } from '../storage.ts'
import type { Report } from './fault.ts'

// Names that are already taken. This file cannot import routes and pages, so tests compare them:
// tests/server/taken.test.ts all routes and list parameters, pages/pages.test.ts all pages.

/** The API's own paths, below its base, with the resource that each belongs to. */
export const ROUTES: Readonly<Record<string, string | undefined>> = {
  // POST /auth/register creates users.
  '/auth': 'users',
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

/** The console's own pages, below /admin. */
export const PAGES: readonly string[] = [
  ...['login', 'set-password', 'analytics', 'activity', 'settings', 'account', 'tokens'],
]

/** Reserved first segments of addresses. */
const KEPT: readonly string[] = ['api', 'auth', 'docs', 'export', 'imports', 'search', 'widgets']

/** Query parameters of every list (contract/list-query.ts). */
export const LIST_PARAMETERS: readonly string[] = [
  'page',
  'limit',
  'search',
  'sort',
  'ids',
  'deleted',
]

/** Keys that the server adds to every record. A row may show the last two. */
export const RECORD_KEYS: readonly string[] = [
  ...['_id', 'id', 'version', 'deletedAt', 'deletedBy', 'createdAt', 'updatedAt'],
]

/** Checks that a name and its paths are valid and not taken. */
export function checkName(resource: Resource, before: readonly Resource[], report: Report): void {
  const { name, page, api } = resource
  if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)*$/.test(name))
    report('name', `'${name}' is not a resource name`, "write it like 'career-fields'")
  if (PAGES.includes(page) || KEPT.includes(page))
    report('name', `/admin/${page} is a page of the console`, 'give it another name')
  for (const [at, path] of Object.entries({ 'api.path': api.path, 'api.create': api.create })) {
    if (!/^(\/[a-z0-9-]+)+$/.test(path))
      report(at, `'${path}' is not a path`, "begin with a slash, like '/tags'")
    const route = Object.keys(ROUTES).find((own) => ROUTES[own] !== name && meets(path, own))
    if (route) report(at, `${path} conflicts with the API's own ${route}`, 'write another path')
  }
  for (const [at, of] of SINGLE) {
    const other = before.find((one) => of(one) === of(resource))
    if (other) report(at, `${other.file} also has '${of(resource)}'`, 'rename one of the two')
  }
}

/**
 * Returns whether a path is at, below or above a route. A path above a resource's route conflicts with that
 * resource instead.
 */
function meets(path: string, route: string): boolean {
  const isAbove = ROUTES[route] === undefined && `${route}/`.startsWith(`${path}/`)
  return isAbove || `${path}/`.startsWith(`${route}/`)
}

/** Values that must be unique across resources. The API's description names schemas and operations by the labels. */
const SINGLE: readonly [at: string, of: (resource: Resource) => string][] = [
  ['name', ({ name }) => name],
  ['name', ({ page }) => `/admin/${page}`],
  ['api.path', ({ api }) => api.path],
  ['api.create', ({ api }) => api.create],
  ['label', ({ label }) => label.one.replace(/[^A-Za-z0-9]/g, '')],
  ['label', ({ label }) => label.many.replace(/[^A-Za-z0-9]/g, '')],
]

/** The tables and indexes of the resources before, by name, with the path and its file. */
export type KnownRelations = Map<string, string>

/**
 * Columns of a resource must differ by more than case: 'startsAt' and 'starts_at' would be one. So must its tables
 * and indexes, which share one namespace with those of all resources. Adds them to `known`.
 */
export function checkSqlNames(resource: Resource, known: KnownRelations, report: Report): void {
  const { columns, kept, indexes } = storageOf(resource)
  const check = (name: string, at: string, taken: Map<string, string>) => {
    const own = `'${at}' of ${resource.file}`
    const other = taken.get(name)
    // Two unique rules of one path are another error.
    if (other !== undefined && other !== own)
      report(`'${at}'`, `the database would name it like ${other}`, 'rename one of the two')
    taken.set(name, own)
  }
  const taken = new Map<string, string>()
  for (const { name, path } of [...columns, ...kept]) check(name, path, taken)
  const table = snakeCase('rec', resource.page)
  for (const one of [table, ...(kept.length > 0 ? [`${table}_kept`] : [])])
    for (const name of [one, `${one}_pkey`]) check(name, 'name', known)
  for (const { name, path } of indexes) check(name, path, known)
}
