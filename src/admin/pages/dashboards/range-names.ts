import type { TimeRange } from '#contract/insight/days.ts'

/** DASH-02: what the ranges of days are called. */
export const RANGE_NAMES: Record<TimeRange, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
}
