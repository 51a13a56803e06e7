import { formatDay, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'

/** The box a sparkline is drawn in; it is stretched to its place. */
export const BOX = { width: 100, height: 32, margin: 1 } as const

export interface Line {
  /** The line itself, as an SVG path. */
  line: string
  /** The same, closed along the bottom, to be filled. */
  area: string
  /** A dot on the last value, as a path: a circle would be stretched with the box. */
  last: string
}

/**
 * The line through some values, from 0 at the bottom to the highest at the top; all zero lies at the bottom.
 * Takes at least one value; gives undefined for none. Values that are no numbers count as 0.
 */
export function lineThrough(values: readonly number[]): Line | undefined {
  if (values.length === 0) return undefined
  const tidy = values.map((value) => (Number.isFinite(value) ? Math.max(0, value) : 0))
  const most = Math.max(...tidy, 0)
  const { width, height, margin } = BOX
  const y = (value: number) =>
    most === 0 ? height - margin : height - margin - (value / most) * (height - 2 * margin)
  // A day alone is a level, not a slope.
  const points = tidy.length === 1 ? [tidy[0] ?? 0, tidy[0] ?? 0] : tidy
  const step = width / (points.length - 1)
  const at = points.map((value, index) => `${round(index * step)} ${round(y(value))}`)
  const line = `M${at.join('L')}`
  return {
    line,
    area: `${line}V${height - margin}H0Z`,
    last: `M${at.at(-1)}h0.001`,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** What a small line shows, in words: 'Active users per day: 12 to 30, highest 42 on Nov 3, 2026'. */
export function trendSentence(
  label: string,
  trend: readonly { date: string; count: number }[],
): string {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!(first && last)) return ''
  const highest = trend.reduce((most, one) => (one.count > most.count ? one : most), first)
  if (highest.count === 0) return translate('{label}: none on any day', { label })
  return translate('{label}: {first} on the first day, {last} on the last, most {most} on {day}', {
    label,
    first: formatNumber(first.count),
    last: formatNumber(last.count),
    most: formatNumber(highest.count),
    day: formatDay(highest.date),
  })
}
