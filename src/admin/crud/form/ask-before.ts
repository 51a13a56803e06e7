import { fieldsOf } from '#admin/wire/draft.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Question, Row } from '#model/spec.ts'
import type { Mode } from './check-draft.ts'

/** What the declaration asks before this body is saved: a field gets a value that it did not have. */
export function questionOf(
  resource: Resource,
  mode: Mode,
  body: Record<string, unknown>,
  base: Row | undefined,
): Question | undefined {
  for (const field of fieldsOf(resource, mode)) {
    if (field.kind !== 'select') continue
    const value = getAt(body, field.path)
    const isNew = mode === 'create' || value !== getAt(base, field.path)
    const question = typeof value === 'string' && isNew ? field.asks?.[value] : undefined
    if (question) return question
  }
  return undefined
}
