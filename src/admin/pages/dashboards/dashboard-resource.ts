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
