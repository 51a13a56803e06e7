/** A table of sums: what a row stands for, by the type of each column, and what it adds up. */
export interface Totals {
  table: string
  keys: Readonly<Record<string, 'date' | 'text' | 'uuid'>>
  sums: readonly string[]
}

export const DAY_PAIRS: Totals = {
  table: 'day_pairs',
  keys: { day: 'date', prev_day: 'date' },
  sums: ['n'],
}
export const ASSIGNMENT_DAYS: Totals = {
  table: 'assignment_days',
  keys: { subject_id: 'uuid', kind: 'text', assigned_day: 'date', completed_day: 'date' },
  sums: ['n'],
}
export const ASSIGNMENT_MONTHS: Totals = {
  table: 'assignment_months',
  keys: { kind: 'text', assigned_month: 'date', completed_month: 'date', subject_id: 'uuid' },
  sums: ['n'],
}
export const ASSIGNMENT_PAIRS: Totals = {
  table: 'assignment_pairs',
  keys: { kind: 'text', assigned_day: 'date', completed_day: 'date' },
  sums: ['n'],
}
export const DAILY: Totals = {
  table: 'daily',
  keys: { metric: 'text', day: 'date', dim: 'text' },
  sums: ['n', 'amount'],
}
export const MENTOR_RATINGS: Totals = {
  table: 'mentor_ratings',
  keys: { mentor_id: 'uuid' },
  sums: ['n', 'stars'],
}

/** All of them; \`daily\` last, for writes of users wait for it alone. */
export const TOTALS: readonly Totals[] = [
  DAY_PAIRS,
  ASSIGNMENT_DAYS,
  ASSIGNMENT_MONTHS,
  ASSIGNMENT_PAIRS,
  MENTOR_RATINGS,
  DAILY,
]
