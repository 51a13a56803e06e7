import type { Tab } from './analytics.ts'

/**
 * The meaning of each figure, for the API, the console and the exports. Every account counts as a user, including
 * admins and inactive ones. Deleting or deactivating a record changes no past day. Days are in the reporting time
 * zone.
 */
export const DEFINITIONS = {
  dailyActiveUsers:
    'People with at least one event in the app on that day, each counted once. Admins, inactive and since deleted users count on the days they were active. Of a whole range, each is counted once in it. By week or month: the mean of its whole days.',
  sessionDuration:
    'App sessions that began in the range and have ended, by how long they lasted. A session without an end is not counted.',
  featureUsage:
    'How often each feature was used in the range. One person using it three times counts three. When there are more than 50 features, the 50 most used are named and all others summed up as “other”.',
  completionRate:
    'Of the missions assigned in the 30 days up to and including that day, the share completed by the end of that day. No value where none was assigned. By week or month: that of its last day. The rate of a range is its own: of the missions assigned in the range, the share completed by its end.',
  byDifficulty:
    'Missions assigned in the range, and how many of these were completed by its end, by the difficulty that the mission has now. Missions without a difficulty are left out.',
  byType:
    'Missions assigned in the range, by the type that the mission has now. Missions without a type are left out.',
  progressOverTime:
    'The average progress, at the end of that day, of all protocol enrolments made until then. A completed protocol counts as 100 %. By week or month, and of a range: that of the last day.',
  byLevel:
    'Protocols assigned in the range, and how many of these were completed by its end, by the level that the protocol has now. Protocols without a level are left out.',
  completionRateByLevel:
    'Of the protocols assigned in the range, the share completed by its end, by the level that the protocol has now. Protocols without a level are left out.',
  userGrowth:
    'New users are accounts created on that day, deleted since or not. Total users are the accounts that existed at the end of that day. By week or month: the sum of new users, and the total at its end.',
  retentionRate:
    'Of the people active in the week before, the share active again in this week. Weeks run from Monday to Sunday and are shown by their Monday; only whole weeks that end in the range count. Of a range: of the people of all weeks before, the share that came back, together. By month: the mean of the weeks that began in it.',
  userDistribution:
    'Accounts that exist now and were created until the end of the range, by the segment they are in now.',
  accounts: 'Accounts that exist now, admins and inactive ones included.',
  totalUsers: 'Accounts that existed at the end of the range, admins and inactive ones included.',
  newUsers: 'Accounts created in the range, deleted since or not.',
  activeUsers:
    'People with at least one event in the app in the range, each counted once, admins, inactive and since deleted users included.',
  totalMissions: 'Missions that exist now, active or not.',
  missionsAssigned:
    'Missions assigned to people in the range. One mission given to ten people counts ten.',
  missionsCompleted: 'Of the missions assigned in the range, those completed by its end.',
  missionCompletionRate:
    'Completed divided by assigned, in percent. No value where none was assigned.',
  totalProtocols: 'Protocols that exist now, active or not.',
  protocolsAssigned: 'Protocol enrolments made in the range.',
  protocolsCompleted: 'Of the enrolments made in the range, those completed by its end.',
  totalMentors: 'Mentors that exist now, active or not.',
  activeMentors: 'Mentors whose status is Active now.',
  mentorAssignments: 'Mentors assigned to people in the range.',
  recentUsers: 'The newest accounts created in the range, five at most.',
  systemStatus:
    'Healthy when the database answers within one second. Requests of the last 60 minutes over all servers, and how long on average until their answer began. Uptime is that of the server that answers.',
  comparison:
    'A change is against the previous period: as many days, directly before the range. While the range is not over, the last day of the previous period counts until the same time of day. A previous period with fewer than 10 counted, or without activity on two thirds of its days, has too little data for a percentage.',
} as const

export type Figure = keyof typeof DEFINITIONS

/** The classes of session durations; `below` in seconds. */
export const SESSION_RANGES = [
  { label: 'under 1 min', below: 60 },
  { label: '1-5 min', below: 300 },
  { label: '5-15 min', below: 900 },
  { label: '15-30 min', below: 1800 },
  { label: '30-60 min', below: 3600 },
  { label: '60 min or more', below: undefined },
] as const

/** How many features are named; the others are summed up as OTHER_FEATURES. */
export const MOST_FEATURES = 50
export const OTHER_FEATURES = 'other'

/** The names of the app's features. Others are shown as they were sent. */
const FEATURE_NAMES: Readonly<Record<string, string>> = {
  'mission-center': 'Mission Center',
  'tell-matching': 'TELL matching',
  'mentor-chat': 'Mentor chat',
  'protocol-system': 'Protocol System',
  'team-hub': 'Team Hub',
  'transfer-session': 'Transfer Sessions',
  [OTHER_FEATURES]: 'Other',
}

/** The days that the mission completion rate looks back, including the day itself. */
export const COMPLETION_DAYS = 30

export type Unit = 'users' | 'sessions' | 'uses' | 'assignments' | 'percent'

/** A value of each entry of a chart. */
export interface ChartValue {
  key: string
  label: string
  unit: Unit
  /** How entries combine to a number of a range, week or month: sum, mean or last. Absent if none applies. */
  over?: 'total' | 'mean' | 'level'
  /** The key of the payload's summary with the number of the whole range. */
  figure?: string
  /** The figure describes the end of the range instead of the whole range. */
  isAtEnd?: true
  /** For a share: the summary key of its base. */
  base?: string
}

/** A chart of analytics. The picture, table, summary and sheet use it. */
export interface Chart {
  tab: Tab
  /** The key in the payload and in DEFINITIONS. */
  key: Figure
  title: string
  kind: 'line' | 'bar' | 'pie'
  /** Dimension of the entries: a date, a declared choice, or a text as sent, which `names` may translate. */
  by: {
    key: string
    label: string
    kind: 'day' | 'week' | 'choice' | 'text'
    names?: Readonly<Record<string, string>>
  }
  values: readonly ChartValue[]
  /** The list of the records behind an entry: page, filter for the entry's key, and the date that the range limits. */
  drill?: { page: string; filter: string; until?: string }
}

const ASSIGNED = {
  label: 'Assigned',
  unit: 'assignments',
  over: 'total',
  figure: 'totalAssigned',
} as const
const ASSIGNED_AND_COMPLETED: readonly ChartValue[] = [
  { ...ASSIGNED, key: 'assignedCount' },
  { ...ASSIGNED, key: 'completedCount', label: 'Completed', figure: 'totalCompleted' },
]

const RATE = { key: 'rate', unit: 'percent', over: 'level' } as const
/** A range has the figure of its end. */
const LEVEL = { unit: 'percent', over: 'level', isAtEnd: true } as const

const BY_DAY: Chart['by'] = { key: 'date', label: 'Date', kind: 'day' }
const BY_LEVEL: Chart['by'] = { key: 'level', label: 'Level', kind: 'choice' }
const PROTOCOLS_OF_LEVEL: Chart['drill'] = { page: 'protocols', filter: 'targetLevel' }

/** The twelve charts, in the order of the specification. */
export const CHARTS: readonly Chart[] = [
  {
    tab: 'engagement',
    key: 'dailyActiveUsers',
    title: 'Daily Active Users',
    kind: 'line',
    by: BY_DAY,
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
    by: BY_DAY,
    values: [
      { ...RATE, label: 'Completion rate', figure: 'completionRate', base: 'totalAssigned' },
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
    values: [{ ...ASSIGNED, key: 'count' }],
    drill: { page: 'missions', filter: 'type' },
  },
  {
    tab: 'protocols',
    key: 'progressOverTime',
    title: 'Protocol Progress',
    kind: 'line',
    by: BY_DAY,
    values: [
      { ...LEVEL, key: 'avgProgress', label: 'Average progress', figure: 'averageProgress' },
    ],
  },
  {
    tab: 'protocols',
    key: 'byLevel',
    title: 'Protocols by Level',
    kind: 'bar',
    by: BY_LEVEL,
    values: ASSIGNED_AND_COMPLETED,
    drill: PROTOCOLS_OF_LEVEL,
  },
  {
    tab: 'protocols',
    key: 'completionRateByLevel',
    title: 'Completion Rate by Level',
    kind: 'bar',
    by: BY_LEVEL,
    values: [{ key: 'rate', label: 'Completion rate', unit: 'percent' }],
    drill: PROTOCOLS_OF_LEVEL,
  },
  {
    tab: 'growth',
    key: 'userGrowth',
    title: 'User Growth',
    kind: 'line',
    by: BY_DAY,
    values: [
      { ...LEVEL, key: 'totalUsers', label: 'Total users', unit: 'users', figure: 'totalUsers' },
      { key: 'newUsers', label: 'New users', unit: 'users', over: 'total', figure: 'newUsers' },
    ],
  },
  {
    tab: 'growth',
    key: 'retentionRate',
    title: 'Retention Rate',
    kind: 'line',
    by: { key: 'week', label: 'Week', kind: 'week' },
    values: [{ ...RATE, label: 'Retention rate', over: 'mean', figure: 'retentionRate' }],
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

export function chartsOf(tab: Tab): Chart[] {
  return CHARTS.filter((chart) => chart.tab === tab)
}
