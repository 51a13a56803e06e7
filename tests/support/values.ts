import { describe } from '#model/describe.ts'
import { getAt, setAt } from '#model/paths.ts'
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

/** What is stored of a create body: its parsed values, as far as a row shows them. */
export function shownOf(resource: Resource, body: Values): Values {
  const parsed = parseBody(resource, 'create', body)
  const entries = Object.entries(parsed.ok ? parsed.value : {})
  return Object.fromEntries(entries.filter(([key]) => key in resource.row.shape))
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
  if (text.includes('@')) return [text.replace(/^[^@]*/, mark)]
  return [`${text} ${mark}`, `${text}-${mark}`, `${text}${mark}`, `${text}/${mark}`, mark]
}
