import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import type { Series } from './series.ts'
import { formatValue } from './words.ts'

/**
 * What a chart shows, in one sentence: the highest and the lowest of its first value, with their days or names. A day,
 * week or month that is not over, or only in part in the range, counts where there is no other.
 */
export function sentenceOf({ chart, entries, grain, isEmpty, isUnfinished }: Series): string {
  if (isEmpty) return translate('No data in this range.')
  const { unit = 'users', label: name = '' } = chart.values[0] ?? {}
  const label = translate(name)
  const known = entries.flatMap(({ values: [value = null], ...entry }) =>
    value === null ? [] : [{ ...entry, value }],
  )
  const last = isUnfinished ? entries.at(-1)?.key : undefined
  const whole = known.filter(({ key, isPartial }) => !isPartial && key !== last)
  const points = (whole.length > 0 ? whole : known).sort((a, b) => b.value - a.value)
  const [high, low] = [points[0], points.at(-1)]
  if (!(high && low)) return translate('{label}: no value.', { label })
  const words = {
    label,
    high: formatValue(high.value, unit),
    highAt: isolate(grain === 'day' ? high.short : high.label),
    low: formatValue(low.value, unit),
    lowAt: isolate(grain === 'day' ? low.short : low.label),
  }
  if (points.length === 1) return translate('{label}: {high} ({highAt}).', words)
  if (high.value === low.value) return translate('{label}: {high} each.', words)
  return translate('{label}: highest {high} ({highAt}), lowest {low} ({lowAt}).', words)
}
