import type { Figure } from '#contract/charts.ts'
import {
  endpointOf,
  REFRESH_DEFAULT,
  WIDGET_TYPES,
  type WidgetRecord,
  type WidgetType,
} from '#contract/dashboards.ts'

export interface Shown {
  label: string
  definition: Figure
  key: string
  isPercent?: true
  /** For a share: the key of its base. */
  base?: string
}

/** A widget of figures: the large one, the others below it, and the title of its sparkline. */
export interface Stats {
  figures: readonly [lead: Shown, ...others: Shown[]]
  trend: string
  page: string
}

const count = (label: string, definition: Figure, key: string = definition): Shown => ({
  label,
  definition,
  key,
})

export const TYPES: Readonly<Record<WidgetType, { name: string; about: string; stats?: Stats }>> = {
  userStats: {
    name: 'Users',
    about: 'Total, new and active users.',
    stats: {
      figures: [
        count('Total users', 'totalUsers'),
        count('New users', 'newUsers'),
        count('Active users', 'activeUsers'),
      ],
      trend: 'Active users per day',
      page: 'users',
    },
  },
  missionStats: {
    name: 'Missions',
    about: 'Missions assigned and completed, and the completion rate.',
    stats: {
      figures: [
        {
          ...count('Completion rate', 'missionCompletionRate', 'completionRate'),
          ...{ isPercent: true, base: 'totalAssigned' },
        },
        count('Assigned', 'missionsAssigned', 'totalAssigned'),
        count('Completed', 'missionsCompleted', 'totalCompleted'),
        count('Total missions', 'totalMissions'),
      ],
      trend: 'Missions assigned per day',
      page: 'missions',
    },
  },
  protocolStats: {
    name: 'Protocols',
    about: 'Protocols assigned and completed.',
    stats: {
      figures: [
        count('Total protocols', 'totalProtocols'),
        count('Assigned', 'protocolsAssigned', 'totalAssigned'),
        count('Completed', 'protocolsCompleted', 'totalCompleted'),
      ],
      trend: 'Protocols assigned per day',
      page: 'protocols',
    },
  },
  mentorStats: {
    name: 'Mentors',
    about: 'Active mentors and mentor assignments.',
    stats: {
      figures: [
        count('Total mentors', 'totalMentors'),
        count('Active mentors', 'activeMentors'),
        count('Assignments', 'mentorAssignments', 'totalAssignments'),
      ],
      trend: 'Mentors assigned per day',
      page: 'mentors',
    },
  },
  recentUsers: { name: 'Recent Users', about: 'The five newest users.' },
  systemStatus: {
    name: 'System Status',
    about: 'Health, uptime and response time of the system.',
  },
}

export function isWidgetType(type: string): type is WidgetType {
  return (WIDGET_TYPES as readonly string[]).includes(type)
}

export function titleOf({ title, type }: Pick<WidgetRecord, 'title' | 'type'>): string {
  return title.trim() || nameOfType(type)
}

export function nameOfType(type: string): string {
  return isWidgetType(type) ? TYPES[type].name : type
}

export function newWidget(type: WidgetType, others: readonly WidgetRecord[]): WidgetRecord {
  let number = 1
  while (others.some(({ id }) => id === `${type}-${number}`)) number += 1
  return {
    id: `${type}-${number}`,
    title: TYPES[type].name,
    type,
    size: { width: 1, height: 1 },
    position: { x: 0, y: 0 },
    dataSource: { type: 'api', endpoint: endpointOf(type), refreshInterval: REFRESH_DEFAULT },
    config: {},
  }
}
