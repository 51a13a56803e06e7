import type { Resource } from '#model/resource.ts'
import { columnsOf, referencesIn, shapeOf } from './shape.ts'

/** Where records that refer to some resource stand. */
export interface Referrer {
  resource: Resource
  label: Resource['label']
  table: string
  /** The paths at which they refer. */
  paths: readonly string[]
  /** The SQL of the lists of ids, one for each path. */
  ids(paths?: readonly string[]): readonly string[]
}

/** Who may refer to a resource's records, in the order of the registry. */
export function referrersTo(name: string, registry: readonly Resource[]): Referrer[] {
  return registry.flatMap((resource) => {
    const paths = referencesIn(resource).flatMap(({ path, to }) => (to === name ? [path] : []))
    if (paths.length === 0) return []
    const { table } = shapeOf(resource)
    return {
      resource,
      label: resource.label,
      table,
      paths,
      ids: (some = paths) => some.map(columnsOf(resource).value),
    }
  })
}
