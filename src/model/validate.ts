import * as z from 'zod'
import { labelOf, type Resource } from './resource.ts'
import { explainIssues, type FieldErrors, humanise } from './words.ts'

export type Parsed =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; errors: FieldErrors }

/**
 * Checks a body by the resource's create or update schema, in the browser and at the API alike.
 * Gives the value with defaults filled and unknown keys left out, or one sentence per wrong field.
 */
export function parseBody(resource: Resource, mode: 'create' | 'edit', body: unknown): Parsed {
  const parsed = z.safeParse(mode === 'create' ? resource.create : resource.update, body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const label = (path: string) => labelOf(resource, path) ?? (path ? humanise(path) : 'The body')
  return { ok: false, errors: explainIssues(parsed.error.issues, body, label) }
}
