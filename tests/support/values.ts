import { addDays } from '#contract/days.ts'
import { describe, schemaAt, unwrap } from '#model/describe.ts'
import { findAt, getAt, idOf, mapAt, setAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'

export type Values = Record<string, unknown>

/**
 * The sample of a declaration with what must be unique made so by a mark (letters and digits).
 * Throws when the schema takes no such value: then the sample must be one that can be varied.
 */
export function sampleWith(resource: Resource, mark: string): Values {
  let body: Values = { ...resource.sample }
  for (const { path } of resource.unique) {
    if (getAt(body, path) === undefined) continue
    const next = variants(getAt(body, path), mark)
      .map((value) => setAt(body, path, value))
      .find((one) => parseBody(resource, 'create', one).ok)
    if (!next) throw new Error(`${resource.file}: no fresh value found for the unique '${path}'`)
    body = next
  }
  return body
}

/** The records of a list answer, however it is wrapped. */
export function rowsIn({ api }: Resource, body: Values): Values[] {
  return (api.envelope === 'plain' ? body : body[api.listKey]) as Values[]
}

/** Makes a record of a resource, whatever it holds, and gives its id. */
type MakeRecord = (target: Resource) => Promise<string>

/**
 * The body with the ids that the declaration's sample made up replaced by those of records that exist.
 * Ids that came from elsewhere stay. Each made-up id is one record, and its doubles the same one.
 */
export async function withRealReferences(
  resource: Resource,
  registry: readonly Resource[],
  body: Values,
  make: MakeRecord,
): Promise<Values> {
  let real = body
  for (const { path, to } of referencesOf(resource.create)) {
    const target = registry.find(({ name }) => name === to)
    if (!target) throw new Error(`${resource.file}: there is no resource '${to}'`)
    const madeUp = new Set(findAt(resource.sample, path).map(({ value }) => idOf(value)))
    const made = new Map<unknown, string>()
    for (const { value } of findAt(real, path)) {
      const id = idOf(value)
      if (madeUp.has(id) && !made.has(id)) made.set(id, await make(target))
    }
    real = mapAt(real, path, (value) => made.get(idOf(value)) ?? value)
  }
  return real
}

/** The resource with a sample whose references are real, so that all bodies made from it can be stored. */
export async function withRealSample(
  resource: Resource,
  registry: readonly Resource[],
  make: MakeRecord,
): Promise<Resource> {
  const sample = await withRealReferences(resource, registry, resource.sample, make)
  return { ...resource, sample }
}

/** What an answer shows of a create body: its parsed values, with records where the row has them. */
export function shownOf(resource: Resource, body: Values): Values {
  const parsed = parseBody(resource, 'create', body)
  const entries = Object.entries(parsed.ok ? parsed.value : {})
  const shown = Object.fromEntries(entries.filter(([key]) => key in resource.row.shape))
  return referencesOf(resource.create).reduce(
    (values, { path }) =>
      isShownAsRecord(resource, path) ? mapAt(values, path, (_id) => ({ _id })) : values,
    shown,
  )
}

/** Whether answers have the record itself where a body has its id. */
export function isShownAsRecord({ row }: Resource, path: string): boolean {
  const at = schemaAt(row, path.replaceAll('*', '0'))
  return at !== undefined && unwrap(at)._zod.def.type === 'object'
}

/** What a search must take literally, and find without its accents. */
export const TRICKY = 'Zoë 100%_\\ Łódź 伟'

/** A searchable path of a text that may say anything. */
export function searchedPath(resource: Resource): string | undefined {
  return resource.search.find((path) => {
    const parsed = parseBody(resource, 'create', setAt(resource.sample, path, TRICKY))
    return parsed.ok && getAt(parsed.value, path) === TRICKY
  })
}

export interface Change {
  key: string
  /** Another value that an edit may send: a fresh one where it can be, else the next of the few. */
  next(): unknown
}

/** A key that an edit can change without meeting a rule, plain texts first; undefined when there is none. */
export function changeOf(resource: Resource): Change | undefined {
  const rank = (key: string) =>
    (describe(resource.update, key)?.kind === 'text' ? 0 : 2) +
    (resource.unique.some(({ path }) => path.split('.')[0] === key) ? 1 : 0)
  const before = shownOf(resource, resource.sample)
  return Object.keys(resource.update.shape)
    .filter((key) => key in resource.row.shape)
    .sort((a, b) => rank(a) - rank(b))
    .map((key) => changeAt(resource, key, before))
    .find((change) => change !== undefined)
}

function changeAt(resource: Resource, key: string, before: Values): Change | undefined {
  const isTaken = (value: unknown) => {
    const parsed = parseBody(resource, 'edit', { ...before, [key]: value })
    return parsed.ok && parsed.value[key] === value
  }
  const kind = describe(resource.update, key)?.kind
  const few = fewOf(resource, key, before[key]).filter(isTaken)
  let count = 0
  const nextOf = (): unknown => {
    count += 1
    if (few.length > 1) return few[(count - 1) % few.length]
    if (kind !== 'text' && kind !== 'number') return undefined
    return variants(before[key] ?? (kind === 'number' ? 1 : 'Changed'), `c${count}`).find(isTaken)
  }
  return nextOf() === undefined ? undefined : { key, next: nextOf }
}

/** The values of a choice or a boolean, the stored one last. */
function fewOf(resource: Resource, key: string, before: unknown): unknown[] {
  const described = describe(resource.update, key)
  const all =
    described?.kind === 'boolean' ? [true, false] : described?.choices?.map(({ value }) => value)
  return (all ?? []).sort((a, b) => Number(a === before) - Number(b === before))
}

/** Variants of a value that a mark makes different, from the likely to the plain. */
function variants(value: unknown, mark: string): unknown[] {
  const number = Number.parseInt(mark, 36) % 1_000_000
  if (typeof value === 'number') return [value + number, number, value + (number % 50)]
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d/.test(text))
    return [`${addDays(text.slice(0, 10), number)}${text.slice(10)}`]
  if (/^#[\da-f]{6}$/i.test(text)) return [`#${number.toString(16).padStart(6, '0')}`]
  if (text.includes('@')) return [text.replace(/^[^@]*/, mark)]
  return [`${text} ${mark}`, `${text}-${mark}`, `${text}${mark}`, `${text}/${mark}`, mark]
}
