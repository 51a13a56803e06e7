import { describe } from '#model/describe.ts'
import { referenceAt } from '#model/references.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import type { Choice } from '#model/spec.ts'
import { humanise } from '#model/words.ts'

/** How a declared filter is set: from known words, from the words in use, from records, or as a stretch of days. */
export type FilterField = { path: string; label: string } & (
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'values' }
  | { kind: 'reference'; to: string }
  | { kind: 'days' }
)

/** The filters of a resource's list, in its declaration's order. */
export function filterFields(resource: Resource): readonly FilterField[] {
  return resource.filters.map((path) => fieldAt(resource, path))
}

function fieldAt(resource: Resource, path: string): FilterField {
  const named = { path, label: filterLabel(resource, path) }
  const target = referenceAt(resource.create, path)
  if (target) return { ...named, kind: 'reference', to: target.to }
  const described = describe(resource.row, path)
  // The times that every record has stand in no schema.
  if (!described || described.kind === 'date') return { ...named, kind: 'days' }
  if (described.kind === 'boolean') return { ...named, kind: 'choice', choices: STATUS }
  const { choices } = described
  return choices ? { ...named, kind: 'choice', choices } : { ...named, kind: 'values' }
}

const STATUS: readonly Choice[] = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

function filterLabel(resource: Resource, path: string): string {
  const column = resource.columns.find((one) => 'path' in one && one.path === path)
  return labelOf(resource, path) ?? column?.label ?? humanise(path)
}
