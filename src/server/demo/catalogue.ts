import { uuidv7 } from 'uuidv7'
import { endpointOf, REFRESH_DEFAULT } from '#contract/dashboards.ts'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from '#server/records/shape.ts'
import type { SampleRow } from './bulk.ts'
import { DAY, MINUTE } from './random.ts'
import { samples } from './samples.ts'

// The sample missions, protocols and mentors refer to others by name, not yet by id.
export const sampleMissions = (today: Date): SampleRow[] => spread(samples('missions'), today)
export const sampleProtocols = (today: Date): SampleRow[] => spread(samples('protocols'), today)
export const sampleMentors = (today: Date): SampleRow[] => spread(samples('mentors'), today)

/** Days before today, after the career fields, which came first. */
const FIRST = 440
const LAST = 12
/** No count of ours is a multiple of it, so that it visits every place once. */
const STRIDE = 7

export function sampleCareerFields(today: Date): SampleRow[] {
  return samples('career-fields').map((field, index) => ({
    createdAt: new Date(today.getTime() - (457 - index) * DAY),
    data: { ...field, sample: true },
  }))
}

/** A default dashboard with all six widgets, and one for a closer look. */
export function sampleDashboards(today: Date): SampleRow[] {
  return samples('dashboards').map(({ daysAgo, widgets, ...texts }) => ({
    createdAt: new Date(today.getTime() - daysAgo * DAY),
    data: {
      ...texts,
      layout: 'grid',
      sample: true,
      widgets: widgets.map(({ type, title, x, y, width }, index) => ({
        id: `${type}-${index + 1}`,
        title,
        type,
        size: { width, height: 1 },
        position: { x, y },
        dataSource: { type: 'api', endpoint: endpointOf(type), refreshInterval: REFRESH_DEFAULT },
        config: {},
      })),
    },
  }))
}

/** The entries at their moments, active unless they say otherwise. */
function spread(entries: readonly object[], today: Date): SampleRow[] {
  return entries.map((entry, index) => ({
    createdAt: momentOf(index, entries.length, today),
    data: { isActive: true, ...entry, sample: true },
  }))
}

/** A working hour of the last fifteen months for each of some entries. Neighbours in a file are none in a list. */
export function momentOf(index: number, count: number, today: Date): Date {
  const place = (index * STRIDE) % count
  const days = Math.round(LAST + ((FIRST - LAST) * place) / Math.max(1, count - 1))
  const minutes = 8 * 60 + ((index * 131) % 540)
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}

/** The ids of a resource's records by their names; names that no record has are missing. */
export type FindIds = (to: string, names: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * Turns sample data as it is written into data as it is stored: an id in place of each name, without the names that
 * no longer exist, and with steps, phases and milestones numbered.
 */
export async function resolve(
  resource: Resource,
  written: readonly Data[],
  findIds: FindIds,
): Promise<Data[]> {
  let done = [...written]
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
