import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { uuidv7 } from 'uuidv7'
import { endpointOf, REFRESH_DEFAULT, type WidgetType } from '#contract/dashboards.ts'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from '#server/records/shape.ts'
import type { SampleRow } from './bulk.ts'
import { DAY, MINUTE } from './random.ts'

type Name = readonly [written: string, latin: string]

/** Given and family names of a language area. */
export interface NamePool {
  /** How often it is drawn, compared with the others. */
  weight: number
  given: readonly Name[]
  family: readonly Name[]
}

/** The content of the files in samples/. Records refer to each other by name. */
interface Samples {
  'career-fields': Data[]
  missions: Data[]
  protocols: Data[]
  mentors: Data[]
  dashboards: {
    title: string
    description: string
    isDefault: boolean
    daysAgo: number
    widgets: { type: WidgetType; title: string; x: number; y: number; width: number }[]
  }[]
  names: NamePool[]
}

const read = new Map<string, unknown>()

/** Returns the content of `samples/<name>.json`. Throws when the file cannot be read. */
export function samples<Name extends keyof Samples>(name: Name): Samples[Name] {
  if (!read.has(name)) {
    // Beside the program once it is built, at the top of the sources otherwise.
    const here = dirname(fileURLToPath(import.meta.url))
    const folders = ['samples', '../samples', '../../../samples'].map((path) => join(here, path))
    const folder = folders.find((one) => existsSync(one))
    if (!folder) throw new Error('The sample texts are missing. Run: npm run build')
    read.set(name, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
  }
  return read.get(name) as Samples[Name]
}

const daysBefore = (today: Date, days: number) => new Date(today.getTime() - days * DAY)

/** The samples in files, in the order of loading: each may refer by name to those before it. */
export const CATALOGUE: Readonly<Record<string, (today: Date) => SampleRow[]>> = {
  'career-fields': (today) =>
    samples('career-fields').map((field, index) => ({
      createdAt: daysBefore(today, 457 - index),
      data: { ...field, sample: true },
    })),
  'missions/templates': (today) => spread(samples('missions'), today),
  'protocols/templates': (today) => spread(samples('protocols'), today),
  mentors: (today) => spread(samples('mentors'), today),
  // A default dashboard with all six widgets, and one for a closer look.
  dashboards: (today) =>
    samples('dashboards').map(({ daysAgo, widgets, ...texts }) => ({
      createdAt: daysBefore(today, daysAgo),
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
    })),
}

/** Gives each entry a time. Entries are active unless they say otherwise. */
function spread(entries: readonly object[], today: Date): SampleRow[] {
  return entries.map((entry, index) => ({
    createdAt: momentOf(index, entries.length, today),
    data: { isActive: true, ...entry, sample: true },
  }))
}

/** Days before today, after the career fields, which came first. */
const FIRST = 440
const LAST = 12
/** No number of entries is a multiple of it, so that it visits every place once. */
const STRIDE = 7

/** Returns a working hour of the last fifteen months. Neighbours in a file are no neighbours in a list. */
export function momentOf(index: number, count: number, today: Date): Date {
  const place = (index * STRIDE) % count
  const days = Math.round(LAST + ((FIRST - LAST) * place) / Math.max(1, count - 1))
  const minutes = 8 * 60 + ((index * 131) % 540)
  return new Date(daysBefore(today, days).getTime() + minutes * MINUTE)
}

/** Returns the id of a resource's record by its name. */
export type FindId = (of: string, name: string) => string | undefined
/** Returns the ids of a resource's records by their names, without the names that no record has. */
export type FindIds = (to: string, names: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Looks up all records that the rows refer to by name. */
export async function idsIn(
  resource: Resource,
  rows: readonly unknown[],
  findIds: FindIds,
): Promise<FindId> {
  const names = new Map<string, Set<string>>()
  for (const { path, to } of referencesOf(resource.create))
    for (const row of rows)
      for (const { value } of findAt(row, path))
        names.set(to, (names.get(to) ?? new Set()).add(String(value)))
  const ids = new Map<string, ReadonlyMap<string, string>>()
  for (const [to, those] of names) ids.set(to, await findIds(to, [...those]))
  return (of, name) => ids.get(of)?.get(name)
}

/**
 * Turns a sample as it is written into data as it is stored: an id in place of each name, without names that no record
 * has any more, and with numbered steps, phases and milestones.
 */
export function withIds(resource: Resource, written: Data, idOf: FindId): Data {
  let data = written
  for (const { path, to } of referencesOf(resource.create))
    data = path.endsWith('.*')
      ? mapAt(data, path.slice(0, -2), (names) =>
          (names as readonly string[]).flatMap((name) => idOf(to, name) ?? []),
        )
      : mapAt(data, path, (name) => idOf(to, String(name)))
  return numbered(resource.create, data, uuidv7) as Data
}
