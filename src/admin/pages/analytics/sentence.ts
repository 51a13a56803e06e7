import { changeOf } from '#admin/pages/insight/change.ts'
import { formatDay, formatShortDay, wordsForPrevious } from '#admin/pages/insight/format.ts'
import { isolate } from '#admin/pages/insight/isolate.ts'
import { translate } from '#admin/translate.ts'
import { isDay } from '#contract/insight/days.ts'
import { emptyText } from './empty.ts'
import { columnOf, type Series, type Values } from './series.ts'
import { formatShare, formatValue, namesUnit, sharesOf, withUnit } from './words.ts'

interface Point {
  key: string
  label: string
  value: number
  before: number | null
}

/**
 * What a chart shows, in a sentence for each of its values: total or mean, change, the highest and the lowest
 * with their days or names, and the change against the previous period where that is compared.
 */
export function sentenceOf(series: Series): string {
  const { chart, isEmpty } = series
  if (isEmpty) return `${emptyText(chart)}.`
  return chart.values.map((_, index) => sayValue(series, index)).join(' ')
}

function sayValue(series: Series, index: number): string {
  const { entries, chart } = series
  const value = chart.values[index]
  const label = translate(value?.label ?? '')
  const points = entries.flatMap(({ key, label: name, values, before }): Point[] => {
    const number = values[index] ?? null
    if (number === null) return []
    return [{ key, label: isolate(name), value: number, before: before?.values[index] ?? null }]
  })
  if (points.length === 0) return `${translate('{label}: no value', { label })}.`
  const isInTime = chart.by.kind === 'day' || chart.by.kind === 'week'
  const parts = isInTime ? sayTime(series, index, points) : sayChoices(series, index, points)
  const compared = value?.over ? sayCompared(series, index) : sayEnds(series, index, points)
  const words = [...parts, ...(compared ? [compared] : [])].join('; ')
  return `${translate('{label}: {words}', { label, words })}.`
}

/** What is over is told of, and apart from it how far today is. */
function sayTime(series: Series, index: number, points: readonly Point[]): string[] {
  const { chart, entries, isUnfinished } = series
  const last = points.at(-1)
  if (!(isUnfinished && last?.key === entries.at(-1)?.key)) return sayDone(series, index, points)
  const value = formatValue(last?.value, chart.values[index]?.unit ?? 'users')
  const soFar =
    chart.by.kind === 'week'
      ? translate('{value} so far this week', { value })
      : translate('{value} so far today', { value })
  return [...sayDone(series, index, points.slice(0, -1), last?.value), soFar]
}

function sayDone(
  series: Series,
  index: number,
  points: readonly Point[],
  today?: number,
): string[] {
  const { chart } = series
  const when = whenIn(series)
  const { unit = 'users', over } = chart.values[index] ?? {}
  const say = (value: number) => formatValue(value, unit)
  const [first, last] = [points[0], points.at(-1)]
  if (!(first && last)) return []
  if (first === last)
    return [translate('{value} {when}', { value: say(first.value), when: when(first) })]
  const values = points.map(({ value }) => value)
  const { high, low } = extremes(points)
  // All of a total happened; a mean of days is one of whole days.
  const sum = sumOf(over === 'total' && today !== undefined ? [...values, today] : values, over)
  const total = sum !== null && over !== 'level' ? sayTotal(say(sum), over) : undefined
  if (high.value === low.value) {
    const value = say(high.value)
    const isWeek = chart.by.kind === 'week'
    const every = isWeek
      ? translate('{value} in every week', { value })
      : translate('{value} on every day', { value })
    return [
      ...(total && sum !== null && sum > 0 ? [total] : []),
      today === undefined ? every : translate('{every} before', { every }),
    ]
  }
  const step = translate('from {first} {firstWhen} to {last} {lastWhen}', {
    first: say(first.value),
    firstWhen: when(first),
    last: say(last.value),
    lastWhen: when(last),
  })
  const change = changeOf(last.value, first.value, {
    unit: unit === 'percent' ? 'points' : 'count',
    period: '',
  })
  // From nothing to something has no percent.
  const amount = change && first.value > 0 && change.direction !== 'same' ? ` (${change.text})` : ''
  return [
    ...(total ? [total] : []),
    `${step}${amount}`,
    translate('highest {high} {highWhen}, lowest {low} {lowWhen}', {
      high: say(high.value),
      highWhen: when(high),
      low: say(low.value),
      lowWhen: when(low),
    }),
  ]
}

function sayChoices({ chart }: Series, index: number, points: readonly Point[]): string[] {
  const { unit = 'users', over } = chart.values[index] ?? {}
  const values = points.map(({ value }) => value)
  const sum = sumOf(values, over)
  const shares = sum === null ? [] : sharesOf(values)
  const say = (point: Point) => {
    const share = shares[points.indexOf(point)]
    const value = formatValue(point.value, unit)
    return share === null || share === undefined ? value : `${value} (${formatShare(share)})`
  }
  const { high, low } = extremes(points)
  const name = translate(chart.values[index]?.label ?? '')
  const amount = namesUnit(name, unit) ? formatValue(sum, unit) : withUnit(sum, unit)
  const total = sum === null ? [] : [sayTotal(amount, over)]
  if (sum === 0) return total
  if (points.length === 1)
    return [
      ...total,
      sum === null
        ? translate('{value} for {name}', { value: say(high), name: high.label })
        : translate('all {name}', { name: high.label }),
    ]
  if (high.value === low.value)
    return [...total, translate('{value} for each', { value: formatValue(high.value, unit) })]
  const [most, least] = over === 'total' ? ['most', 'least'] : ['highest', 'lowest']
  return [
    ...total,
    translate(`${most} {highName} with {high}, ${least} {lowName} with {low}`, {
      highName: high.label,
      high: say(high),
      lowName: low.label,
      low: say(low),
    }),
  ]
}

/** Against the previous period, where one number stands for each of both. */
function sayCompared(series: Series, index: number) {
  const { chart, range, beforeRange, isUnfinished } = series
  const { unit, over } = chart.values[index] ?? {}
  if (!(beforeRange && over)) return undefined
  // As in the sentence, a mean is one of whole days: of both periods, as many.
  const isCut = isUnfinished && over === 'mean' && series.entries.length > 1
  const entries = isCut ? series.entries.slice(0, -1) : series.entries
  const now = sumOf(present(columnOf(entries, index)), over)
  const before = sumOf(
    present(entries.map(({ before: other }) => other?.values[index] ?? null)),
    over,
  )
  return changeOf(now, before, {
    unit: unit === 'percent' ? 'points' : 'count',
    period: wordsForPrevious(range),
  })?.words
}

/** Where no one number stands for the range: how those that were told of have changed. */
function sayEnds({ chart, range, beforeRange }: Series, index: number, points: readonly Point[]) {
  if (!beforeRange) return undefined
  const period = wordsForPrevious(range)
  const unit = chart.values[index]?.unit === 'percent' ? 'points' : 'count'
  const { high, low } = extremes(points)
  const changes = [...new Set([high, low])].flatMap(({ label, value, before }) => {
    const change = changeOf(value, before, { unit, period })
    return change ? [`${label} ${change.text}`] : []
  })
  if (changes.length === 0) return undefined
  return translate('{changes} against {period}', { changes: changes.join(', '), period })
}

/** One number for a range; null where none would be true, or nothing is known. */
function sumOf(values: readonly number[], over: 'total' | 'mean' | 'level' | undefined) {
  if (values.length === 0 || over === undefined) return null
  if (over === 'level') return values.at(-1) ?? null
  const total = values.reduce((sum, value) => sum + value, 0)
  return over === 'mean' ? total / values.length : total
}

function sayTotal(amount: string, over: 'total' | 'mean' | 'level' | undefined): string {
  return over === 'mean'
    ? translate('{amount} on average', { amount })
    : translate('{amount} in total', { amount })
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

/** The day of a point, with its year where the range has more than one. */
function whenIn({ chart, entries }: Series): (point: Point) => string {
  const isOneYear = entries[0]?.key.slice(0, 4) === entries.at(-1)?.key.slice(0, 4)
  return ({ key, label }) => {
    if (!isDay(key)) return translate('in {week}', { week: label })
    const day = isOneYear ? formatShortDay(key) : formatDay(key)
    return chart.by.kind === 'week'
      ? translate('in the week of {day}', { day })
      : translate('on {day}', { day })
  }
}

function present(values: Values): number[] {
  return values.filter((value) => value !== null)
}
