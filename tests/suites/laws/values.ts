import fc from 'fast-check'
import * as z from 'zod'
import { addDays } from '#contract/days.ts'
import { defOf, describe, isEmailAddress, unwrap } from '#model/describe.ts'

const LETTERS = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...'äßçñøłžЖ中あ👩=,;"\'<&',
]
const plain = LETTERS.slice(0, 36).filter((letter) => letter === letter.toLowerCase())

/** Texts that mostly nobody else has, and now and then three others have too. */
const own = fc.oneof(
  { weight: 12, arbitrary: wordOf(8, 14) },
  { weight: 1, arbitrary: fc.constantFrom('alpha', 'Alpha', 'beta') },
)

function wordOf(minLength: number, maxLength: number) {
  return fc.string({ unit: fc.constantFrom(...plain), minLength, maxLength })
}

/** Values that a schema takes which is neither a list nor an object. */
export function goodOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { kind, choices = [], min, max, step, format } = describedOf(schema)
  switch (kind) {
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...choices.map(({ value }) => value))
    case 'number':
      return numberOf(min ?? 0, max ?? 100_000, step)
    case 'day':
      return fc.nat(60_000).map((days) => addDays('1980-01-01', days))
    case 'date':
      return fc
        .tuple(fc.nat(20_000), fc.constantFrom('T08:30:00Z', 'T08:30:00.250Z', 'T23:59:59+02:00'))
        .map(([days, time]) => addDays('1990-01-01', days) + time)
    case 'json':
      return fc.constantFrom<unknown>(7, 'text', ['A', { b: [] }], { a: { b: null } }, true)
    case 'text':
      return textOf(schema, format, min ?? 0, max ?? 200)
    default:
      return unusualOf(schema)
  }
}

/** Kinds that forms do not know: one word, an object of anything. */
function unusualOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = defOf(unwrap(schema))
  if (def.type === 'literal') return fc.constantFrom(...def.values)
  if (def.type === 'record') return fc.constantFrom({}, { shown: ['a'], deep: { er: 1 } })
  throw new Error(`The laws draw no values of the kind '${def.type}' yet: add it to values.ts.`)
}

function numberOf(min: number, max: number, step: number | undefined): fc.Arbitrary<number> {
  const edges = fc.constantFrom(min, max)
  if (step === undefined)
    return fc.oneof(edges, fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
  if (step === 1) return fc.oneof(edges, fc.integer({ min, max }))
  const perUnit = Math.round(1 / step)
  return fc.integer({ min: Math.max(min, 0), max: 1_000_000 }).map((count) => count / perUnit)
}

function textOf(schema: z.core.$ZodType, format: string | undefined, min: number, max: number) {
  if (isEmailAddress(unwrap(schema))) return own.map((word) => `${word}@example.org`)
  if (format === 'web' || format === 'image')
    return own.map((word) => `https://${word.toLowerCase()}.example.org/a?b=c#d`)
  if (format === 'colour')
    return fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  const least = Math.max(min, 0)
  const free = fc
    .string({ unit: fc.constantFrom(...LETTERS), minLength: least, maxLength: Math.max(least, 12) })
    .filter((text) => text.length <= max)
  const all = [
    { weight: 6, arbitrary: own.map((word) => word.padEnd(least, 'x').slice(0, max)) },
    { weight: 3, arbitrary: free },
    { weight: 1, arbitrary: fc.constant('x'.repeat(max)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('  spaced  ', 'two\nlines', 'Zoe\u0308 100%_\\ 伟\u200b'),
    },
  ]
  const isTaken = (text: string) => z.safeParse(schema, text).success
  return fc.oneof(...all).filter(isTaken)
}

/** Values that the place of a schema may well refuse, of any kind; undefined takes the key away. */
export function wrongOf(schema: z.core.$ZodType | undefined): fc.Arbitrary<unknown> {
  const { kind, min, max, format } = schema ? describedOf(schema) : { kind: 'other' as const }
  const any: unknown[] = [
    undefined,
    null,
    '',
    ' ',
    true,
    'no such word',
    '7',
    'alpha',
    1.5,
    -1,
    {},
    [],
    [1],
  ]
  const most = kind === 'text' ? (max ?? 200) : 200
  const texts = [
    ...['\u200b', '\u00a0x\u2003', 'a\0b', '\ud800', `${'x'.repeat(most - 1)} `],
    ...['x'.repeat(most), 'x'.repeat(most + 1), '👩'.repeat(most / 2 + 1), '👩'.repeat(most)],
    ...(min && kind === 'text' ? ['x'.repeat(min), 'x'.repeat(min - 1)] : []),
    ...['someone@example', 'a@b@example.org', 'one two@example.org', ' Padded@Example.org '],
    ...[
      'ftp://example.org/x',
      'https://user@example.org',
      'javascript:alert(1)',
      '/a',
      'HTTPS://EXAMPLE.ORG',
    ],
    ...['#1A73E8', '#12345', 'red'],
  ]
  const days = [
    '2026-02-30',
    '2026-12-01',
    '0999-01-01',
    '2026-12-01T08:30:00Z',
    '2026-12-01T08:30:00',
    'today',
  ]
  const numbers = [
    ...[0, 1, 0.01, 0.001, 2 ** 53, 1e21],
    ...(min === undefined ? [] : [min, min - 1]),
    ...(max === undefined ? [] : [max, max + 1]),
  ]
  const lists = [3, 31, 101].map((length) => Array.from({ length }, (_, at) => `entry ${at}`))
  const own: Partial<Record<string, unknown[]>> = {
    text: texts,
    day: days,
    date: days,
    number: numbers,
    list: [...lists, [null], [''], [{}], ['Same', 'same']],
    object: [{ invented: 1 }, { unit: 'years' }, { value: null }, { value: 0 }],
    choice: ['Beginner', 'beginner ', 'Archived'],
  }
  return fc.constantFrom(...any, ...(own[kind] ?? []), ...(format ? texts : []))
}

function describedOf(schema: z.core.$ZodType) {
  const described = describe(z.object({ it: schema as z.ZodType }), 'it')
  if (!described) throw new Error('A schema was not described.')
  return described
}
