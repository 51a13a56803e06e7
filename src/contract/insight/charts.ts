import type { Tab } from './analytics.ts'
import type { Figure } from './definitions.ts'

export type Unit = 'users' | 'sessions' | 'uses' | 'assignments' | 'percent'

/** A chart of analytics: the same facts make the picture, its table, its sentence and its sheet. */
export interface Chart {
  tab: Tab
  /** The payload's key, which also names its definition. */
  key: Figure
  title: string
  kind: 'line' | 'bar' | 'pie'
  /** What each entry stands for; `kind` day and week are dates. */
  by: { key: string; label: string; kind: 'day' | 'week' | 'choice' | 'text' }
  /** `over`: how the entries make one number of the range; absent where no number would be true. */
  values: readonly { key: string; label: string; unit: Unit; over?: 'total' | 'mean' | 'level' }[]
  /**
   * The list that shows the records behind an entry: its page, the filter that takes the entry's key, and
   * the date that is at most the end of the range.
   */
  drill?: { page: string; filter: string; until?: string }
}

/** The twelve charts, in the specification's order (ANA-02). */
export const CHARTS: readonly Chart[] = [
  {
    tab: 'engagement',
    key: 'dailyActiveUsers',
    title: 'Daily Active Users',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [{ key: 'count', label: 'Active users', unit: 'users', over: 'mean' }],
  },
  {
    tab: 'engagement',
    key: 'sessionDuration',
    title: 'Session Duration',
    kind: 'bar',
    by: { key: 'range', label: 'Duration', kind: 'text' },
    values: [{ key: 'count', label: 'Sessions', unit: 'sessions', over: 'total' }],
  },
  {
    tab: 'engagement',
    key: 'featureUsage',
    title: 'Feature Usage',
    kind: 'pie',
    by: { key: 'feature', label: 'Feature', kind: 'choice' },
    values: [{ key: 'count', label: 'Uses', unit: 'uses', over: 'total' }],
  },
  {
    tab: 'missions',
    key: 'completionRate',
    title: 'Mission Completion Rate',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [{ key: 'rate', label: 'Completion rate', unit: 'percent', over: 'mean' }],
  },
  {
    tab: 'missions',
    key: 'byDifficulty',
    title: 'Missions by Difficulty',
    kind: 'bar',
    by: { key: 'difficulty', label: 'Difficulty', kind: 'choice' },
    values: [
      { key: 'assignedCount', label: 'Assigned', unit: 'assignments', over: 'total' },
      { key: 'completedCount', label: 'Completed', unit: 'assignments', over: 'total' },
    ],
    drill: { page: 'missions', filter: 'difficulty' },
  },
  {
    tab: 'missions',
    key: 'byType',
    title: 'Missions by Type',
    kind: 'pie',
    by: { key: 'type', label: 'Type', kind: 'choice' },
    values: [{ key: 'count', label: 'Assigned', unit: 'assignments', over: 'total' }],
    drill: { page: 'missions', filter: 'type' },
  },
  {
    tab: 'protocols',
    key: 'progressOverTime',
    title: 'Protocol Progress',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [{ key: 'avgProgress', label: 'Average progress', unit: 'percent', over: 'mean' }],
  },
  {
    tab: 'protocols',
    key: 'byLevel',
    title: 'Protocols by Level',
    kind: 'bar',
    by: { key: 'level', label: 'Level', kind: 'choice' },
    values: [
      { key: 'assignedCount', label: 'Assigned', unit: 'assignments', over: 'total' },
      { key: 'completedCount', label: 'Completed', unit: 'assignments', over: 'total' },
    ],
    drill: { page: 'protocols', filter: 'targetLevel' },
  },
  {
    tab: 'protocols',
    key: 'completionRateByLevel',
    title: 'Completion Rate by Level',
    kind: 'bar',
    by: { key: 'level', label: 'Level', kind: 'choice' },
    values: [{ key: 'rate', label: 'Completion rate', unit: 'percent' }],
    drill: { page: 'protocols', filter: 'targetLevel' },
  },
  {
    tab: 'growth',
    key: 'userGrowth',
    title: 'User Growth',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [
      { key: 'totalUsers', label: 'Total users', unit: 'users', over: 'level' },
      { key: 'newUsers', label: 'New users', unit: 'users', over: 'total' },
    ],
  },
  {
    tab: 'growth',
    key: 'retentionRate',
    title: 'Retention Rate',
    kind: 'line',
    by: { key: 'week', label: 'Week', kind: 'week' },
    values: [{ key: 'rate', label: 'Retention rate', unit: 'percent', over: 'mean' }],
  },
  {
    tab: 'growth',
    key: 'userDistribution',
    title: 'User Distribution',
    kind: 'pie',
    by: { key: 'category', label: 'Category', kind: 'choice' },
    values: [{ key: 'count', label: 'Users', unit: 'users', over: 'total' }],
    drill: { page: 'users', filter: 'segment', until: 'createdAt' },
  },
]

/** The charts of one tab, in order. */
export function chartsOf(tab: Tab): Chart[] {
  return CHARTS.filter((chart) => chart.tab === tab)
}
