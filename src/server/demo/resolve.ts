import { uuidv7 } from 'uuidv7'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from '#server/records/shape.ts'

/** The ids of a resource's records by their names; names that no record has are missing. */
export type FindIds = (to: string, names: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * Turns sample data as it is written into data as it is stored: an id in place of each name that it
 * refers to, without the names that no longer exist, and steps, phases and milestones numbered.
 */
export async function resolve(
  resource: Resource,
  samples: readonly Data[],
  findIds: FindIds,
): Promise<Data[]> {
  let done = [...samples]
  for (const { path, to } of referencesOf(resource.create)) {
    const names = done.flatMap((data) => findAt(data, path).map(({ value }) => String(value)))
    const ids = await findIds(to, [...new Set(names)])
    done = done.map((data) => withIdsAt(data, path, ids))
  }
  return done.map((data) => numbered(resource.create, data, uuidv7) as Data)
}

function withIdsAt(data: Data, path: string, ids: ReadonlyMap<string, string>): Data {
  if (!path.endsWith('.*')) return mapAt(data, path, (name) => ids.get(String(name)))
  return mapAt(data, path.slice(0, -2), (names) =>
    (names as readonly string[]).flatMap((name) => ids.get(name) ?? []),
  )
}
