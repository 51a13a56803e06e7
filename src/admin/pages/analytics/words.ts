import { formatNumber, formatPercent, formatWholePercent } from '#admin/format/numbers.ts'
import { translate, translateCount } from '#admin/format/translate.ts'
import type { Chart, Unit } from '#contract/insight/charts.ts'
import type { Figure } from '#contract/insight/definitions.ts'

const ONE: Record<Exclude<Unit, 'percent'>, string> = {
  users: 'user',
  sessions: 'session',
  uses: 'use',
  assignments: 'assignment',
}

/** A value in its unit's form: '12,345' or '87.5%'; a dash where there is none. */
export function formatValue(value: number | null | undefined, unit: Unit): string {
  return unit === 'percent' ? formatPercent(value) : formatNumber(value)
}

/** The share of each value in their sum, in percent; null where there is nothing to take a share of. */
export function sharesOf(values: readonly (number | null)[]): (number | null)[] {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return values.map((value) => (value === null || sum === 0 ? null : (value / sum) * 100))
}

/** '128 assignments', '1 user', '87.5%'. */
export function withUnit(value: number | null | undefined, unit: Unit): string {
  const text = formatValue(value, unit)
  if (unit === 'percent' || typeof value !== 'number') return text
  return translateCount(value, `{count} ${ONE[unit]}`, `{count} ${unit}`, { count: text })
}

/** Whether a value's own name says already what is counted: 'Active users'. */
export function namesUnit(label: string, unit: Unit): boolean {
  return unit === 'percent' || label.toLowerCase().includes(translate(unit))
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

const EMPTY: Partial<Record<Figure, string>> = {
  dailyActiveUsers: 'No active users in this range',
  sessionDuration: 'No sessions in this range',
  featureUsage: 'No feature was used in this range',
  completionRate: 'No missions assigned in this range',
  byDifficulty: 'No missions assigned in this range',
  byType: 'No missions assigned in this range',
  progressOverTime: 'No protocols assigned until the end of this range',
  byLevel: 'No protocols assigned in this range',
  completionRateByLevel: 'No protocols assigned in this range',
  userGrowth: 'No users until the end of this range',
  retentionRate: 'No whole week with active users in this range',
  userDistribution: 'No users until the end of this range',
}

/** What an empty chart says (ANA-02). */
export function emptyText({ key }: Chart): string {
  return translate(EMPTY[key] ?? 'No data in this range')
}
