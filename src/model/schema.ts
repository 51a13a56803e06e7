import * as z from 'zod'
import { cleanText, LONGEST_EMAIL, trimUnseen } from './clean-text.ts'
import { isCurrency, marked } from './describe.ts'
import { durationText } from './duration.ts'

// zod compiles schemas with `new Function`, which the content security policy forbids and reports.
z.config({ jitless: true })

/** Text normalized by cleanText. PostgreSQL cannot store NUL or lone surrogates. */
export const text = (max = 200) =>
  z.string().overwrite(cleanText).max(max).refine(isStorable, UNSTORABLE)

/** A required text. Invisible characters alone count as blank. */
export const requiredText = (max = 200) =>
  z.string().overwrite(cleanText).min(1).max(max).refine(isStorable, UNSTORABLE).meta(NOT_BLANK)

/** A required text on one line: line breaks and other control characters become spaces. */
export const requiredLine = (max = 200) =>
  z.string().overwrite(onOneLine).min(1).max(max).refine(isStorable, UNSTORABLE).meta(NOT_BLANK)

/** An email address as it was typed, trimmed. Compare two only by `foldEmail`. */
export const emailAddress = () =>
  marked(z.string().overwrite(trimUnseen).max(LONGEST_EMAIL).check(z.email()), { format: 'email' })

/**
 * Returns the form in which email addresses are compared, here and in the database (records/shape.ts). Folds only A
 * to Z: other lower-case forms differ between JavaScript and databases, and NFC would turn the Kelvin sign into K.
 */
export function foldEmail(address: string): string {
  return trimUnseen(address).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A web address that a browser may open. */
export const webAddress = () => marked(address(), { format: 'web' })

/** The web address of a picture. */
export const imageAddress = () => marked(address(), { format: 'image' })

/** A day of the calendar, in no time zone: '2026-12-01'. */
export const day = () => z.iso.date().refine(hasWholeYear, WHOLE_YEAR)

/** A moment with any offset, stored as UTC: '2026-12-01T08:30:00.000Z'. */
export const moment = () =>
  z.iso.datetime({ offset: true }).overwrite(inUtc).refine(hasWholeYear, WHOLE_YEAR)

/** A colour in lower case: '#1a73e8'. */
export const colour = () =>
  marked(
    z
      .string()
      .overwrite((value) => trimUnseen(value).toLowerCase())
      .regex(/^#[0-9a-fA-F]{6}$/, whenGiven('must be a colour like #1a73e8')),
    { format: 'colour' },
  )

/**
 * An amount of money. `money('EUR')` has the currency's decimals. `money({ currencyIn: 'currency' })` reads the
 * currency from another key of the record and has two decimals.
 */
export const money = (currency: string | { currencyIn: string }) => {
  const isFixed = typeof currency === 'string'
  const decimals = isFixed ? decimalsOf(currency) : 2
  const name = isFixed ? currency : `the currency of ${currency.currencyIn}`
  const description = `An amount in ${name}, with ${decimals} decimals at most`
  const amounts = z.number().min(-MOST_MONEY).max(MOST_MONEY)
  const schema = amounts.multipleOf(10 ** -decimals).meta({ description })
  return marked(schema, { format: 'money', ...(isFixed ? { currency } : currency) })
}

/** A duration in whole minutes, by default from 0 to 100 weeks. */
export const duration = ({ min = 0, max = 1_008_000 } = {}) =>
  marked(
    z
      .int(whenGiven('must be a duration in whole minutes, like 1 h 30 min'))
      .min(min, { error: `must be at least ${durationText(min)}` })
      .max(max, { error: `must be at most ${durationText(max)}` })
      .meta({ description: 'In minutes' }),
    { format: 'duration' },
  )

/** Any JSON value except null, which means no value. `longest` limits its length without spaces. */
export const json = (longest = 20_000) =>
  marked(
    z
      .custom<unknown>((value) => (value ?? undefined) !== undefined, { abort: true })
      .superRefine((value, { addIssue }) => {
        const fault = jsonFault(value, longest)
        if (fault) addIssue({ code: 'custom', message: fault })
      })
      .meta({ description: 'Any JSON value' }),
    { format: 'json' },
  )

/** One of a few words, with the last argument as default: `choice(['red', 'blue'], 'blue')`. */
export const choice = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  usual: NoInfer<Word>,
) => z.enum(words).default(() => usual)

/** A number with its unit: `amount(['days', 'weeks'], 'weeks')`. `value` is the default, if given. */
export const amount = <const Unit extends string>(
  units: readonly [Unit, ...Unit[]],
  unit: NoInfer<Unit>,
  value?: number,
) => {
  const number = z.number().min(1).max(1000)
  return z.object({
    value: value === undefined ? number.optional() : number.default(value),
    unit: choice(units, unit),
  })
}

/** A list of short texts, typed as one comma-separated line. Duplicates are removed, ignoring case. */
export const textList = (max = 30) =>
  z
    .array(requiredText(60))
    .max(max)
    .overwrite(withoutDoubles)
    .default(() => [])

/** A time that the server writes, and that an old record may lack. */
export const stamp = z.iso.datetime().nullable().optional()

/** A list whose entries have their position as `order` (see order.ts) and a stable id. */
export const ordered = <Shape extends z.ZodRawShape>(shape: Shape, max = 100) =>
  z.array(z.object({ _id: entryId().optional(), ...shape, order: position })).max(max)

const entryId = () => z.string().max(100).refine(isStorable, UNSTORABLE)

/** Removes duplicates, ignoring case. Keeps the first spelling. */
export function withoutDoubles(texts: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const one of texts) if (!seen.has(one.toLowerCase())) seen.set(one.toLowerCase(), one)
  return [...seen.values()]
}

const position = z
  .int()
  .min(0)
  .default(0)
  .meta({ description: 'The position in the list, from 0. Set by the server', readOnly: true })

/** Returns the number of decimals of a currency; 2 for an unknown one. */
function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

const MOST_MONEY = 1e12
/** Maximum nesting of a JSON value. */
const DEEPEST_JSON = 20

/** An error for invalid values; a missing one is reported as required instead. */
function whenGiven(fault: string) {
  return {
    error: ({ input }: { input?: unknown }) => ((input ?? '') === '' ? undefined : fault),
  }
}

function address() {
  return z
    .string()
    .overwrite(trimUnseen)
    .max(2000)
    .check(z.url({ protocol: /^https?$/, hostname: z.regexes.domain }))
    .refine((value) => !MISLEADING.test(value), {
      error: 'must not contain a user name before an @, or a \\',
    })
    .meta({ description: 'An http or https address, without a name before an @ and without a \\' })
}

/** Refuses years of two digits. */
function hasWholeYear(value: string): boolean {
  return value >= '1000'
}
const WHOLE_YEAR = { error: 'needs a year of four digits' }

/** Returns the moment in UTC. Invalid moments are returned unchanged, for the next check to refuse. */
function inUtc(value: string): string {
  const time = new Date(value)
  const utc = Number.isNaN(time.getTime()) ? '' : time.toISOString()
  return /^\d/.test(utc) ? utc : value
}

/** An address with a name before the host, or with backslashes, hides its real target. */
const MISLEADING = /^\w+:[/\\]*[^/?#\\]*@|\\/

/** Pattern for the API's description. */
const NOT_BLANK = { pattern: '\\S' }
const UNSTORABLE = { error: 'contains characters that cannot be stored' }
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

function onOneLine(value: string): string {
  return cleanText(value.replace(BREAKS, (found) => (found.includes('\0') ? found : ' ')))
}

/** Returns the error of a value that cannot be stored as JSON, or undefined. */
function jsonFault(value: unknown, longest: number): string | undefined {
  if (!isJson(value, DEEPEST_JSON)) return 'must be JSON, like {"key": "value"}'
  if (JSON.stringify(value).length > longest) return `may have at most ${longest} characters`
  return undefined
}

/** Returns whether a value is JSON with storable texts and within the permitted nesting. */
export function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || levels === 0) return false
  if (Array.isArray(value)) return value.every((one) => isJson(one, levels - 1))
  const made = Object.getPrototypeOf(value)
  if (made !== Object.prototype && made !== null) return false
  return Object.entries(value).every(([key, one]) => isStorable(key) && isJson(one, levels - 1))
}

/** Returns whether PostgreSQL can store a text: no NUL and no lone surrogate. */
function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}
