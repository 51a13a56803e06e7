import { isDay } from '#contract/days.ts'
import type { DateForm, ImportFormat, ImportReading, NumberForm } from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import type { TargetField } from './match-columns.ts'

/**
 * Sample cells that show the format of numbers or dates. By form: the first cell that is valid only in that form. By
 * `?` and its separator: the first cell that has another value in each form.
 */
export type Signs = Record<'numbers' | 'dates', Record<string, string>>

/** A column of a file, and what its cells reveal. */
export interface FileColumn {
  header: string
  /** The path of the field that it is mapped to. */
  field: string | null
  sample: string[]
  signs: Signs
}

/** The formats of numbers and dates in a file; null while not known. */
export interface Forms {
  numbers?: NumberForm | null
  dates?: DateForm | null
}

/** The value of a text in each form that it can be read in. */
type Readings<Form extends string, T> = Partial<Record<Form, T>>

export type ReadText<T> =
  | { value: T }
  | { fault: 'ambiguous' | 'otherForm' | 'sign' | 'year' | 'none' }

const DIGIT = /[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g
const LONGEST = 40

/** The text with ASCII digits, signs and spaces. */
function toAscii(text: string): string {
  const said = text.trim()
  if (!/[^ -~]/.test(said)) return said
  return (
    said
      // Each of these alphabets has its zero at a multiple of 16.
      .replace(DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
      .replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
      .replace(/[\u2212\uFF0D]/g, '-')
      .replace(/[\uFF0E\uFF0C]/g, (mark) => (mark === '\uFF0E' ? '.' : ','))
      .replaceAll('\u2019', "'")
  )
}

/** Very large and very small numbers, as JavaScript and exports write them. */
const EXPONENT = /^-?\d(?:\.\d+)?e[+-]\d+$/
const SIGN = /[%‰\p{Sc}]/u
const WITH: Readonly<Record<NumberForm, RegExp>> = {
  point: numberPattern(',', '.'),
  comma: numberPattern('.', ','),
}

function numberPattern(group: string, decimal: string): RegExp {
  const grouped = `[1-9]\\d{0,2}(?:([${group} '])\\d{3})(?:\\1\\d{3})*`
  return new RegExp(`^(?:\\d+|${grouped}|(?=[${decimal}]))(?:[${decimal}]\\d+)?$`)
}

function numbersIn(said: string): Readings<NumberForm, number> {
  if (said.length > LONGEST) return {}
  if (EXPONENT.test(said)) return { point: Number(said), comma: Number(said) }
  const [, before = '', body = '', after = ''] = /^([+-]?) ?(.*?)(-?)$/.exec(said) ?? []
  if (body === '' || (before !== '' && after !== '')) return {}
  const sign = before === '-' || after === '-' ? -1 : 1
  const found: Readings<NumberForm, number> = {}
  if (WITH.point.test(body)) found.point = sign * Number(body.replace(/[, ']/g, ''))
  if (WITH.comma.test(body))
    found.comma = sign * Number(body.replace(/[. ']/g, '').replace(',', '.'))
  return found
}

/** Parses a number in the form of the file. JavaScript's other notations, such as 0x1F, are invalid. */
export function readNumber(text: string, form?: NumberForm | null): ReadText<number> {
  const isSigned = SIGN.test(text) && /\p{Nd}/u.test(text)
  return readingIn(numbersIn(toAscii(text)), form, isSigned ? 'sign' : 'none')
}

const TIME = '(?:(?:,? |T)(\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)(?: ?([AP])\\.?M\\.?)?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([./-])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, 'i')
const YEAR_LAST = new RegExp(`^(\\d{1,2})([./-]) ?(\\d{1,2})\\2 ?(\\d{4})${TIME}$`, 'i')
const SHORT_YEAR = new RegExp(`^\\d{1,2}([./-])\\d{1,2}\\1\\d\\d${TIME}$`, 'i')

function datesIn(said: string): Readings<DateForm, string> {
  if (said.length > LONGEST) return {}
  const [, year, , month, day, ...at] = YEAR_FIRST.exec(said) ?? []
  const [, one, separator, other, lastYear, ...lastAt] = YEAR_LAST.exec(said) ?? []
  const dayFirst = isoOf(year, month, day, ...at) ?? isoOf(lastYear, other, one, ...lastAt)
  const monthFirst = year || separator === '.' ? dayFirst : isoOf(lastYear, one, other, ...lastAt)
  return { ...(dayFirst && { dayFirst }), ...(monthFirst && { monthFirst }) }
}

/** '2026-03-01' or '2026-03-01 09:30'; undefined for a day or a time that does not exist. */
function isoOf(year = '', month = '', day = '', time?: string, half?: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(date)) return undefined
  if (time === undefined) return date
  const [hour = '', ...rest] = time.split(':')
  const isOnClock = half === undefined ? Number(hour) < 24 : Number(hour) >= 1 && Number(hour) <= 12
  if (!isOnClock || Number(rest[0]) > 59) return undefined
  const afternoon = half?.toLowerCase() === 'p' ? 12 : 0
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon
  return `${date} ${[String(hours).padStart(2, '0'), ...rest].join(':')}`
}

/** Parses a date, with or without a time, in the form of the file. Returns it in ISO notation. */
export function readDate(text: string, form?: DateForm | null): ReadText<string> {
  const said = toAscii(text)
  return readingIn(datesIn(said), form, SHORT_YEAR.test(said) ? 'year' : 'none')
}

function readingIn<Form extends string, T>(
  found: Readings<Form, T>,
  form: Form | null | undefined,
  fault: 'sign' | 'year' | 'none',
): ReadText<T> {
  const values = Object.values<T | undefined>(found)
  const [value] = values
  if (value === undefined) return { fault }
  if (!form) return values.every((one) => one === value) ? { value } : { fault: 'ambiguous' }
  const own = found[form]
  return own === undefined ? { fault: 'otherForm' } : { value: own }
}

const BEGINS = /^[-+.,\u2212\uFF0D]? ?[\d\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/

/** Records what a text reveals about the format. Digits alone reveal nothing. */
export function noteSigns(signs: Signs, text: string): void {
  const example = trimUnseen(text)
  if (!BEGINS.test(example) || /^\d+$/.test(example)) return
  const said = toAscii(example)
  const note = (kind: keyof Signs, found: Readings<string, unknown>) => {
    const [first, second] = Object.entries(found)
    if (!first || (second && first[1] === second[1])) return
    const separator = /[.,/-](?=\d)/.exec(said.slice(1))?.[0] ?? ''
    const sign = second ? `?${separator}` : first[0]
    signs[kind][sign] ??= example
  }
  note('numbers', numbersIn(said))
  note('dates', datesIn(said))
}

/**
 * Returns the formats of numbers and dates in an import: the author's choice, or what the cells of the mapped columns
 * reveal.
 */
export function formsOf(
  one: {
    columns: readonly FileColumn[]
    format: ImportFormat
    reading: ImportReading
    numbers: NumberForm | null
    dates: DateForm | null
  },
  fields: readonly TargetField[],
) {
  // An earlier version stored no signs for a column without cells.
  const filling = (...kinds: string[]) =>
    one.columns.filter(
      ({ field, signs }) =>
        signs && kinds.includes(fields.find(({ path }) => path === field)?.kind ?? ''),
    )
  const numbers = filling('number')
  const dates = filling('date', 'day').map(({ signs }) => signs.dates)
  // Numbers without a comma below the column names of an export are in the export's format.
  const isExport =
    one.format === 'csv' &&
    one.reading.separator === 'comma' &&
    one.columns.some(({ header, field }) => header === 'id' && field === '_id') &&
    numbers.every(
      ({ header, field, signs }) =>
        header === field && !('comma' in signs.numbers) && !('?,' in signs.numbers),
    )
  const usual = isExport ? 'point' : null
  return {
    numbers: formIn<NumberForm>(
      numbers.map(({ signs }) => signs.numbers),
      one.numbers,
      usual,
    ),
    dates: formIn<DateForm>(dates, one.dates, null),
  }
}

/**
 * Returns the chosen form, else the one that the columns reveal. `example` is an ambiguous cell. The form is null if no
 * cell is unambiguous, or if cells contradict each other.
 */
function formIn<Form extends string>(
  columns: readonly Readonly<Record<string, string>>[],
  chosen: Form | null,
  usual: Form | null,
) {
  const signs = columns.flatMap((one) => Object.entries(one))
  const [first, ...more] = signs.filter(([form]) => !form.startsWith('?'))
  const other = more.find(([form]) => form !== first?.[0])
  const example = (signs.find(([form]) => form.startsWith('?')) ?? other)?.[1]
  const seen = first && !other ? (first[0] as Form) : null
  const form = chosen ?? seen ?? (example === undefined ? null : usual)
  return { form, isDetected: chosen === null && form !== null, example }
}
