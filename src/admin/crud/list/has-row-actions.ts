import type { Resource } from '#model/resource.ts'

/** Whether a row has buttons of its own. */
export function hasRowActions({ actions }: Resource): boolean {
  return actions.includes('edit') || actions.includes('delete')
}
