import { changeOf } from '#admin/format/change.ts'
import { isolate } from '#admin/format/isolate.ts'
import { listInRow } from '#admin/format/lists.ts'
import { formatDay, formatMonth, formatShortDay, wordsForPeriod } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { ChartValue } from '#contract/insight/charts.ts'
import { isScarce } from '#contract/insight/compared.ts'
import { isDay } from '#contract/insight/days.ts'
import type { Grain } from './grain.ts'
import { columnOf, type Series, type Values } from './series.ts'
import { emptyText, formatShare, formatValue, namesUnit, sharesOf, withUnit } from './words.ts'

type Over = ChartValue['over']

interface Point {
  key: string
  label: string
  value: number
  before: number | null
}

/**
 * What a chart shows, in a sentence for each of its values: first the range's own number and its change against
 * the period before, then the highest and the lowest with their days or names, and how far today is.
 */
export function sentenceOf(series: Series): string {
  const { chart, isEmpty } = series
  if (isEmpty) return `${emptyText(chart)}.`
  return chart.values.map((_, index) => sayValue(series, index)).join(' ')
}

function sayValue(series: Series, index: number): string {
  const { entries, chart, grain } = series
  const label = translate(chart.values[index]?.label ?? '')
  const points = entries.flatMap(({ key, label: name, values, before }): Point[] => {
    const number = values[index] ?? null
    if (number === null) return []
    return [{ key, label: isolate(name), value: number, before: before?.values[index] ?? null }]
  })
  if (points.length === 0) return `${translate('{label}: no value', { label })}.`
  const own = ownFigure(series, index)
  const parts = grain ? sayTime(series, index, points) : sayChoices(series, index, points)
  const lead = own === undefined ? [] : [sayOwn(series, index, own)]
  const compared = sayCompared(series, index, points)
  const change = compared ? [compared] : []
  const isOne = chart.values[index]?.over !== undefined
  const words = [...lead, ...(isOne ? [...change, ...parts] : [...parts, ...change])].join('; ')
  return `${translate('{label}: {words}', { label, words })}.`
}

/** The range's own number: as the backend tells it, else what its entries come to. Undefined where there is none. */
function ownFigure({ chart, summary, entries }: Series, index: number): number | undefined {
  const { figure, over } = chart.values[index] ?? {}
  if (summary && figure) return summary.now[figure] ?? undefined
  if (over !== 'total') return undefined
  return sumOf(present(columnOf(entries, index)))
}

/** What the range's own number is, once the range is over and before. */
const OWN = {
  total: ['{amount} in total', '{amount} in total so far'],
  end: ['{amount} at the end', '{amount} so far'],
  range: ['{amount} in the range', '{amount} in the range so far'],
} as const

function sayOwn({ chart, grain, isSoFar }: Series, index: number, own: number): string {
  const { unit = 'users', over, isAtEnd, label = '' } = chart.values[index] ?? {}
  const isNamed = grain !== undefined || namesUnit(translate(label), unit)
  const amount = isNamed ? formatValue(own, unit) : withUnit(own, unit)
  const kind = over === 'total' ? 'total' : isAtEnd ? 'end' : 'range'
  return translate(OWN[kind][isSoFar ? 1 : 0], { amount })
}

/** A share is not a part of what it will be in the end. */
const SHARE_SO_FAR = '{value} as of now'
const SO_FAR: Record<Grain, string> = {
  day: '{value} so far today',
  week: '{value} so far this week',
  month: '{value} so far this month',
}
const EVERY: Record<Grain, string> = {
  day: '{value} on every day',
  week: '{value} in every week',
  month: '{value} in every month',
}

/** What is over is told of, and apart from it how far today is. */
function sayTime(series: Series, index: number, points: readonly Point[]): string[] {
  const { chart, entries, isUnfinished, grain } = series
  const last = points.at(-1)
  if (!(isUnfinished && last && last.key === entries.at(-1)?.key))
    return sayDone(series, index, points, false)
  const unit = chart.values[index]?.unit ?? 'users'
  const value = formatValue(last.value, unit)
  const soFar = translate(unit === 'percent' ? SHARE_SO_FAR : SO_FAR[grain ?? 'day'], { value })
  return [...sayDone(series, index, points.slice(0, -1), true), soFar]
}

function sayDone(
  series: Series,
  index: number,
  points: readonly Point[],
  isBeforeToday: boolean,
): string[] {
  const { chart, grain = 'day' } = series
  const { unit = 'users', over } = chart.values[index] ?? {}
  const when = whenIn(series)
  const say = (value: number) => formatValue(value, unit)
  const [first] = points
  if (!first) return []
  if (points.length === 1)
    return [translate('{value} {when}', { value: say(first.value), when: when(first) })]
  // A week that is there in part would always be the lowest.
  const parts = new Set(series.entries.filter(({ isPartial }) => isPartial).map(({ key }) => key))
  const whole = points.filter(({ key }) => !parts.has(key))
  const { high, low } = extremes(whole.length > 1 ? whole : points)
  if (high.value === low.value) {
    const every = translate(EVERY[grain], { value: say(high.value) })
    return [isBeforeToday ? translate('{every} before', { every }) : every]
  }
  // Of daily counts of people. A rate that looks back has no mean that would say anything.
  const isMean = over === 'mean' && unit !== 'percent' && grain === 'day'
  const mean = sumOf(points.map(({ value }) => value)) / points.length
  return [
    ...(isMean ? [translate('{amount} a day on average', { amount: say(mean) })] : []),
    translate('highest {high} {highWhen}, lowest {low} {lowWhen}', {
      high: say(high.value),
      highWhen: when(high),
      low: say(low.value),
      lowWhen: when(low),
    }),
  ]
}

function sayChoices(series: Series, index: number, points: readonly Point[]): string[] {
  const { chart } = series
  const { unit = 'users', over, label = '' } = chart.values[index] ?? {}
  const sum = over === 'total' ? sumOf(points.map(({ value }) => value)) : null
  if (sum === 0) return []
  const all = translateWithin(label)
  const shares = sum === null ? [] : sharesOf(points.map(({ value }) => value))
  const say = (point: Point) => {
    const share = shares[points.indexOf(point)] ?? null
    const value = formatValue(point.value, unit)
    if (share === null) return value
    return translate('{value} ({share} of all {all})', { value, share: formatShare(share), all })
  }
  const rest = sum === null ? 0 : (ownFigure(series, index) ?? 0) - sum
  const without = translate('{count} of them without a {property}', {
    count: formatValue(rest, unit),
    property: translateWithin(chart.by.label),
  })
  return [sayParts(), ...(rest > 0 ? [without] : [])]

  function sayParts(): string {
    const { high, low } = extremes(points)
    const [most, least] = over === 'total' ? ['most', 'least'] : ['highest', 'lowest']
    const words = { name: high.label, high: say(high), lowName: low.label, low: say(low) }
    if (points.length === 1)
      return translate(over === undefined ? '{high} for {name}' : 'all {name}', words)
    if (high.value === low.value)
      return translate('{value} for each', { value: formatValue(high.value, unit) })
    // Nobody needs to be told of an entry that has none; a rate of zero is a fact.
    if (low.value === 0 && over === 'total') return translate('most {name} with {high}', words)
    return translate(`${most} {name} with {high}, ${least} {lowName} with {low}`, words)
  }
}

/** Against the period before: of the range's own number, else of what is shown beside it. */
function sayCompared(series: Series, index: number, points: readonly Point[]): string | undefined {
  const { chart, range, summary, compared, beforeRange, entries } = series
  const { unit, over, figure, base } = chart.values[index] ?? {}
  const change = { unit: unit === 'percent' ? ('points' as const) : ('count' as const) }
  if (summary && compared && figure) {
    const before = summary.before[figure]
    const counted = change.unit === 'count' ? before : base ? summary.before[base] : undefined
    return changeOf(summary.now[figure], before, {
      ...change,
      period: wordsForPeriod(compared, range),
      isScarce: isScarce(counted, compared),
    })?.words
  }
  if (!beforeRange) return undefined
  const period = wordsForPeriod(beforeRange, range)
  if (over === undefined) return sayEnds(series, points, period)
  const earlier = entries.map(({ before }) => before?.values[index] ?? null)
  const [now, before] = [columnOf(entries, index), earlier].map((values) =>
    oneOf(
      series.isUnfinished && over === 'mean' && entries.length > 1 ? values.slice(0, -1) : values,
      over,
    ),
  )
  const isFew = change.unit === 'count' && isScarce(sumOf(present(earlier)))
  return changeOf(now, before, { ...change, period, isScarce: isFew })?.words
}

/** Where no one number stands for the range: how those that were told of have changed. */
function sayEnds({ chart }: Series, points: readonly Point[], period: string): string | undefined {
  const unit = chart.values[0]?.unit === 'percent' ? 'points' : 'count'
  const { high, low } = extremes(points)
  const changes = [...new Set([high, low])].flatMap(({ label, value, before }) => {
    const change = changeOf(value, before, { unit, period })
    return change ? [`${label} ${change.text}`] : []
  })
  if (changes.length === 0) return undefined
  return translate('{changes} against {period}', { changes: listInRow(changes), period })
}

/** One number for a range; undefined when nothing is known. */
function oneOf(values: Values, over: NonNullable<Over>): number | undefined {
  const known = present(values)
  if (known.length === 0 || over === 'level') return known.at(-1)
  return over === 'mean' ? sumOf(known) / known.length : sumOf(known)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The first of those that are as high, and as low. */
function extremes(points: readonly Point[]): { high: Point; low: Point } {
  const pick = (isBetter: (one: Point, than: Point) => boolean) =>
    points.reduce((best, one) => (isBetter(one, best) ? one : best))
  return {
    high: pick((one, than) => one.value > than.value),
    low: pick((one, than) => one.value < than.value),
  }
}

/** The day, week or month of a point, with its year where the range has more than one. */
function whenIn({ entries, grain }: Series): (point: Point) => string {
  const isOneYear = entries[0]?.key.slice(0, 4) === entries.at(-1)?.key.slice(0, 4)
  return ({ key, label }) => {
    if (!isDay(key)) return translate('in {week}', { week: label })
    if (grain === 'month') return translate('in {month}', { month: formatMonth(key) })
    const day = isOneYear ? formatShortDay(key) : formatDay(key)
    return grain === 'week'
      ? translate('in the week of {day}', { day })
      : translate('on {day}', { day })
  }
}

function present(values: Values): number[] {
  return values.filter((value) => value !== null)
}
