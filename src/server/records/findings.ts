import * as z from 'zod'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { tryBody, wordsFor } from '#model/validate.ts'
import { explainIssues } from '#model/words.ts'
import type { Fault, FaultKind } from './finding.ts'
import type { Data } from './shape.ts'

/**
 * Makes what says of a stored record where an edit that sends it back would be refused, by the resource's own
 * schemas. Keys that no edit writes are looked at by the create schema, where they are stored.
 */
export function createFaultsOf(resource: Resource): (data: Data) => Fault[] {
  const { create, update } = resource
  const isOnlyCreated = ([key]: [string, unknown]) => !(key in update.shape)
  const created = Object.entries(create.shape).filter(isOnlyCreated)
  const schema = update.safeExtend(
    Object.fromEntries(created.map(([key, inner]) => [key, z.optional(inner)])),
  )
  const label = wordsFor(resource)
  return (data) => {
    // As it is stored nearly every record fits; what an edit clears and numbers first matters to the others.
    if (z.safeParse(schema, data).success) return []
    const { given, parsed } = tryBody(schema, data)
    if (parsed.success) return []
    const issues = parsed.error.issues
    return issues.map((issue) => {
      const at = issue.path.map(String).join('.')
      const value = getAt(given, at)
      const kind = kindOf(issue, value)
      return {
        kind,
        path: starred(issue.path),
        words: Object.values(explainIssues([issue], given, label))[0] ?? '',
        ...(kind === 'choice' && { value: String(value) }),
      }
    })
  }
}

function kindOf(issue: z.core.$ZodIssue, value: unknown): FaultKind {
  if (value === undefined || value === null) return 'missing'
  switch (issue.code) {
    case 'invalid_value':
      return typeof value === 'string' ? 'choice' : 'kind'
    case 'invalid_type':
    case 'invalid_union':
      return 'kind'
    default:
      return 'limit'
  }
}

function starred(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.')
}
