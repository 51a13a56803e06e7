import { formatCompact, formatNumber, formatPercent } from '#admin/format/numbers.ts'
import { columnOf, type Series } from '../series.ts'

/** An axis from a round number to a round number, with at most five or six ticks on round numbers. */
export interface Axis {
  from: number
  to: number
  ticks: readonly number[]
  label: (value: number) => string
}

/**
 * The axis of values. Counts and rates begin at 0. A level that moves little against its height would be a
 * flat line, so its axis begins where it must, and `isCut` says so.
 */
export function valueAxis(series: Series, index: number): Axis & { isCut: boolean } {
  const { unit, over } = series.chart.values[index] ?? {}
  const values = [
    ...columnOf(series.entries, index),
    ...series.entries.map(({ before }) => before?.values[index] ?? null),
  ].filter((value) => value !== null)
  const high = Math.max(0, ...values)
  const low = Math.min(...values, high)
  const isCut = over === 'level' && unit !== 'percent' && low > high / 2
  const isWhole = unit !== 'percent'
  // Lines of several values have a plot each, which share the height.
  const isShared = series.chart.kind === 'line' && series.chart.values.length > 1
  const axis = roundAxis(isCut ? low : 0, high, { isWhole, steps: isShared ? 2 : 4 })
  const to = unit === 'percent' && high <= 100 ? Math.min(axis.to, 100) : axis.to
  // Short numbers, unless two ticks would then read the same.
  const isClear = new Set(axis.ticks.map(formatCompact)).size === axis.ticks.length
  return {
    ...axis,
    to,
    ticks: axis.ticks.filter((tick) => tick <= to),
    label: unit === 'percent' ? formatPercent : isClear ? formatCompact : formatNumber,
    isCut: isCut && axis.from > 0,
  }
}

/** Round numbers around two values: steps of 1, 2 or 5 times a power of ten; counts have no halves. */
export function roundAxis(
  low: number,
  high: number,
  { isWhole, steps }: { isWhole: boolean; steps: number },
) {
  const span = high > low ? high - low : high || 1
  const rough = span / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough - 1e-9) ?? 10
  const step = isWhole ? Math.max(1, factor * power) : factor * power
  const from = Math.max(0, Math.floor(low / step) * step)
  const count = Math.max(1, Math.ceil((high - from) / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, index) => tidy(from + index * step))
  return { from: tidy(from), to: ticks.at(-1) ?? 1, ticks }
}

/** Places along a line of entries: as many as there is room for, all as far apart, the last among them. */
export function placeTicks(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)))
  const places = Math.floor((count - 1) / step) + 1
  return Array.from({ length: places }, (_, index) => count - 1 - (places - 1 - index) * step)
}

function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
