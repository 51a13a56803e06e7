import { isDay } from '#contract/days.ts'
import type { DateForm, Import, NumberForm } from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import type { TargetField } from './match-columns.ts'
import { type FileRow, shortened } from './parse-file.ts'
import type { StagedColumn, StagedImport } from './stage.ts'

/**
 * Sample cells that show how numbers or dates are written: by form the first one that can only be read in that form, and
 * by `?` and its separator the first one that has another value in each.
 */
export type Signs = Record<'numbers' | 'dates', Readonly<Record<string, string>>>

/** How the numbers and dates of a file are written, as far as known. */
export interface Forms {
  numbers?: NumberForm | undefined
  dates?: DateForm | undefined
}

/** The value of a text in each form that it can be read in. */
type Readings<Form extends string, T> = Partial<Record<Form, T>>

export type ReadText<T> =
  | { value: T }
  | { fault: 'ambiguous' | 'otherForm' | 'sign' | 'year' | 'none' }

const DIGIT = /[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g
const SPACES = /[\u00A0\u2007\u2009\u202F]/g
const LONGEST = 40

/** The text with ASCII digits, signs and spaces. */
function toAscii(text: string): string {
  const said = text.trim()
  if (!/[^ -~]/.test(said)) return said
  return (
    said
      // Each of these alphabets has its zero at a multiple of 16.
      .replace(DIGIT, (digit) => String(digit.charCodeAt(0) & 15))
      .replace(SPACES, ' ')
      .replace(/[\u2212\uFF0D]/g, '-')
      .replaceAll('\uFF0E', '.')
      .replaceAll('\uFF0C', ',')
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

/** Reads a number as people write it, in the form of the file. JavaScript's other notations, such as 0x1F, are invalid. */
export function readNumber(text: string, form?: NumberForm): ReadText<number> {
  const read = readingIn(numbersIn(toAscii(text)), form)
  return 'fault' in read && read.fault === 'none' && SIGN.test(text) && /\p{Nd}/u.test(text)
    ? { fault: 'sign' }
    : read
}

const TIME = '(?:(?:,? |T)(\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)(?: ?([AP])\\.?M\\.?)?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([./-])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, 'i')
const YEAR_LAST = new RegExp(`^(\\d{1,2})([./-]) ?(\\d{1,2})\\2 ?(\\d{4})${TIME}$`, 'i')
const SHORT_YEAR = new RegExp(`^\\d{1,2}([./-])\\d{1,2}\\1\\d\\d${TIME}$`, 'i')

function datesIn(said: string): Readings<DateForm, string> {
  if (said.length > LONGEST) return {}
  const first = YEAR_FIRST.exec(said)
  const last = YEAR_LAST.exec(said)
  let dayFirst: string | undefined
  let monthFirst: string | undefined
  if (first) {
    const [, year, , month, day, time, half] = first
    dayFirst = monthFirst = isoOf(year, month, day, time, half)
  } else if (last) {
    const [, one, separator, other, year, time, half] = last
    dayFirst = isoOf(year, other, one, time, half)
    monthFirst = separator === '.' ? dayFirst : isoOf(year, one, other, time, half)
  }
  return { ...(dayFirst && { dayFirst }), ...(monthFirst && { monthFirst }) }
}

/** '2026-03-01' or '2026-03-01 09:30'; undefined for a day or a time that does not exist. */
function isoOf(year = '', month = '', day = '', time?: string, half?: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(date)) return undefined
  if (time === undefined) return date
  const [hour = '', ...rest] = time.split(':')
  const isAfternoon = half?.toLowerCase() === 'p'
  const isOnClock = half === undefined ? Number(hour) < 24 : Number(hour) >= 1 && Number(hour) <= 12
  if (!isOnClock || Number(rest[0]) > 59) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return `${date} ${[String(hours).padStart(2, '0'), ...rest].join(':')}`
}

/** Reads a date as people write it, with or without a time, in the form of the file. Returns it in ISO notation. */
export function readDate(text: string, form?: DateForm): ReadText<string> {
  const read = readingIn(datesIn(toAscii(text)), form)
  return 'fault' in read && read.fault === 'none' && SHORT_YEAR.test(toAscii(text))
    ? { fault: 'year' }
    : read
}

function readingIn<Form extends string, T>(
  found: Readings<Form, T>,
  form: Form | undefined,
): ReadText<T> {
  const values = Object.values<T | undefined>(found).filter((one) => one !== undefined)
  const [value] = values
  if (value === undefined) return { fault: 'none' }
  const isSure = values.length === 1 || values.every((one) => one === value)
  if (form === undefined) return isSure ? { value } : { fault: 'ambiguous' }
  const own = found[form]
  return own === undefined ? { fault: 'otherForm' } : { value: own }
}

export function noSigns(): Signs {
  return { numbers: {}, dates: {} }
}

const BEGINS = /^[-+.,\u2212\uFF0D]? ?[\d\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/

/** Notes what a text shows. Digits alone show nothing. */
export function noteSigns(signs: Signs, text: string): void {
  const example = trimUnseen(text)
  if (!BEGINS.test(example) || /^\d+$/.test(example)) return
  const said = toAscii(example)
  const note = (kind: keyof Signs, found: Readings<string, unknown>) => {
    const [first, second] = Object.entries(found)
    if (!first || (second && first[1] === second[1])) return
    const separator = /[.,/-](?=\d)/.exec(said.slice(1))?.[0] ?? ''
    const sign = second ? `?${separator}` : first[0]
    if (!(sign in signs[kind])) signs[kind] = { ...signs[kind], [sign]: example }
  }
  note('numbers', numbersIn(said))
  note('dates', datesIn(said))
}

const MOST_SAMPLES = 3
/** The rows among which samples are searched. */
const SAMPLED_ROWS = 200

/** Collects some different values of each column, and what its texts show of how numbers and dates are written. */
export function createSampling() {
  const columns: { sample: Set<string>; signs: Signs }[] = []
  let rowCount = 0
  return {
    add(rows: readonly FileRow[]): void {
      for (const { cells } of rows) {
        rowCount += 1
        for (const [at, cell] of cells.entries()) {
          const column = columns[at] ?? { sample: new Set(), signs: noSigns() }
          columns[at] = column
          if (typeof cell === 'string') noteSigns(column.signs, cell)
          const text = String(cell).trim()
          if (text !== '' && rowCount <= SAMPLED_ROWS && column.sample.size < MOST_SAMPLES)
            column.sample.add(shortened(text))
        }
      }
    },
    of: (at: number): Pick<StagedColumn, 'sample' | 'signs'> => ({
      sample: [...(columns[at]?.sample ?? [])],
      signs: columns[at]?.signs,
    }),
  }
}

/**
 * The form that columns show, and a cell whose meaning depends on it. The form is null when no cell is sure, or when
 * they contradict each other.
 */
export function formIn<Form extends string>(
  all: readonly Signs[keyof Signs][],
): { form: Form | null; example: string | undefined } {
  const signs = all.flatMap((one) => Object.entries(one) as [Form, string][])
  const [first, ...more] = signs.filter(([form]) => !form.startsWith('?'))
  const other = more.find(([form]) => form !== first?.[0])
  const ambiguous = signs.find(([form]) => form.startsWith('?'))
  return { form: first && !other ? first[0] : null, example: (ambiguous ?? other)?.[1] }
}

type ReadFile = Pick<StagedImport, 'columns' | 'format' | 'reading' | 'numbers' | 'dates'>

/**
 * How the numbers and dates of an import are written: as its author chose, or as the cells of the columns that fill such
 * fields show. Only what a cell depends on is in `shown`.
 */
export function formsOf(
  one: ReadFile,
  fields: readonly TargetField[],
): { forms: Forms; shown: Pick<Import, 'numbers' | 'dates'> } {
  const columns = one.columns.flatMap((column) => {
    const kind = fields.find(({ path }) => path === column.field)?.kind
    return kind && column.signs ? [{ ...column, signs: column.signs, kind }] : []
  })
  const numberColumns = columns.filter(({ kind }) => kind === 'number')
  const dateColumns = columns.filter(({ kind }) => kind === 'date' || kind === 'day')
  const numbers = settle<NumberForm>(
    numberColumns.map(({ signs }) => signs.numbers),
    one.numbers,
    isExport(one, numberColumns) ? 'point' : null,
  )
  const dates = settle<DateForm>(
    dateColumns.map(({ signs }) => signs.dates),
    one.dates,
    null,
  )
  return {
    forms: { numbers: numbers.form ?? undefined, dates: dates.form ?? undefined },
    shown: {
      ...(numbers.shown && { numbers: numbers.shown }),
      ...(dates.shown && { dates: dates.shown }),
    },
  }
}

function settle<Form extends string>(
  signs: readonly Signs[keyof Signs][],
  chosen: Form | null,
  usual: Form | null,
) {
  const { form: seen, example } = formIn<Form>(signs)
  const form = chosen ?? seen ?? (example === undefined ? null : usual)
  const shown = { form, isDetected: chosen === null && form !== null, example: example ?? '' }
  return { form, ...(example !== undefined && { shown }) }
}

/** Checks that the numbers look like those of an export: below its column names, and without a comma. */
function isExport(
  { format, reading, columns }: ReadFile,
  numbers: readonly { header: string; field: string | null; signs: Signs }[],
): boolean {
  return (
    format === 'csv' &&
    reading.separator === 'comma' &&
    columns.some(({ header, field }) => header === 'id' && field === '_id') &&
    numbers.every(
      ({ header, field, signs }) =>
        header === field && !('comma' in signs.numbers) && !('?,' in signs.numbers),
    )
  )
}
