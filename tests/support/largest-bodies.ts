import { DEEPEST, MOST_KEYS, MOST_VALUES } from '#server/http/body-limits.ts'

/** The longest body that is read, but for the public forms'. */
const LONGEST = 1_048_576
/** Room for the key that a value stands under, and for the braces around it. */
const AROUND = 200
const IN_BOUNDS = MOST_VALUES - 10

/** A value that costs a server much, in JSON, and what it is full of. */
export interface Large {
  of: string
  json: string
}

/** A route that takes a body of JSON. */
export interface BodyRoute {
  method: string
  path: string
  /** The kinds of value that each key takes, as its schema names them. */
  keys: readonly { key: string; kinds: ReadonlySet<string> }[]
}

/** Every route of the API's description that takes a body; a file is none, and is read as it comes in. */
export function bodyRoutes(document: unknown): BodyRoute[] {
  return Object.entries(Object(Object(document).paths)).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const { requestBody } = Object(operation)
      const schema = requestBody?.content?.['application/json']?.schema
      if (!schema || schema.format === 'binary') return []
      const keys = Object.entries(Object(schema.properties)).map(([key, inner]) => ({
        key,
        kinds: new Set(JSON.stringify(inner).match(/(?<="type":"|")(array|object|string)(?=")/g)),
      }))
      return [{ method: method.toUpperCase(), path, keys }]
    }),
  )
}

/** As many as fit into the longest body, divided by `part`; no more than `most` of those. */
function many(one: string, part: number, most = Number.POSITIVE_INFINITY): string[] {
  const fitting = Math.floor((LONGEST - AROUND) / (one.length + 1))
  return Array.from({ length: Math.floor(Math.min(fitting, most) / part) }, () => one)
}

const list = (items: readonly string[]) => `[${items.join(',')}]`
const named = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index.toString(36)}":${value}`).join(',')}}`
const nested = (levels: number) => `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`

/** What no route takes, however the key is called: more than the bounds on bodies let through. */
export function outOfBounds(): Large[] {
  return [
    { of: 'objects', json: list(many('{}', 1)) },
    { of: 'numbers', json: list(many('0', 1)) },
    { of: 'keys', json: named(80_000, '0') },
    { of: 'levels', json: nested(120_000) },
  ]
}

/** Lists as large as the bounds let them be. `part` 2 gives half of each, to see how the cost grows. */
export function largeLists(part = 1): Large[] {
  const tree = (inner: string, count: number) => {
    const items = list(many(inner, 1, count))
    const one = `{"title":"x","milestones":${items},"widgets":${items}}`
    return list(Array.from({ length: 100 / part }, () => one))
  }
  return [
    { of: 'objects', json: list(many('{}', part, IN_BOUNDS / 2)) },
    { of: 'texts', json: list(many('"some words"', part, IN_BOUNDS)) },
    { of: 'objects of keys', json: list(many(named(29, '0'), part, IN_BOUNDS / 30)) },
    { of: 'lists of nothing', json: tree('{}', 45) },
    { of: 'lists of titles', json: tree('{"title":"x"}', 45) },
    { of: 'lists of references', json: tree('{"title":"x","missions":["x","y","z"]}', 15) },
  ]
}

/** Objects as large as the bounds let them be. */
export function largeObjects(part = 1): Large[] {
  return [
    { of: 'keys', json: named(MOST_KEYS / part, '0') },
    { of: 'objects of keys', json: named(300 / part, named(50, '0')) },
    { of: 'levels', json: nested(Math.floor((DEEPEST - 4) / 2 / part)) },
  ]
}

/** The longest texts, of what patterns may go over more than once. */
export function largeTexts(part = 1): Large[] {
  const of = (one: string, around: (text: string) => string = (text) => text) =>
    // A quarter: some of these are written with escapes.
    JSON.stringify(around('').concat(around(many(one, part * 4).join(''))))
  return [
    { of: 'letters', json: of('aaaa') },
    { of: 'spaces', json: of('    ', (text) => `x${text}x`) },
    { of: 'line ends', json: of('a\n') },
    { of: 'an address without end', json: of('a.a.', (text) => `https://${text}`) },
    { of: 'an email without end', json: of('a.a.', (text) => `${text}@`) },
    { of: 'accents', json: of('e\u0301') },
  ]
}

/** A body with this under a key. */
export function bodyOf(key: string, { json }: Large): string {
  return `{${JSON.stringify(key)}:${json}}`
}
