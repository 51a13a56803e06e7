import * as z from 'zod'
import type { Resource } from '#model/resource.ts'
import { ADMIN, USER } from './roles.ts'

/** The resources of a server on which these roles can be given to users; the same ones when there are none. */
export function withOpenRoles(
  registry: readonly Resource[],
  open: readonly string[],
): readonly Resource[] {
  if (open.length === 0) return registry
  const role = z.enum([USER, ADMIN, ...open]).default(USER)
  return registry.map((resource) =>
    resource.name === 'users' && 'role' in resource.create.shape
      ? {
          ...resource,
          create: resource.create.extend({ role }),
          update: resource.update.extend({ role }),
          row: resource.row.extend({ role }),
        }
      : resource,
  )
}
