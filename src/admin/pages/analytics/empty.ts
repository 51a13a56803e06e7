import { translate } from '#admin/format/translate.ts'
import type { Chart } from '#contract/insight/charts.ts'
import type { Figure } from '#contract/insight/definitions.ts'

const TEXTS: Partial<Record<Figure, string>> = {
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
  return translate(TEXTS[key] ?? 'No data in this range')
}
