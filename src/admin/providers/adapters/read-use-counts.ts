import { isObject } from '#model/paths.ts'
import { numberAt, objectsAt, textAt } from './coerce.ts'

/** What a page of a list says of one of its records. */
export interface Counts {
  /** By the name of each resource: how many of its records refer to this one. */
  uses: Readonly<Record<string, number>>
  /** How often it was assigned. */
  learners?: number
}

/** Reads the counts of a page by the records' ids; what makes no sense is left out. Never throws. */
export function readUseCounts(body: unknown): ReadonlyMap<string, Counts> {
  const counts = isObject(body) ? objectsAt(body.counts) : []
  return new Map(
    counts.map((one) => {
      const uses = Object.entries(isObject(one.uses) ? one.uses : {}).flatMap(([name, value]) => {
        const count = numberAt(value)
        return count === null ? [] : [[name, count] as const]
      })
      const learners = numberAt(one.learners)
      return [
        textAt(one._id),
        { uses: Object.fromEntries(uses), ...(learners !== null && { learners }) },
      ] as const
    }),
  )
}
