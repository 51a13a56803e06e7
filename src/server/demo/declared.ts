import { uuidv7 } from 'uuidv7'
import { DeclarationError, type FileFault } from '#model/check/fault.ts'
import { numbered } from '#model/order.ts'
import { findAt, isObject, mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { SampleRandom } from '#model/samples.ts'
import { parseBody } from '#model/validate.ts'
import type { Data } from '#server/records/shape.ts'
import { CATALOGUE, type FindId } from './catalogue.ts'
import { createRandom, DAY, MINUTE } from './random.ts'

/* Sample rows that declarations bring along: the bodies of creates, with names in place of ids. */

/** Returns the names of a resource's records that sample rows may refer to. */
type Names = (of: string) => readonly string[]

/** Returns the rows that a resource declares. Throws a DeclarationError when its function fails. */
export function drawSamples(resource: Resource, today: Date, names: Names): readonly unknown[] {
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
 * Returns sample rows as they are stored, checked as in a create. Throws a DeclarationError with the row and the field of
 * each value that the schema refuses, and of each name that no record has.
 */
export function readSamples(resource: Resource, rows: readonly unknown[], findId: FindId): Data[] {
  const faults: FileFault[] = []
  const read = rows.flatMap((row, index) => {
    const found = faults.length
    const fault = (at: string, what: string, fix = 'write a row that the create schema accepts') =>
      faults.push({ file: resource.file, at: `samples[${index}]${at && `.${at}`}`, what, fix })
    if (!isObject(row)) {
      fault('', 'is no object')
      return []
    }
    let body: Data = row
    const unknown = new Set<string>()
    for (const { path, to } of referencesOf(resource.create)) {
      for (const { at, value } of findAt(body, path)) {
        if (findId(to, String(value)) !== undefined) continue
        unknown.add(at)
        const fix = `write the name of a record that there is, or random.name('${to}')`
        fault(at, `none of ${to} is called '${String(value)}'`, fix)
      }
      body = mapAt(body, path, (name) => findId(to, String(name)) ?? ANY_ID)
    }
    const parsed = parseBody(resource, 'create', body)
    for (const [path, message] of parsed.ok ? [] : Object.entries(parsed.errors))
      if (!unknown.has(path)) fault(path, message.replace(/\.$/, ''))
    if (!parsed.ok || faults.length > found) return []
    return [numbered(resource.create, parsed.value, uuidv7) as Data]
  })
  if (faults.length > 0) throw new DeclarationError(faults)
  return read
}

/** A valid id that no record has. */
const ANY_ID = '00000000-0000-7000-8000-000000000000'

function sampleRandom(seed: number, today: Date, names: Names): SampleRandom {
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

/** Returns the same number for the same word (FNV-1a). */
function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (const letter of word) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return hash
}

/** Returns the resources with declared samples, each after those that it refers to. */
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
 * Throws a DeclarationError for sample rows that no create would accept, and for those of a resource that has samples in
 * files. Names are looked up when the demo is loaded: here any will do.
 */
export function checkSamples(registry: readonly Resource[], today: Date): void {
  const faults = inOrder(registry).flatMap((resource): readonly FileFault[] => {
    if (Object.hasOwn(CATALOGUE, resource.name) || resource.name === 'users')
      return [
        {
          file: resource.file,
          at: 'samples',
          what: 'the demo has written samples of it',
          fix: 'leave it out, and write to the files in samples/',
        },
      ]
    try {
      readSamples(
        resource,
        drawSamples(resource, today, () => ['Any name']),
        () => ANY_ID,
      )
      return []
    } catch (error) {
      if (error instanceof DeclarationError) return error.faults
      throw error
    }
  })
  if (faults.length > 0) throw new DeclarationError(faults)
}
