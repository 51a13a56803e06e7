import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import {
  endpointOf,
  REFRESH_DEFAULT,
  WIDGET_TYPES,
  type WidgetType,
} from '#contract/insight/widgets.ts'

/** DASH-03: what each type is called, and one sentence of what it shows. */
export const TYPES: Record<WidgetType, { name: string; about: string }> = {
  userStats: {
    name: 'Users',
    about: 'How many users there are, how many are new, and how many were active.',
  },
  missionStats: {
    name: 'Missions',
    about: 'Missions assigned and completed, and the share that was completed.',
  },
  protocolStats: {
    name: 'Protocols',
    about: 'Protocols that users started, and those that they finished.',
  },
  mentorStats: {
    name: 'Mentors',
    about: 'Mentors at work, and how often one was assigned.',
  },
  recentUsers: {
    name: 'Recent Users',
    about: 'The five users who joined last.',
  },
  systemStatus: {
    name: 'System Status',
    about: 'Whether the system is healthy, for how long, and how fast it answers.',
  },
}

/** A widget's title as it is shown: its own, else its type's, else the type as it is stored. */
export function titleOf({ title, type }: Pick<WidgetRecord, 'title' | 'type'>): string {
  return title.trim() || nameOfType(type)
}

export function nameOfType(type: string): string {
  const known = WIDGET_TYPES.find((one) => one === type)
  return known ? TYPES[known].name : type
}

/** A new widget (DASH-03), with an id that none of the others has. */
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
