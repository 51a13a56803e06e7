import { formatNumber, formatPercent, formatWholePercent } from '#admin/format/numbers.ts'
import type { Unit } from '#contract/insight/charts.ts'

/** A value in its unit's form: '12,345' or '87.5%'; a dash where there is none. */
export function formatValue(value: number | null | undefined, unit: Unit): string {
  return unit === 'percent' ? formatPercent(value) : formatNumber(value)
}

/** The share of each value in their sum, in percent; null where there is nothing to take a share of. */
export function sharesOf(values: readonly (number | null)[]): (number | null)[] {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return values.map((value) => (value === null || sum === 0 ? null : (value / sum) * 100))
}

/** A share in percent; one that is there is never rounded to none. A dash where there is none. */
export function formatShare(share: number | null): string {
  return share !== null && share > 0 && share < 0.05
    ? `<${formatPercent(0.1)}`
    : formatPercent(share)
}

/** The same without a decimal: the labels of pies (ANA-02). */
export function formatWholeShare(share: number): string {
  return share > 0 && share < 0.5 ? `<${formatWholePercent(1)}` : formatWholePercent(share)
}
