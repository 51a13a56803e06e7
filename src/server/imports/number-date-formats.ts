import { isDay } from '#contract/days.ts'
import type { DateForm, Import, NumberForm } from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import type { TargetField } from './match-columns.ts'
import type { Evidence, Signs, StagedImport } from './stage.ts'

/** How the numbers and dates of a file are written, where that is known. */
export interface Forms {
  numbers?: NumberForm | undefined
  dates?: DateForm | undefined
}

/** What a text says in each form; absent where it says nothing in it. */
type Readings<Form extends string, T> = Partial<Record<Form, T>>

/** What reading a text in a form gives: its value, or why it has none. */
export type ReadText<T> =
  | { value: T }
  | { fault: 'ambiguous' | 'otherForm' | 'sign' | 'year' | 'none' }

const DIGIT = /[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g
const SPACES = /[\u00A0\u2007\u2009\u202F]/g
const LONGEST = 40

/** Digits, signs and spaces as ASCII has them. */
function plain(text: string): string {
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

/** What JavaScript, and so an export, writes of very large and very small numbers. */
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

/** Reads a number as people write it, in the file's form. Forms of JavaScript alone, such as 0x1F, are none. */
export function readNumber(text: string, form?: NumberForm): ReadText<number> {
  const read = readingIn(numbersIn(plain(text)), form)
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
  if (first) {
    const [, year, , month, day, time, half] = first
    return both(isoOf(year, month, day, time, half))
  }
  const last = YEAR_LAST.exec(said)
  if (!last) return {}
  const [, one, separator, other, year, time, half] = last
  const dayFirst = isoOf(year, other, one, time, half)
  if (separator === '.') return both(dayFirst)
  const monthFirst = isoOf(year, one, other, time, half)
  return { ...(dayFirst && { dayFirst }), ...(monthFirst && { monthFirst }) }
}

function both(iso: string | undefined): Readings<DateForm, string> {
  return iso === undefined ? {} : { dayFirst: iso, monthFirst: iso }
}

/** '2026-03-01' or '2026-03-01 09:30'; undefined of a day or a time that there is not. */
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

/** Reads a date as people write it, with a time or without, in the file's form; as ISO writes it. */
export function readDate(text: string, form?: DateForm): ReadText<string> {
  const read = readingIn(datesIn(plain(text)), form)
  return 'fault' in read && read.fault === 'none' && SHORT_YEAR.test(plain(text))
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
  return { numbers: { sure: {}, ambiguous: {} }, dates: { sure: {}, ambiguous: {} } }
}

const BEGINS = /^[-+.,\u2212\uFF0D]? ?[\d\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/

/** Notes what a text shows. What is typed as a number shows nothing: it is read in no form. */
export function noteSigns({ numbers, dates }: Signs, text: string): void {
  const example = trimUnseen(text)
  if (!BEGINS.test(example) || /^\d+$/.test(example)) return
  const said = plain(example)
  note(numbers, numbersIn(said), said, example)
  note(dates, datesIn(said), said, example)
}

function note<Form extends string, T>(
  evidence: Evidence<Form>,
  found: Readings<Form, T>,
  said: string,
  example: string,
): void {
  const [first, second] = Object.entries<T | undefined>(found) as [Form, T][]
  if (!first || (second && first[1] === second[1])) return
  if (second) evidence.ambiguous[/[.,/-](?=\d)/.exec(said.slice(1))?.[0] ?? ''] ??= example
  else evidence.sure[first[0]] ??= example
}

/**
 * The form that some columns show, and a cell whose meaning depends on it, where there is one. The form is null when
 * nothing is sure, or when they contradict each other.
 */
export function formIn<Form extends string>(
  all: readonly Evidence<Form>[],
): { form: Form | null; example: string | undefined } {
  const sure = all.flatMap((one) => Object.entries(one.sure) as [Form, string][])
  const [first] = sure
  const other = first && sure.find(([form]) => form !== first[0])
  const [ambiguous] = all.flatMap((one) => Object.values(one.ambiguous))
  return { form: first && !other ? first[0] : null, example: ambiguous ?? other?.[1] }
}

type ReadFile = Pick<StagedImport, 'columns' | 'format' | 'reading' | 'numbers' | 'dates'>

/**
 * How the numbers and dates of an import are written: as its author says, or as the cells of the columns that fill such
 * fields show. What no cell depends on is not shown.
 */
export function formsOf(
  one: ReadFile,
  fields: readonly TargetField[],
): { forms: Forms; shown: Pick<Import, 'numbers' | 'dates'> } {
  const columns = one.columns.flatMap((column) => {
    const field = fields.find(({ path }) => path === column.field)
    return field && column.signs ? [{ ...column, signs: column.signs, kind: field.kind }] : []
  })
  const numbers = columns.filter(({ kind }) => kind === 'number')
  const dates = columns.filter(({ kind }) => kind === 'date' || kind === 'day')
  const [number, date] = [
    settled(
      numbers.map(({ signs }) => signs.numbers),
      one.numbers,
      isExport(one, numbers) ? 'point' : undefined,
    ),
    settled(
      dates.map(({ signs }) => signs.dates),
      one.dates,
    ),
  ]
  return {
    forms: { numbers: number.form ?? undefined, dates: date.form ?? undefined },
    shown: {
      ...(number.shown && { numbers: number.shown }),
      ...(date.shown && { dates: date.shown }),
    },
  }
}

function settled<Form extends string>(
  evidence: readonly Evidence<Form>[],
  said: Form | null,
  usual?: Form,
) {
  const { form: seen, example } = formIn(evidence)
  const detected = seen ?? (example === undefined ? null : (usual ?? null))
  const form = said ?? detected
  const shown = { form, isDetected: said === null && form !== null, example: example ?? '' }
  return { form, ...(example !== undefined && { shown }) }
}

/** Whether the numbers are as our own export of a list writes them: by its heads, and without a comma. */
function isExport(
  { format, reading, columns }: ReadFile,
  numbers: readonly {
    header: string
    field: string | null
    signs: { numbers: Evidence<string> }
  }[],
): boolean {
  return (
    format === 'csv' &&
    reading.separator === 'comma' &&
    columns.some(({ header, field }) => header === 'id' && field === '_id') &&
    numbers.every(
      ({ header, field, signs }) =>
        header === field &&
        signs.numbers.sure.comma === undefined &&
        signs.numbers.ambiguous[','] === undefined,
    )
  )
}
