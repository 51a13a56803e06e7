import * as z from 'zod'
import type { Resource } from '#model/resource.ts'
import { ADMIN, USER } from './roles.ts'

/** Returns the resources of a server where these roles can be assigned to users; the same ones without roles. */
export function withOpenRoles(
  registry: readonly Resource[],
  open: readonly string[],
): readonly Resource[] {
  if (open.length === 0) return registry
  return registry.map((resource) =>
    resource.name === 'users' ? withRoles(resource, [USER, ADMIN, ...open]) : resource,
  )
}

/** Adds the roles to the schemas, which are built on first access. */
function withRoles(resource: Resource, roles: readonly [string, ...string[]]): Resource {
  let made: Pick<Resource, 'create' | 'update' | 'row'> | undefined
  const schemas = () => {
    const role = z.enum(roles).default(USER)
    const { create, update, row } = resource
    made ??=
      'role' in create.shape
        ? {
            create: create.extend({ role }),
            update: update.extend({ role }),
            row: row.extend({ role }),
          }
        : { create, update, row }
    return made
  }
  return Object.defineProperties({} as Resource, {
    ...Object.getOwnPropertyDescriptors(resource),
    create: { enumerable: true, get: () => schemas().create },
    update: { enumerable: true, get: () => schemas().update },
    row: { enumerable: true, get: () => schemas().row },
  })
}
