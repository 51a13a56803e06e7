/** A JSON object: neither a list nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the result of a declaration's function for a row of any backend; undefined if it throws. */
export function attempt<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Returns words as an SQL name has them: `createdAt` becomes created_at. */
export function snakeCase(...words: readonly string[]): string {
  const apart = words.join('_').replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return apart.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}

/** Returns the id of a record given as id or object; other values as they are. */
export function idOf(value: unknown): unknown {
  if (!isObject(value)) return value
  for (const key of ['_id', 'id']) {
    const id = Object.hasOwn(value, key) ? value[key] : undefined
    if (typeof id === 'string' && id !== '') return id
    if (Number.isSafeInteger(id)) return String(id)
  }
  return value
}

/** Reads a dotted path (`phases.0.title`) by own properties only. Returns undefined if it does not exist. */
export function getAt(value: unknown, path: string): unknown {
  let at: unknown = value
  if (path === '') return at
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/** Returns a copy with the dotted path set. Numbers create missing lists. Undefined removes the key. */
export function setAt<T>(target: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.')
  const index = /^\d+$/.test(key) ? Number(key) : undefined
  if (index !== undefined && (Array.isArray(target) || target === undefined || target === null)) {
    const list = [...((target as unknown[] | undefined) ?? [])]
    list[index] = rest.length ? setAt(list[index], rest.join('.'), value) : value
    return list as T
  }
  const base = typeof target === 'object' && target !== null ? target : {}
  const copy: Record<string, unknown> = { ...base }
  const next = rest.length ? setAt(copy[key], rest.join('.'), value) : value
  if (next === undefined) delete copy[key]
  else
    Object.defineProperty(copy, key, {
      value: next,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  return copy as T
}

/** A value that matches a pattern, with its dotted path. */
export interface Found {
  at: string
  value: unknown
}

/** Returns every value that matches a pattern; a star matches all positions of a list: `phases.*.title`. */
export function findAt(value: unknown, pattern: string): Found[] {
  return pattern.split('.').reduce<Found[]>(
    (found, key) =>
      found.flatMap(({ at, value: inner }) => {
        const below = (name: string) => (at ? `${at}.${name}` : name)
        if (key === '*')
          return Array.isArray(inner)
            ? inner.map((item, index) => ({ at: below(String(index)), value: item }))
            : []
        const next = getAt(inner, key)
        return next === undefined ? [] : [{ at: below(key), value: next }]
      }),
    [{ at: '', value }],
  )
}

/** Returns a copy with every value at the path replaced, or the same object without a match. */
export function mapAt<T>(value: T, pattern: string, change: (one: unknown) => unknown): T {
  return mapBelow(value, pattern.split('.'), change) as T
}

/** Copies each list once. A copy per entry would take minutes for a body of a megabyte. */
function mapBelow(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (one: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value)
  if (key === '*') {
    if (!Array.isArray(value)) return value
    const items = value.map((item) => mapBelow(item, rest, change))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  const inner = getAt(value, key)
  if (inner === undefined) return value
  const next = mapBelow(inner, rest, change)
  return next === inner ? value : setAt(value, key, next)
}
