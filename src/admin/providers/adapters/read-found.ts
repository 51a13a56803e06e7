import type { FoundGroup } from '#contract/search.ts'
import { isObject } from '#model/paths.ts'
import { objectsAt, textAt, textsAt } from './coerce.ts'
import { unwrapEnvelope } from './envelopes.ts'

/** The answer of a search over all; undefined where there is none in it. */
export function readFound(body: unknown): { groups: FoundGroup[]; missing: string[] } | undefined {
  const answer = unwrapEnvelope(body).find((box) => isObject(box) && Array.isArray(box.groups))
  if (!isObject(answer)) return undefined
  const groups = objectsAt(answer.groups).map(({ resource, records, hasMore }) => ({
    resource: textAt(resource),
    hasMore: hasMore === true,
    records: objectsAt(records).flatMap((one) => {
      const [_id, name, line] = [textAt(one._id), textAt(one.name), textAt(one.line)]
      const path = textAt(one.path)
      return _id && name ? { _id, name, ...(line && { line }), ...(path && { path }) } : []
    }),
  }))
  return { groups, missing: textsAt(answer.missing) }
}
