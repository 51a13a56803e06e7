import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { DeclarationError, type FileFault } from '#model/check/fault.ts'
import { numbered } from '#model/order.ts'
import { findAt, isObject, mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { SampleRandom } from '#model/samples.ts'
import { parseBody } from '#model/validate.ts'
import type { Data } from '#server/records/shape.ts'
import type { SampleRow } from './bulk.ts'

/* The sample records: files in samples/, and rows in declarations. Both refer to records by name. */

export const MINUTE = 60_000
export const DAY = 1440 * MINUTE

/**
 * Creates a generator of random numbers that are the same for the same seed on every machine (mulberry32). `next`
 * returns a number from 0 to 1.
 */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** Returns a number from `least` up to `most`. */
    between: (least: number, most: number) => least + (most - least) * next(),
    /** Returns one of the items. Throws if there are none. */
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    /** Returns one of the items, each with a probability by its weight. Throws if there are none. */
    weigh<T>(items: readonly (readonly [item: T, weight: number])[]): T {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      throw new Error('There is nothing to weigh.')
    },
  }
}

export type Random = ReturnType<typeof createRandom>

/** The resources with samples in files, in the order of loading: each may refer by name to those before it. */
export const FILES: Readonly<Record<string, string>> = {
  'career-fields': 'career-fields',
  'missions/templates': 'missions',
  'protocols/templates': 'protocols',
  mentors: 'mentors',
  dashboards: 'dashboards',
}

/** Returns the entries of `samples/<name>.json`. Throws when the file cannot be read. */
export function readSamplesFile<T = Data>(name: string): T[] {
  // Next to the program in the build, else at the top of the sources.
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = ['samples', '../samples', '../../../samples'].map((path) => join(here, path))
  const folder = folders.find((one) => existsSync(one))
  if (!folder) throw new Error('The sample files are missing. Run: npm run build')
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
}

/** Returns a time in working hours of the last fifteen months. The first is the oldest, and neighbors are far apart. */
function momentOf(index: number, count: number, today: Date): Date {
  const place = ((index * 7) % count) / Math.max(1, count - 1)
  const daysAgo = Math.round(440 - 428 * place)
  const minutes = 8 * 60 + ((index * 131) % 540)
  return new Date(today.getTime() - daysAgo * DAY + minutes * MINUTE)
}

/** Finds records that samples refer to. */
interface LookUp {
  /** Returns the names of a resource's records that sample rows may refer to. */
  names(of: string): Promise<readonly string[]>
  /** Returns the ids of a resource's records by their names. Omits names that no record has. */
  ids(of: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>
}

type FindId = (of: string, name: string) => string | undefined
type Names = (of: string) => readonly string[]

/**
 * Returns the samples of a resource as they are stored, from its file or its declaration. Throws a DeclarationError for
 * invalid rows of a declaration. For a file, it omits names that no record has, keeps rows that the create schema
 * rejects, and passes the errors to `warn`.
 */
export async function samplesOf(
  resource: Resource,
  today: Date,
  { names, ids }: LookUp,
  warn: (words: string) => void,
): Promise<SampleRow[]> {
  const file = FILES[resource.name]
  const references = referencesOf(resource.create)
  const known = new Map<string, readonly string[]>()
  if (file === undefined) for (const { to } of references) known.set(to, await names(to))
  const rows = file
    ? readSamplesFile(file)
    : drawSamples(resource, today, (of) => known.get(of) ?? [])
  const found = new Map<string, string>()
  for (const { path, to } of references) {
    const used = rows.flatMap((row) => findAt(row, path).map(({ value }) => String(value)))
    for (const [name, id] of await ids(to, [...new Set(used)])) found.set(`${to} ${name}`, id)
  }
  const { read, faults } = readSamples(resource, rows, (of, name) => found.get(`${of} ${name}`))
  if (faults.length > 0) {
    const wrong = new DeclarationError(faults)
    if (file === undefined) throw wrong
    warn(`These samples are invalid, and are added anyway:\n${wrong.message}`)
  }
  return read.map((data, index, all) => ({
    createdAt: momentOf(index, all.length, today),
    data: { ...(numbered(resource.create, data, uuidv7) as Data), sample: true },
  }))
}

/** Returns the rows that a resource declares. Throws a DeclarationError when its function fails. */
function drawSamples(resource: Resource, today: Date, names: Names): readonly unknown[] {
  try {
    return resource.samples?.(sampleRandom(resource.name, today, names)) ?? []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const what = `the function fails: ${reason.replace(/\.$/, '')}`
    throw faultIn(resource, what, 'fix the function; it receives a generator of random values')
  }
}

/**
 * Returns the valid rows, with ids in place of names, and the errors of the others. In a declaration, a name that no
 * record has is also an error. For a file, the invalid rows are returned too.
 */
function readSamples(resource: Resource, rows: readonly unknown[], findId: FindId) {
  const source = FILES[resource.name]
  const [file, list] = source ? [`samples/${source}.json`, ''] : [resource.file, 'samples']
  const faults: FileFault[] = []
  const read = rows.flatMap((row, index) => {
    const fault = (at: string, what: string, fix: string) =>
      faults.push({ file, at: `${list}[${index}]${at && `.${at}`}`, what, fix })
    const unknown = new Set<string>()
    let body = row
    for (const { path, to } of referencesOf(resource.create)) {
      const idOf = (name: unknown) => findId(to, String(name))
      for (const { at, value } of findAt(row, path))
        if (source === undefined && idOf(value) === undefined) {
          unknown.add(at)
          const fix = `write the name of an existing record, or random.name('${to}')`
          fault(at, `no record of ${to} has the name '${String(value)}'`, fix)
        }
      body = path.endsWith('.*')
        ? mapAt(body, path.slice(0, -2), (names) =>
            Array.isArray(names) ? names.flatMap((name) => idOf(name) ?? []) : names,
          )
        : mapAt(body, path, idOf)
    }
    const parsed = parseBody(resource, 'create', body)
    if (parsed.ok) return [parsed.value]
    for (const [path, message] of Object.entries(parsed.errors))
      if (!unknown.has(path))
        fault(path, message.replace(/\.$/, ''), 'write a row that the create schema accepts')
    return source && isObject(body) ? [asFarAsItFits(resource, body)] : []
  })
  return { read, faults }
}

/** Completes an entry with the schema's defaults. Values that the schema rejects stay unchanged. */
function asFarAsItFits({ create }: Resource, body: Data): Data {
  const values = Object.entries(create.shape).map(([key, schema]) => {
    const { success, data } = z.safeParse(schema, body[key])
    return [key, success ? data : body[key]]
  })
  return Object.fromEntries(values)
}

function sampleRandom(resource: string, today: Date, names: Names): SampleRandom {
  const seed = createHash('sha256').update(resource).digest().readInt32BE()
  const { next, between, pick } = createRandom(seed)
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1))
  const day = (from: number, to: number) => today.getTime() + whole(from, to) * DAY
  return {
    between,
    pick,
    whole,
    chance: (share) => next() < share,
    some(items, least, most) {
      const places = new Set<number>()
      const wanted = Math.min(items.length, whole(least, most))
      while (places.size < wanted) places.add(whole(0, items.length - 1))
      return items.filter((_, index) => places.has(index))
    },
    day: (from, to) => new Date(day(from, to)).toISOString().slice(0, 10),
    moment: (from, to) =>
      new Date(day(from, to) + (8 * 60 + 15 * whole(0, 35)) * MINUTE).toISOString(),
    name(of) {
      if (names(of).length === 0) throw new Error(`there is no sample of '${of}' to refer to`)
      return pick(names(of))
    },
  }
}

/** Returns the resources with declared samples, each after those that it refers to. */
export function inOrder(registry: readonly Resource[]): Resource[] {
  const met = new Set<Resource>()
  const withReferenced = (resource: Resource): Resource[] => {
    if (!resource.samples || met.has(resource)) return []
    met.add(resource)
    const names = referencesOf(resource.create).map(({ to }) => to)
    return [
      ...registry.filter(({ name }) => names.includes(name)).flatMap(withReferenced),
      resource,
    ]
  }
  return registry.flatMap(withReferenced)
}

/**
 * Throws a DeclarationError for sample rows that a create would reject, and for those of a resource that has samples in
 * files. Accepts any name, because names are looked up only when the demo is loaded.
 */
export function checkSamples(registry: readonly Resource[], today: Date): void {
  const faults: FileFault[] = []
  for (const resource of inOrder(registry))
    try {
      if (Object.hasOwn(FILES, resource.name) || resource.name === 'users')
        throw faultIn(
          resource,
          'the demo already has samples of it',
          'remove `samples`, and edit the files in samples/',
        )
      const rows = drawSamples(resource, today, () => ['Any name'])
      faults.push(
        ...readSamples(resource, rows, () => '00000000-0000-7000-8000-000000000000').faults,
      )
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error
      faults.push(...error.faults)
    }
  if (faults.length > 0) throw new DeclarationError(faults)
}

function faultIn({ file }: Resource, what: string, fix: string): DeclarationError {
  return new DeclarationError([{ file, at: 'samples', what, fix }])
}
