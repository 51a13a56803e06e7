import { pageAddress } from '#admin/format/addresses.ts'
import type { Resource } from '#model/resource.ts'
import type { NamedRecord } from './read-overview.ts'

/** Where a record's form is; undefined when it is deleted, or of a resource without such a form. */
export function recordAddress(
  registry: readonly Resource[],
  { resource, id, isLive }: NamedRecord,
): string | undefined {
  const found = registry.find(({ name, page }) => name === resource || page === resource)
  if (!(isLive && id && found?.actions.includes('edit'))) return undefined
  return pageAddress(found.page, id)
}
