import type * as z from 'zod'
import { getAt } from './paths.ts'

/** Error messages by dotted path: `steps.0.title`. They say how to fix the value. */
export type FieldErrors = Record<string, string>

/** Maximum number of fields in an error. Users fix few at a time, and a body can have thousands of errors. */
export const MOST_FAULTS = 100

/** Returns one sentence for each of the first MOST_FAULTS fields that zod refused. Used by forms and API. */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  labelOf: (path: string) => string,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues.slice(0, MOST_FAULTS)) {
    for (const path of pathsOf(issue)) {
      if (Object.keys(errors).length === MOST_FAULTS) return errors
      errors[path] ??= sentence(issue, getAt(value, path), labelOf(path))
    }
  }
  return errors
}

/** Returns the label of a path without one: `steps.1.title` gives 'Step 2 title'. */
export function humanise(path: string): string {
  return capital(wordsOf(path).toLowerCase())
}

/** Returns the label of a choice: 'in_progress' gives 'In progress'; an abbreviation like 'EUR' is kept. */
export function choiceWord(value: string): string {
  return /^[A-Z][A-Z0-9]+$/.test(value) ? value : humanise(value)
}

/** Returns a label made from a path: 'someAIMentorId' gives 'Some AI Mentor ID'. */
export function titled(path: string): string {
  return capital(wordsOf(path))
    .replace(/ [a-z]/g, (start) => start.toUpperCase())
    .replace(/\bId\b/g, 'ID')
}

/** `someAIMentors.1.levels` becomes 'some AI Mentor 2 levels'. */
function wordsOf(path: string): string {
  return path
    .replace(/(?:(ie)?s)?\.(\d+)/g, (_, ie, index) => `${ie ? 'y' : ''} ${Number(index) + 1}`)
    .replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ')
    .replace(/[._-]+/g, ' ')
    .trim()
}

/** Returns the text with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the singular of a label: 'Sessions' gives 'Session', 'Career Categories' 'Career Category'. */
export function singular(many: string): string {
  return many
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x|z)es$/, '$1')
    .replace(/([^s])s$/, '$1')
}

/** A label within a sentence: 'Completion criteria' as 'completion criteria', and 'AI Mentor ID' as 'AI mentor ID'. */
export function lowered(label: string): string {
  return label.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
}

function pathsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key].join('.'))
  return [path.join('.')]
}

function sentence(issue: z.core.$ZodIssue, value: unknown, label: string): string {
  // Messages of zod begin like this; all others are written in declarations.
  const ownWording = !/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)
  if (!ownWording) return `${label} ${complaint(issue, value)}.`
  return /^[a-z]/.test(issue.message) ? `${label} ${issue.message}.` : issue.message
}

function complaint(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUN[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) <= 1) return 'is required'
      return limit(issue.origin, 'needs at least', 'must be at least', issue.minimum)
    case 'too_big':
      return limit(issue.origin, 'may have at most', 'must be at most', issue.maximum)
    case 'invalid_format':
      return FORMAT[issue.format] ?? 'has a wrong format'
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_union':
      return 'options' in issue && issue.options
        ? `must be one of ${issue.options.map(String).join(', ')}`
        : 'is not valid'
    case 'not_multiple_of':
      return multipleOf(Number(issue.divisor))
    case 'unrecognized_keys':
      return 'is not known here'
    default:
      return 'is not valid'
  }
}

/** The limit of a text or list in its unit, or that of a number. */
function limit(origin: string, ofMany: string, ofOne: string, bound: number | bigint): string {
  const unit = UNIT[origin]
  return unit ? `${ofMany} ${bound}${unit}` : `${ofOne} ${bound}`
}

/** Expresses divisors such as 0.1 and 0.01 as a number of decimals. */
function multipleOf(divisor: number): string {
  if (divisor === 1) return 'must be a whole number'
  const decimals = -Math.log10(divisor)
  if (decimals < 1 || !Number.isInteger(decimals)) return `must be a multiple of ${divisor}`
  return `may have at most ${countOf(decimals, 'decimal')}`
}

const UNIT: Record<string, string> = { string: ' characters', array: ' entries' }
const NOUN: Record<string, string> = {
  string: 'text',
  number: 'a number, like 1000 or 1.5',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const FORMAT: Record<string, string> = {
  email: 'must be an email address like name@example.org',
  url: 'must be a web address that starts with https://',
  guid: 'must be a UUID',
  date: 'must be a date like 2026-11-20',
  datetime: 'must be a date and time like 2026-11-20T08:30:00Z',
}

const rules = new Intl.PluralRules('en')

/** Returns the English wording for a count. Both may contain it: '1 record', '{count} records'. */
export function plural(count: number, one: string, many: string): string {
  return rules.select(count) === 'one' ? one : many
}

/** Formats a count with its noun: '1 record', '12 records'. The default plural adds an 's'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${plural(count, one, many)}`
}

/**
 * Formats a number with its unit: '1 week', '2 weeks', '1.5 hours'. Accepts any backend's values; an unknown unit
 * is returned as it is. Returns undefined without an amount.
 */
export function amountOf(value: unknown, unit: unknown): string | undefined {
  const given = typeof value === 'string' ? value.trim() : value
  const isText = typeof given === 'string' && given !== ''
  if ((!isText && !Number.isFinite(given)) || Number(given) <= 0) return undefined
  const word = typeof unit === 'string' ? unit : ''
  const one = word.replace(/^(minute|hour|day|week|month)s$/, '$1')
  return `${given} ${plural(Number(given), one, word)}`.trim()
}
