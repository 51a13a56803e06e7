import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { KEPT, PAGES, ROUTES } from './taken.ts'

/** What a resource and its addresses are called. */
export function nameFaults({ name, label, api, page }: Resource): Fault[] {
  const faults: Fault[] = []
  if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)*$/.test(name))
    return [
      {
        at: 'name',
        what: `'${name}' is not a resource name`,
        fix: "write lower-case words with dashes, like 'career-fields'",
      },
    ]
  if (!label.one.trim() || !label.many.trim())
    faults.push({
      at: 'label',
      what: 'a word is empty',
      fix: "write both numbers, like ['Tag', 'Tags']",
    })
  for (const [at, path] of pathsOf(api))
    if (!/^(\/[a-z0-9-]+)+$/.test(path))
      faults.push({ at, what: `'${path}' is not a path`, fix: "begin with a slash, like '/tags'" })
  if (PAGES.includes(page) || KEPT.includes(page))
    return [
      ...faults,
      {
        at: 'name',
        what: `/admin/${page} is the console's own`,
        fix: 'begin the name with another word',
      },
    ]
  return [...faults, ...routeFaults(name, api)]
}

/** An address at, above or below a route of the API's own. */
function routeFaults(name: string, api: Resource['api']): Fault[] {
  return pathsOf(api).flatMap(([at, path]) => {
    const own = Object.keys(ROUTES).find(
      (route) => ROUTES[route] !== name && isBesides(`${route}/`, `${path}/`, ROUTES[route]),
    )
    const isByName = path === `/${name}`
    return own === undefined
      ? []
      : [
          {
            at: isByName ? 'name' : at,
            what: `${path} would meet the API's own ${own}`,
            fix: isByName ? 'give it another name' : 'write another path',
          },
        ]
  })
}

/** Each address once. */
function pathsOf({ path, create }: Resource['api']): [at: string, path: string][] {
  return create === path
    ? [['api.path', path]]
    : [
        ['api.path', path],
        ['api.create', create],
      ]
}

/** What stands above the route of another resource has that resource's address, which is told of itself. */
function isBesides(route: string, path: string, owner: string | undefined): boolean {
  return path.startsWith(route) || (owner === undefined && route.startsWith(path))
}
