import type { Tab } from './analytics.ts'
import { FEATURE_NAMES, type Figure } from './definitions.ts'

export type Unit = 'users' | 'sessions' | 'uses' | 'assignments' | 'percent'

/** What a chart has for each of its entries. */
export interface ChartValue {
  key: string
  label: string
  unit: Unit
  /**
   * How entries make one number, of a range, a week or a month: their sum, their mean, or the last of them.
   * Absent where no number would be true.
   */
  over?: 'total' | 'mean' | 'level'
  /** The key of the payload's summary that holds the range's own number. */
  figure?: string
  /** That number is how it stands at the range's end. */
  isAtEnd?: true
  /** Of a share: the key of the summary that holds what it is a share of. */
  base?: string
}

/** A chart of analytics: the same facts make the picture, its table, its sentence and its sheet. */
export interface Chart {
  tab: Tab
  /** The payload's key, which also names its definition. */
  key: Figure
  title: string
  kind: 'line' | 'bar' | 'pie'
  /**
   * What each entry stands for: `kind` day and week are dates, a choice is a word of ours, a text is shown as it
   * was sent unless `names` has words for it.
   */
  by: {
    key: string
    label: string
    kind: 'day' | 'week' | 'choice' | 'text'
    names?: Readonly<Record<string, string>>
  }
  values: readonly ChartValue[]
  /**
   * The list that shows the records behind an entry: its page, the filter that takes the entry's key, and
   * the date that is at most the end of the range.
   */
  drill?: { page: string; filter: string; until?: string }
}

/** What every chart of assignments tells, by whatever it is split. */
const ASSIGNED_AND_COMPLETED: readonly ChartValue[] = [
  {
    key: 'assignedCount',
    label: 'Assigned',
    unit: 'assignments',
    over: 'total',
    figure: 'totalAssigned',
  },
  {
    key: 'completedCount',
    label: 'Completed',
    unit: 'assignments',
    over: 'total',
    figure: 'totalCompleted',
  },
]

/** The twelve charts, in the specification's order (ANA-02). */
export const CHARTS: readonly Chart[] = [
  {
    tab: 'engagement',
    key: 'dailyActiveUsers',
    title: 'Daily Active Users',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [
      { key: 'count', label: 'Active users', unit: 'users', over: 'mean', figure: 'activeUsers' },
    ],
  },
  {
    tab: 'engagement',
    key: 'sessionDuration',
    title: 'Session Duration',
    kind: 'bar',
    by: { key: 'range', label: 'Duration', kind: 'text' },
    values: [
      { key: 'count', label: 'Sessions', unit: 'sessions', over: 'total', figure: 'sessions' },
    ],
  },
  {
    tab: 'engagement',
    key: 'featureUsage',
    title: 'Feature Usage',
    kind: 'pie',
    by: { key: 'feature', label: 'Feature', kind: 'text', names: FEATURE_NAMES },
    values: [{ key: 'count', label: 'Uses', unit: 'uses', over: 'total', figure: 'featureUses' }],
  },
  {
    tab: 'missions',
    key: 'completionRate',
    title: 'Mission Completion Rate',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [
      {
        key: 'rate',
        label: 'Completion rate',
        unit: 'percent',
        over: 'level',
        figure: 'completionRate',
        base: 'totalAssigned',
      },
    ],
  },
  {
    tab: 'missions',
    key: 'byDifficulty',
    title: 'Missions by Difficulty',
    kind: 'bar',
    by: { key: 'difficulty', label: 'Difficulty', kind: 'choice' },
    values: ASSIGNED_AND_COMPLETED,
    drill: { page: 'missions', filter: 'difficulty' },
  },
  {
    tab: 'missions',
    key: 'byType',
    title: 'Missions by Type',
    kind: 'pie',
    by: { key: 'type', label: 'Type', kind: 'text' },
    values: [
      {
        key: 'count',
        label: 'Assigned',
        unit: 'assignments',
        over: 'total',
        figure: 'totalAssigned',
      },
    ],
    drill: { page: 'missions', filter: 'type' },
  },
  {
    tab: 'protocols',
    key: 'progressOverTime',
    title: 'Protocol Progress',
    kind: 'line',
    by: { key: 'date', label: 'Date', kind: 'day' },
    values: [
      {
        key: 'avgProgress',
        label: 'Average progress',
        unit: 'percent',
        over: 'level',
        figure: 'averageProgress',
        isAtEnd: true,
      },
    ],
  },
  {
    tab: 'protocols',
    key: 'byLevel',
    title: 'Protocols by Level',
    kind: 'bar',
    by: { key: 'level', label: 'Level', kind: 'choice' },
    values: ASSIGNED_AND_COMPLETED,
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
      {
        key: 'totalUsers',
        label: 'Total users',
        unit: 'users',
        over: 'level',
        figure: 'totalUsers',
        isAtEnd: true,
      },
      { key: 'newUsers', label: 'New users', unit: 'users', over: 'total', figure: 'newUsers' },
    ],
  },
  {
    tab: 'growth',
    key: 'retentionRate',
    title: 'Retention Rate',
    kind: 'line',
    by: { key: 'week', label: 'Week', kind: 'week' },
    values: [
      {
        key: 'rate',
        label: 'Retention rate',
        unit: 'percent',
        over: 'mean',
        figure: 'retentionRate',
      },
    ],
  },
  {
    tab: 'growth',
    key: 'userDistribution',
    title: 'User Distribution',
    kind: 'pie',
    by: { key: 'category', label: 'Category', kind: 'choice' },
    values: [{ key: 'count', label: 'Users now', unit: 'users', over: 'total' }],
    drill: { page: 'users', filter: 'segment', until: 'createdAt' },
  },
]

/** The charts of one tab, in order. */
export function chartsOf(tab: Tab): Chart[] {
  return CHARTS.filter((chart) => chart.tab === tab)
}
