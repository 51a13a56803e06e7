import { getAt, isObject, setAt } from './paths.ts'

/** The value of a field before and after a change; a side is absent where the field was absent. */
export interface FieldChange {
  was?: unknown
  is?: unknown
}

/** Changes by dotted path: objects by key, lists as a whole. */
export type FieldChanges = Readonly<Record<string, FieldChange>>

type Values = Readonly<Record<string, unknown>>

/** Returns the changed fields between two states, except the keys in `besides`. Both states are plain JSON. */
export function fieldChanges(
  before: Values,
  after: Values,
  besides: readonly string[] = [],
): FieldChanges {
  const found: Record<string, FieldChange> = {}
  compare(before, after, '', found, besides)
  return found
}

/** Returns the values with these fields as before or after the changes. */
export function withFields<T extends Values>(
  values: T,
  changes: FieldChanges,
  side: keyof FieldChange,
): T {
  return Object.entries(changes).reduce(
    (done, [path, change]) => setAt(done, path, change[side]),
    values,
  )
}

/** Returns whether two JSON values are equal, ignoring the order of keys. An absent key is not null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameValue(item, other[at]))
  if (!(isObject(one) && isObject(other))) return false
  const [keys, others] = [definedKeys(one), definedKeys(other)]
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
  )
}

/** Returns whether changes at the two paths touch the same value. */
export function isSameField(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
}

/** Splits changes by whether `now` still holds the value that they set. */
export function stillSo(
  changes: FieldChanges,
  now: Values,
): { same: FieldChanges; moved: FieldChanges } {
  const entries = Object.entries(changes)
  const isStill = ([path, { is }]: [string, FieldChange]) => isSameValue(getAt(now, path), is)
  return {
    same: Object.fromEntries(entries.filter(isStill)),
    moved: Object.fromEntries(entries.filter((entry) => !isStill(entry))),
  }
}

function compare(
  before: Values,
  after: Values,
  above: string,
  found: Record<string, FieldChange>,
  besides: readonly string[] = [],
): void {
  const note = (key: string, was: unknown, is: unknown) => {
    if (was === is || besides.includes(key)) return
    const path = above === '' ? key : `${above}.${key}`
    if (isObject(was) && isObject(is) && hasPlainKeys(was) && hasPlainKeys(is))
      compare(was, is, path, found)
    else if (!isSameValue(was, is))
      found[path] = { ...(was !== undefined && { was }), ...(is !== undefined && { is }) }
  }
  // Avoids arrays of keys: a request may compare 10,000 records.
  for (const key in before) note(key, before[key], ownAt(after, key))
  for (const key in after) if (!Object.hasOwn(before, key)) note(key, undefined, after[key])
}

function ownAt(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** Returns whether no key has a dot, which would look like a path. */
function hasPlainKeys(values: Values): boolean {
  return Object.keys(values).every((key) => key !== '' && !key.includes('.'))
}

function definedKeys(values: Values): string[] {
  return Object.keys(values).filter((key) => values[key] !== undefined)
}
