import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { RESOURCE } from './use-dashboards.ts'

/** The declaration behind this page, for the dialogs that all resources share. */
export const dashboardResource: Resource = found()

function found(): Resource {
  const resource = registry.find(({ name }) => name === RESOURCE)
  if (!resource) throw new Error(`There is no resource '${RESOURCE}'`)
  return resource
}

/** How long the text at a path of a dashboard may be. */
export function longest(path: 'title' | 'description' | 'widgets.0.title'): number {
  return describe(dashboardResource.create, path)?.max ?? Number.POSITIVE_INFINITY
}
