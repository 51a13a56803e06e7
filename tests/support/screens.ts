import { TABS } from '#contract/analytics.ts'
import type { Answer, CallOptions } from './app.ts'

interface Asked {
  call(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Pick<Answer, 'status' | 'body' | 'text'>>
}

/** What ten screens ask for, without what is of the moment: who signed in when, and how long an answer took. */
export async function screens(server: Asked, ids: { mission: string }, token: string) {
  const paths = [
    '/users?sort=email&limit=100',
    '/users?search=nr&role=user&sort=-createdAt',
    '/missions/templates?limit=100',
    `/missions/templates/${ids.mission}`,
    `/missions/templates/${ids.mission}/uses`,
    `/missions/templates/${ids.mission}/people`,
    '/protocols/templates',
    '/mentors',
    '/career-fields',
    '/changes?limit=100&resource=missions/templates',
    '/admin/dashboards',
    '/admin/widget-data?widgetType=userStats&timeRange=last30days',
    '/admin/widget-data?widgetType=missionStats&timeRange=last30days',
    ...TABS.map((tab) => `/analytics/${tab}?startDate=2024-01-01&endDate=2024-10-30`),
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body, text } = await server.call('GET', path, { token })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    answers[path] = lasting(body)
  }
  return answers
}

const OF_THE_MOMENT = new Set(['asOf', 'lastLogin', 'until'])

function lasting(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) => (OF_THE_MOMENT.has(key) ? undefined : one)),
  )
}
