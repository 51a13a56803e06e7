import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { addDays } from '#contract/days.ts'
import { NEEDS_PATH } from '#contract/overview.ts'
import { registry } from '#resources/index.ts'
import { answerWidgets, shortAnswers } from './widget-answers.ts'

/** The moment at which every compared screenshot is taken. */
const NOW = '2026-10-21T09:30:00.000Z'

const FIELD = '01890a5d-ac96-774b-bcce-b302099a8057'
const MISSION = '01890a5d-ac96-774b-bcce-b302099a8058'

const people = [
  ['Amara', 'Okafor', 'admin', true],
  ['Bjørn', 'Lindqvist', 'user', true],
  ['Chiara', 'Rossi', 'user', false],
  ['Dewi', 'Kusuma', 'guest', true],
] as const

const records: Record<string, object[]> = {
  users: people.map(([firstName, lastName, role, isActive], index) => ({
    firstName,
    lastName,
    role,
    isActive,
    email: `${firstName.toLowerCase().replace('ø', 'o')}.${lastName.toLowerCase()}@example.org`,
    createdAt: `2026-10-1${index}T08:00:00.000Z`,
    lastLogin: index === 2 ? null : `2026-10-20T1${index}:15:00.000Z`,
  })),
  missions: [
    { ...sampleOf('missions'), _id: MISSION },
    {
      ...sampleOf('missions'),
      title: 'Ask three people about their first week at work',
      type: 'conversation',
      difficulty: 'expert',
      isActive: false,
    },
  ],
  protocols: [sampleOf('protocols')],
  mentors: [{ ...sampleOf('mentors'), careerFields: [{ _id: FIELD, name: 'Technology' }] }],
  'career-fields': [
    { _id: FIELD, name: 'Technology', description: 'Software, data and networks.' },
  ],
}

function sampleOf(page: string): object {
  return Object(registry.find((one) => one.page === page)?.sample)
}

/**
 * Answers lists, home, widgets and analytics with the same few records at the same moment every time; all else
 * is the product's.
 */
export async function fixData(page: Page): Promise<void> {
  // Not its timers: what is polled or delayed goes on.
  await page.clock.setSystemTime(NOW)
  for (const { page: name, api } of registry) {
    if (!records[name]) continue
    const stored = records[name].map((one, index) => {
      const _id = `01890a5d-0000-774b-bcce-00000000000${index}`
      return { _id, version: 1, isActive: true, createdAt: NOW, updatedAt: NOW, ...one }
    })
    const isOurs = ({ pathname }: URL) => pathname === API_BASE + api.path
    await page.route(isOurs, (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',')
      const rows = stored.filter(({ _id }) => !ids || ids.includes(_id))
      const { length: total } = rows
      const pagination = { page: 1, limit: 10, total, pages: 1 }
      return route.fulfill({ json: { [api.listKey]: rows, count: total, pagination } })
    })
    for (const one of stored)
      await page.route(
        ({ pathname }) => pathname === `${API_BASE}${api.path}/${one._id}`,
        (route) =>
          route.request().method() === 'GET' ? route.fulfill({ json: one }) : route.continue(),
      )
  }
  await page.route(`**${API_BASE}/admin/system-overview`, (route) =>
    route.fulfill({ json: overview }),
  )
  // What waits is other tests' doing.
  await page.route(`**${API_BASE}${NEEDS_PATH}`, (route) => route.fulfill({ json: { needs: [] } }))
  await page.route(`**${API_BASE}/analytics/engagement?*`, (route) =>
    route.fulfill({ json: { data: engagement } }),
  )
  await answerWidgets(page, shortAnswers)
}

const overview = {
  counts: { users: 1240, missions: 26, protocols: 4, mentors: 11 },
  recentActivity: ['mission_created', 'user_updated', 'career_field_deleted'].map(
    (eventType, index) => ({
      id: String(index),
      eventType,
      timestamp: `2026-10-2${index === 0 ? 1 : 0}T08:0${index}:00.000Z`,
      user: index === 1 ? null : { firstName: 'Amara', lastName: 'Okafor' },
      record: {
        resource: ['missions/templates', 'users', 'career-fields'][index],
        id: MISSION,
        name: ['Read a job advert like a recruiter', 'Bjørn Lindqvist', 'Glassblowing'][index],
        isLive: index < 2,
      },
    }),
  ),
}

const days = Array.from({ length: 30 }, (_, day) => addDays('2026-09-22', day))

const engagement = {
  range: { start: '2026-09-22', end: '2026-10-21' },
  timeZone: 'UTC',
  compared: { start: '2026-08-18', end: '2026-09-16', activeDays: 30 },
  summary: {
    activeUsers: 212,
    sessions: 890,
    featureUses: 3120,
    previous: { activeUsers: 180, sessions: 800, featureUses: 2900 },
  },
  dailyActiveUsers: days.map((date, day) => ({ date, count: 20 + ((day * 7) % 13) + day })),
  sessionDuration: ['0-1 min', '1-5 min', '5-15 min', '15-30 min', '30+ min'].map(
    (range, index) => ({ range, count: 40 + index * 30 }),
  ),
  featureUsage: ['chat', 'missions', 'protocols'].map((feature, index) => ({
    feature,
    count: 900 - index * 250,
  })),
}
