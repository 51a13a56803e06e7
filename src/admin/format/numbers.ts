import type { Period } from '#contract/analytics.ts'
import type { Day, DayRange } from '#contract/days.ts'
import { LOCALE } from './language.ts'
import { dateFormat } from './region.ts'
import { translate, translateCount, type Vars } from './translate.ts'

const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const precise = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 })
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const wholePercent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
// A day of a report is not a moment: it reads the same in every time zone.
const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
const shortDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const inUnits = (unit: string, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(LOCALE, { style: 'unit', unit, maximumFractionDigits: 1, ...options })
const BYTES = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1000],
] as const
const milliseconds = inUnits('millisecond', { maximumFractionDigits: 0 })

/** Placeholder for a missing number. */
const NO_VALUE = '–'

/** Formats a number: '12,345'. A dash for other values. */
export function formatNumber(value: number | null | undefined): string {
  return isNumber(value) ? number.format(value) : NO_VALUE
}

/**
 * Formats a count by its English wordings for one and many: '1 phase', '1,200 phases'. Both may use {count} and the
 * given variables.
 */
export function counted(count: number, one: string, many: string, vars: Vars = {}): string {
  return translateCount(count, one, many, { count: number.format(count), ...vars })
}

/** Formats a percentage as the API sends it: 87.5 gives '87.5%'. A dash without a value. */
export function formatPercent(value: number | null | undefined): string {
  return isNumber(value) ? percent.format(value / 100) : NO_VALUE
}

/** Formats a percentage without decimals, for the labels of pies. */
export function formatWholePercent(value: number): string {
  return wholePercent.format(value / 100)
}

/** Formats milliseconds: '12 ms'. A dash without a value. */
export function formatMilliseconds(value: number | null | undefined): string {
  return isNumber(value) ? milliseconds.format(value) : NO_VALUE
}

/** '12.4 MB', by thousands. */
export function formatBytes(value: number): string {
  const [unit, size] = BYTES.find(([, least]) => value >= least) ?? ['byte', 1]
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return inUnits(unit, { unitDisplay }).format(value / size)
}

/** Formats seconds in their two largest units: '3 days 4 h', '2 min 5 s'. A dash without a value. */
export function formatSeconds(value: number | null | undefined): string {
  if (!isNumber(value) || value < 0) return NO_VALUE
  const units = [
    [Math.floor(value / 86_400), '{count} day', '{count} days'],
    [Math.floor((value % 86_400) / 3600), '{count} h', '{count} h'],
    [Math.floor((value % 3600) / 60), '{count} min', '{count} min'],
    [Math.floor(value % 60), '{count} s', '{count} s'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  return units
    .slice(first, first === -1 ? undefined : first + 2)
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, one, many]) => counted(count, one, many))
    .join(' ')
}

/** Formats a day: 'Nov 20, 2026'. Other texts are returned unchanged. */
export function formatDay(value: Day): string {
  return withTime(value, day)
}

/** Formats a day for the ticks of an axis: 'Nov 20'. */
export function formatShortDay(value: Day): string {
  return withTime(value, shortDay)
}

/** Formats a range: 'Oct 22 – Nov 20, 2026'. A single day appears once. */
export function formatRange({ start, end }: DayRange): string {
  const [from, to] = [timeOf(start), timeOf(end)]
  return from && to ? day().formatRange(from, to) : `${start} – ${end}`
}

/** Formats a month by its first day: 'Nov 2026'. */
export function formatMonth(first: Day): string {
  return withTime(first, month)
}

/** Formats a range with one end possibly open: 'from Oct 1, 2026', 'until …'. Returns '' without either. */
export function formatOpenRange(start: Day | undefined, end: Day | undefined): string {
  const [from, to] = [start && timeOf(start), end && timeOf(end)]
  if (from && to) return day().formatRange(from, to)
  if (from) return translate('from {day}', { day: day().format(from) })
  return to ? translate('until {day}', { day: day().format(to) }) : ''
}

/** Formats a range of numbers with optional bounds: '5 – 20', 'at least 5'; '' without either. */
export function formatNumberRange(from: string | undefined, to: string | undefined): string {
  const [least, most] = [from, to].map((text) => text && precise.format(Number(text)))
  if (least && most) return least === most ? least : `${least} – ${most}`
  if (least) return translate('at least {number}', { number: least })
  return most ? translate('at most {number}', { number: most }) : ''
}

/**
 * Formats the compared period: 'Sep 19 – Oct 18', 'Nov 21 until 10:14'. Includes the year if it differs from the
 * range's last.
 */
export function wordsForPeriod({ start, end, until }: Period, range: DayRange): string {
  const [from, to] = [timeOf(start), timeOf(end)]
  const isSameYear = start.slice(0, 4) === range.end.slice(0, 4)
  const days =
    from && to && isSameYear ? shortDay().formatRange(from, to) : formatRange({ start, end })
  return until === undefined ? days : translate('{days} until {time}', { days, time: until })
}

/** Formats the progress of rows: '3 of 12 rows', '12 rows', '1 row'. Returns '' without the total. */
export function wordsForRows(done: number | undefined, whole: number | undefined): string {
  if (whole === undefined) return ''
  if (done === undefined) return counted(whole, '{count} row', '{count} rows')
  return translateCount(whole, '{done} of {whole} row', '{done} of {whole} rows', {
    done: number.format(done),
    whole: number.format(whole),
  })
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function withTime(value: Day, format: () => Intl.DateTimeFormat): string {
  const time = timeOf(value)
  return time ? format().format(time) : value
}

function timeOf(value: Day): Date | undefined {
  const time = new Date(`${value}T00:00:00Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
