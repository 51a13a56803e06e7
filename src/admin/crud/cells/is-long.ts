import type { Column } from '#model/columns.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'

/** More than a line may hold. */
const LINE = 300

/** Whether a value may be long enough to take the whole width. */
export function isLong(resource: Resource, column: Column): boolean {
  if (column.kind !== 'text') return false
  return (describe(resource.row, column.path)?.max ?? 0) > LINE
}
