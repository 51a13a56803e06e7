import { formatDay, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { StatsAnswer } from './read-widget.ts'

/** What a small line shows, in words: 'Active users per day: 12 on the first day, 30 on the last, most 42 on Nov 3'. */
export function trendSentence(label: string, trend: StatsAnswer['trend']): string {
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
