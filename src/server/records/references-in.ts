import { type Reference, referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'

export type { Reference }

/** Everywhere that records of a resource may refer to others, whichever form wrote it. */
export function referencesIn({ create, update }: Resource): readonly Reference[] {
  const all = new Map([...referencesOf(update), ...referencesOf(create)].map((r) => [r.path, r]))
  return [...all.values()]
}
