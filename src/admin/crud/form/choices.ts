import type { Choice, Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'

/** What a select offers: the declaration's choices or the schema's, and a foreign backend's value beside them. */
export function choicesOf(
  resource: Resource,
  field: Extract<Field, { kind: 'select' }>,
  value: unknown,
): readonly Choice[] {
  const known = field.choices ?? describe(resource.create, field.path)?.choices ?? []
  if (typeof value !== 'string' || value === '' || known.some((one) => one.value === value))
    return known
  return [...known, { value, label: value }]
}
