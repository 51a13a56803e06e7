import { pageAddress } from '#admin/format/addresses.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import type { WidgetType } from '#contract/insight/widgets.ts'

/** One figure of a widget: its key in the answer, what it is called, and what it means. */
export interface Shown {
  key: string
  label: string
  definition: Figure
  unit: 'count' | 'percent'
  /** Of a share: the key of what it is a share of. */
  base?: string
}

/** What a widget of figures shows: one large, the others below it, and which of them its small line draws. */
export interface Stats {
  lead: Shown
  /** The weightiest first: a card that is too low for all leaves out the last. */
  others: readonly Shown[]
  trend: string
  /** The key of the figure whose days the line draws: it stands below that one. */
  drawn: string
  /** The list that the figures are about. */
  to: string
}

type StatsType = Exclude<WidgetType, 'recentUsers' | 'systemStatus'>

const count = (key: string, label: string, definition: Figure): Shown => ({
  key,
  label,
  definition,
  unit: 'count',
})

export const STATS: Readonly<Record<StatsType, Stats>> = {
  userStats: {
    lead: count('totalUsers', 'Total users', 'totalUsers'),
    others: [
      count('newUsers', 'New users', 'newUsers'),
      count('activeUsers', 'Active users', 'activeUsers'),
    ],
    trend: 'Active users per day',
    drawn: 'activeUsers',
    to: pageAddress('users'),
  },
  missionStats: {
    lead: {
      key: 'completionRate',
      label: 'Completion rate',
      definition: 'missionCompletionRate',
      unit: 'percent',
      base: 'totalAssigned',
    },
    others: [
      count('totalAssigned', 'Assigned', 'missionsAssigned'),
      count('totalCompleted', 'Completed', 'missionsCompleted'),
      count('totalMissions', 'Total missions', 'totalMissions'),
    ],
    trend: 'Missions assigned per day',
    drawn: 'totalAssigned',
    to: pageAddress('missions'),
  },
  protocolStats: {
    lead: count('totalProtocols', 'Total protocols', 'totalProtocols'),
    others: [
      count('totalAssigned', 'Assigned', 'protocolsAssigned'),
      count('totalCompleted', 'Completed', 'protocolsCompleted'),
    ],
    trend: 'Protocols assigned per day',
    drawn: 'totalAssigned',
    to: pageAddress('protocols'),
  },
  mentorStats: {
    lead: count('totalMentors', 'Total mentors', 'totalMentors'),
    others: [
      count('activeMentors', 'Active mentors', 'activeMentors'),
      count('totalAssignments', 'Assignments', 'mentorAssignments'),
    ],
    trend: 'Mentors assigned per day',
    drawn: 'totalAssignments',
    to: pageAddress('mentors'),
  },
}

export function isStatsType(type: WidgetType): type is StatsType {
  return Object.hasOwn(STATS, type)
}
