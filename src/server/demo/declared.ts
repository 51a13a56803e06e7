import { uuidv7 } from 'uuidv7'
import { DeclarationError, type FileFault } from '#model/check/fault.ts'
import { numbered } from '#model/order.ts'
import { findAt, getAt, isObject, mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { SampleRandom } from '#model/samples.ts'
import { parseBody } from '#model/validate.ts'
import type { Data } from '#server/records/shape.ts'
import { type Bulk, withoutTakenMarks } from './bulk.ts'
import { momentOf } from './catalogue.ts'
import { createRandom, DAY, MINUTE } from './random.ts'

/** A sample row, and the data it is stored as. */
export interface Declared {
  name: string
  data: Data
}

/** The names of records that sample rows may refer to, by resource. */
export type Names = (of: string) => readonly string[]
/** The id of a resource's record by its name. */
export type FindId = (of: string, name: string) => string | undefined

/** The rows that a resource declares. Throws a DeclarationError when its function fails. */
function drawSamples(resource: Resource, today: Date, names: Names): readonly unknown[] {
  try {
    return resource.samples?.(sampleRandom(seedOf(resource.name), today, names)) ?? []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DeclarationError([
      {
        file: resource.file,
        at: 'samples',
        what: `the function fails: ${reason.replace(/\.$/, '')}`,
        fix: 'mend it; it is given what it may draw with',
      },
    ])
  }
}

/**
 * Sample rows as they are stored, checked as a create is. Throws a DeclarationError that names the row and the
 * field of each value that the schema refuses, and of each name that no record has.
 */
function readSamples(resource: Resource, rows: readonly unknown[], findId: FindId): Declared[] {
  const read = rows.map((row, index) => readRow(resource, row, `samples[${index}]`, findId))
  const faults = read.flatMap((one) => ('faults' in one ? one.faults : []))
  if (faults.length > 0) throw new DeclarationError(faults)
  return read.flatMap((one) => ('faults' in one ? [] : one))
}

function readRow(
  resource: Resource,
  row: unknown,
  place: string,
  findId: FindId,
): Declared | { faults: FileFault[] } {
  const fix = 'write a row that the create schema accepts'
  const fault = (at: string, what: string, how = fix) => ({
    ...{ file: resource.file, at: at ? `${place}.${at}` : place, what, fix: how },
  })
  if (!isObject(row)) return { faults: [fault('', 'is no object')] }
  const faults: FileFault[] = []
  let body: Data = row
  const strangers = new Set<string>()
  for (const { path, to } of referencesOf(resource.create)) {
    for (const { at, value } of findAt(body, path)) {
      if (findId(to, String(value)) !== undefined) continue
      strangers.add(at)
      const how = `write the name of a record that there is, or random.name('${to}')`
      faults.push(fault(at, `none of ${to} is called '${String(value)}'`, how))
    }
    body = mapAt(body, path, (name) => findId(to, String(name)) ?? NOBODY)
  }
  const parsed = parseBody(resource, 'create', body)
  if (!parsed.ok)
    for (const [path, message] of Object.entries(parsed.errors))
      if (!strangers.has(path)) faults.push(fault(path, message.replace(/\.$/, '')))
  if (faults.length > 0 || !parsed.ok) return { faults }
  const data = numbered(resource.create, parsed.value, uuidv7) as Data
  return { name: String(getAt(row, keyOf(resource))), data }
}

/** Fits where an id must, and belongs to no record. */
const NOBODY = '00000000-0000-7000-8000-000000000000'

/** The path by which samples of a resource are told apart and referred to. */
function keyOf({ name, recordName }: Resource): string {
  return name === 'users' ? 'email' : (recordName[0] ?? '')
}

function sampleRandom(seed: number, today: Date, names: Names): SampleRandom {
  const { next, between, pick } = createRandom(seed)
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1))
  const day = (from: number, to: number) => today.getTime() + whole(from, to) * DAY
  return {
    ...{ between, pick, whole },
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

/** The same number for the same word (FNV-1a). */
function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (const letter of word) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return hash
}

/** Resources with declared samples, each after those that it refers to. */
export function inOrder(registry: readonly Resource[]): Resource[] {
  const done: Resource[] = []
  const add = (resource: Resource, path: readonly Resource[]) => {
    if (done.includes(resource) || path.includes(resource)) return
    for (const { to } of referencesOf(resource.create)) {
      const other = registry.find(({ name }) => name === to)
      if (other?.samples) add(other, [...path, resource])
    }
    done.push(resource)
  }
  for (const resource of registry) if (resource.samples) add(resource, [])
  return done
}

/**
 * Throws a DeclarationError for sample rows that no create would accept, whoever they refer to, and for those of a
 * resource that the demo has texts for (samples/*.json).
 */
export function checkSamples(
  registry: readonly Resource[],
  today: Date,
  written: readonly string[],
): void {
  // Names are looked up when the demo is loaded: until then any will do.
  const faults = inOrder(registry).flatMap((resource) => {
    const { file, name } = resource
    if (written.includes(name))
      return [
        {
          ...{ file, at: 'samples', what: 'the demo has written samples of it' },
          fix: 'leave it out, and write to the files in samples/',
        },
      ]
    try {
      const rows = drawSamples(resource, today, () => ['Somebody'])
      readSamples(resource, rows, () => NOBODY)
      return []
    } catch (error) {
      if (error instanceof DeclarationError) return error.faults
      throw error
    }
  })
  if (faults.length > 0) throw new DeclarationError(faults)
}

/** Adds the rows that a declaration has, but for those whose name is taken. Gives how many; throws for wrong ones. */
export async function addDeclared(
  bulk: Bulk,
  resource: Resource,
  registry: readonly Resource[],
  today: Date,
): Promise<number> {
  const links = referencesOf(resource.create)
  const targets = registry.filter(({ name }) => links.some(({ to }) => to === name))
  const names = new Map<string, readonly string[]>()
  for (const one of targets) names.set(one.name, await bulk.textsOf(one, keyOf(one)))
  const rows = drawSamples(resource, today, (of) => names.get(of) ?? [])

  const ids = new Map<string, ReadonlyMap<string, string>>()
  for (const one of targets) {
    const paths = links.filter(({ to }) => to === one.name)
    const wanted = rows.flatMap((row) => paths.flatMap(({ path }) => findAt(row, path)))
    const texts = new Set(wanted.map(({ value }) => String(value)))
    ids.set(one.name, await bulk.idsBy(one, keyOf(one), [...texts]))
  }
  const read = readSamples(resource, rows, (of, name) => ids.get(of)?.get(name))
  const known = read.map(({ name }) => name)
  const taken = await bulk.idsBy(resource, keyOf(resource), known)
  const made = read.map(({ data }, index) => ({
    createdAt: momentOf(index, read.length, today),
    data: { ...data, sample: true },
  }))
  const free = made.filter((_, index) => !taken.has(known[index] ?? ''))
  return bulk.add(resource, await withoutTakenMarks(bulk, resource, free), { history: true })
}
