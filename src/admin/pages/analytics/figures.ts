import { translate } from '#admin/format/translate.ts'
import type { Chart } from '#contract/insight/charts.ts'
import { isScarce } from '#contract/insight/compared.ts'
import type { Report } from './read-report.ts'
import { formatValue } from './words.ts'

/**
 * Returns the figures of the whole range with their changes, each once though several charts have it. A backend without
 * a summary tells totals by its charts alone.
 */
export function figuresOf(charts: readonly Chart[], report: Report | undefined) {
  const { data = {}, summary, compared, range, today } = report ?? {}
  const isSoFar = range && today !== undefined && range.end >= today
  const values = charts.flatMap((chart) =>
    chart.values.map((value, index) => ({
      ...value,
      entries: (data[chart.key] ?? []).map((entry) => entry.values[index] ?? 0),
    })),
  )
  return values.flatMap(({ figure, unit, base, over, label: name, entries }, at) => {
    if (!figure || values.findIndex((one) => one.figure === figure) < at) return []
    const sum = over === 'total' ? entries.reduce((total, value) => total + value, 0) : undefined
    const now = summary ? summary.now[figure] : sum
    const before = summary?.before[figure]
    const isRate = unit === 'percent'
    const counted = isRate && base ? summary?.before[base] : isRate ? undefined : before
    const label = translate(name)
    return {
      key: figure,
      label: isSoFar ? translate('{label} so far', { label }) : label,
      text: formatValue(now, unit),
      change: {
        now,
        before,
        unit: isRate ? ('points' as const) : ('count' as const),
        isScarce: isScarce(counted, compared),
      },
    }
  })
}
