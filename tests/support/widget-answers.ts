import type { Page, Route } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { WIDGET_DATA_PATH, type WidgetData, type WidgetType } from '#contract/dashboards.ts'

export const WIDGET_CALLS = `**${API_BASE}${WIDGET_DATA_PATH}*`

export const typeIn = (route: Route) =>
  new URL(route.request().url()).searchParams.get('widgetType') as WidgetType

type Answers = { [T in WidgetType]: WidgetData<T> }

const MANY = 1_234_567
const FEW = 98_765

const days = (count: (day: number) => number) =>
  Array.from({ length: 20 }, (_, day) => ({
    date: `2026-10-${String(day + 1).padStart(2, '0')}`,
    count: count(day),
  }))

const user = (_id: string, firstName: string, lastName: string) => ({
  _id,
  firstName,
  lastName,
  createdAt: '2026-10-20T08:00:00.000Z',
})

/** Every figure long, every name long, and a system that is not well. */
export const longAnswers: Answers = {
  userStats: {
    totalUsers: MANY,
    newUsers: MANY,
    activeUsers: MANY,
    previous: { totalUsers: FEW, newUsers: FEW, activeUsers: FEW },
    trend: days((day) => MANY - day * FEW),
  },
  missionStats: {
    totalMissions: MANY,
    totalAssigned: MANY,
    totalCompleted: MANY,
    completionRate: 99.9,
    previous: { totalAssigned: FEW, totalCompleted: FEW, completionRate: 0.2 },
    trend: days((day) => MANY - day * FEW),
  },
  protocolStats: {
    totalProtocols: MANY,
    totalAssigned: MANY,
    totalCompleted: MANY,
    previous: { totalAssigned: FEW, totalCompleted: FEW },
    trend: days((day) => MANY - day * FEW),
  },
  mentorStats: {
    totalMentors: MANY,
    activeMentors: MANY,
    totalAssignments: MANY,
    previous: { totalAssignments: FEW },
    trend: days((day) => MANY - day * FEW),
  },
  recentUsers: [
    user('1', 'Maximiliana Theodora Alexandrina', 'von Hohenberg-Wittelsbach zu Sonnenfels'),
    user('2', 'Wolfeschlegelsteinhausenbergerdorffschwarzenau', 'W'),
    user('3', 'Ng', 'O'),
    user('4', 'محمد عبد الرحمن', 'بن عبد العزيز آل سعود الكبير'),
    user('5', 'Ana', ''),
  ],
  systemStatus: {
    status: 'unhealthy',
    uptime: 98_765_432,
    apiRequests: { lastHour: MANY, avgResponseTime: 12_345 },
    databaseMs: null,
    lastBackup: null,
    warnings: [],
  },
}

/** Figures of an ordinary day. */
export const shortAnswers: Answers = {
  userStats: {
    totalUsers: 1240,
    newUsers: 36,
    activeUsers: 212,
    previous: { totalUsers: 1204, newUsers: 30, activeUsers: 230 },
    trend: days((day) => 20 + ((day * 7) % 13)),
  },
  missionStats: {
    totalMissions: 26,
    totalAssigned: 310,
    totalCompleted: 190,
    completionRate: 61.3,
    previous: { totalAssigned: 290, totalCompleted: 200, completionRate: 68.9 },
    trend: days((day) => 8 + ((day * 5) % 11)),
  },
  protocolStats: {
    totalProtocols: 4,
    totalAssigned: 90,
    totalCompleted: 21,
    previous: { totalAssigned: 80, totalCompleted: 20 },
    trend: days((day) => 2 + (day % 4)),
  },
  mentorStats: {
    totalMentors: 12,
    activeMentors: 11,
    totalAssignments: 140,
    previous: { totalAssignments: 121 },
    trend: days((day) => 3 + (day % 5)),
  },
  recentUsers: [
    user('1', 'Amara', 'Okafor'),
    user('2', 'Bjørn', 'Lindqvist'),
    user('3', 'Chiara', 'Rossi'),
  ],
  systemStatus: {
    status: 'healthy',
    uptime: 98_765,
    apiRequests: { lastHour: 412, avgResponseTime: 12 },
    databaseMs: 1,
    lastBackup: null,
    warnings: [],
  },
}

/** Nothing has happened yet. */
export const emptyAnswers: Answers = {
  userStats: {
    totalUsers: 0,
    newUsers: 0,
    activeUsers: 0,
    previous: { totalUsers: 0, newUsers: 0, activeUsers: 0 },
    trend: days(() => 0),
  },
  missionStats: {
    totalMissions: 0,
    totalAssigned: 0,
    totalCompleted: 0,
    completionRate: null,
    previous: { totalAssigned: 0, totalCompleted: 0, completionRate: null },
    trend: days(() => 0),
  },
  protocolStats: {
    totalProtocols: 0,
    totalAssigned: 0,
    totalCompleted: 0,
    previous: { totalAssigned: 0, totalCompleted: 0 },
    trend: [],
  },
  mentorStats: {
    totalMentors: 0,
    activeMentors: 0,
    totalAssignments: 0,
    previous: { totalAssignments: 0 },
    trend: [],
  },
  recentUsers: [],
  systemStatus: {
    status: 'healthy',
    uptime: 0,
    apiRequests: { lastHour: 0, avgResponseTime: null },
    databaseMs: null,
    lastBackup: null,
    warnings: [],
  },
}

/** Answers every call for a widget's figures so, from now on. */
export async function answerWidgets(page: Page, answers: Answers): Promise<void> {
  await page.route(WIDGET_CALLS, (route) =>
    route.fulfill({ json: { data: answers[typeIn(route)] } }),
  )
}
