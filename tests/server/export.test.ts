import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  EXPORT_FORMATS,
  EXPORT_PATH,
  type ExportFormat,
  type ExportType,
  TABS,
  type Tab,
} from '#contract/analytics.ts'
import { CHARTS, chartsOf, DEFINITIONS } from '#contract/charts.ts'
import type { LearnerEvent } from '#contract/events.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'
import { readCsv, readSheets } from '../support/read-export.ts'

const RANGE = { startDate: '2026-10-01', endDate: '2026-11-15' }
const ZONE = 'Europe/Vienna'
const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const FEATURES = ['=cmd|x', '+1', '-5', '@x', '＝1', 'a "b", c\r\nd', '👩🏽‍🚀 e\u0301', 'Diary']
const WITH_APOSTROPHE = 5

let server: TestApp
let payloads: Record<Tab, Record<string, Record<string, string | number | null>[]>>
beforeAll(async () => {
  server = await startApp({ env: { REPORTING_TIME_ZONE: ZONE } })
  await fill()
  const entries = TABS.map(async (tab) => {
    const { body } = await server.call('GET', `/analytics/${tab}?${new URLSearchParams(RANGE)}`)
    return [tab, body.data] as const
  })
  payloads = Object.fromEntries(await Promise.all(entries)) as typeof payloads
})
afterAll(() => server.close())

/** People who do a little of everything on days of the range. */
async function fill(): Promise<void> {
  const made = async (path: string, body: object) =>
    String((await server.call('POST', path, { body })).body._id)
  const mission = await made('/missions/templates', { title: '=Mission', type: 'research' })
  const protocol = await made('/protocols/templates', { title: 'Steps, first' })
  const people = [idOf(1, 1), idOf(1, 2), idOf(1, 3)]
  const events: LearnerEvent[] = []
  let number = 0
  const add = (event: object, user: string | undefined, day: string, time = '10:00:00Z') => {
    number += 1
    const base = { id: idOf(2, number), user, timestamp: `2026-${day}T${time}` }
    events.push({ ...base, ...event } as LearnerEvent)
  }
  for (const [index, feature] of FEATURES.entries())
    add({ eventType: 'feature_used', feature }, people[index % 3], `10-${10 + index}`)
  for (const [index, user] of people.entries()) {
    const session = idOf(3, index)
    add({ eventType: 'session_started', session }, user, '11-02')
    add({ eventType: 'session_ended', session }, user, '11-02', `10:0${index + 1}:30Z`)
    add({ eventType: 'mission_assigned', mission }, user, `10-2${index}`)
    add({ eventType: 'protocol_progressed', protocol, progress: 30 * index }, user, '11-03')
  }
  add({ eventType: 'mission_completed', mission }, people[0], '10-29')
  // Local time: the first and the last minute of the range, and those beside it.
  for (const [day, time] of [
    ['09-30', '21:59:59Z'],
    ['09-30', '22:00:00Z'],
    ['11-15', '22:59:59.999Z'],
    ['11-15', '23:00:00Z'],
  ] as const)
    add({ eventType: 'user_signed_in' }, people[2], day, time)
  await server.insight.facts.accept(events)
  await server.insight.facts.rollUp()
}

async function take(dataType: ExportType, format: ExportFormat): Promise<Answer> {
  const query = new URLSearchParams({ dataType, format, ...RANGE })
  const answer = await server.call('GET', `${EXPORT_PATH}?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

/** The tidy table that a tab's payload makes. */
function tidyOf(tabs: readonly Tab[]): string[][] {
  return [...entriesOf(tabs), ...wholesOf(tabs)]
}

const WHOLES: Record<Tab, [key: string, label: string, unit: string][]> = {
  engagement: [
    ['activeUsers', 'Active users', 'users'],
    ['sessions', 'Sessions', 'sessions'],
    ['featureUses', 'Uses', 'uses'],
  ],
  missions: [
    ['completionRate', 'Completion rate', 'percent'],
    ['totalAssigned', 'Assigned', 'assignments'],
    ['totalCompleted', 'Completed', 'assignments'],
  ],
  protocols: [
    ['averageProgress', 'Average progress', 'percent'],
    ['totalAssigned', 'Assigned', 'assignments'],
    ['totalCompleted', 'Completed', 'assignments'],
  ],
  growth: [
    ['totalUsers', 'Total users', 'users'],
    ['newUsers', 'New users', 'users'],
    ['retentionRate', 'Retention rate', 'percent'],
  ],
}

/** What the whole range and the one it is compared with come to: 46 days, and those that begin 49 days earlier. */
function wholesOf(tabs: readonly Tab[]): string[][] {
  return tabs.flatMap((tab) =>
    WHOLES[tab].flatMap(([key, label, unit]) => {
      const summary = Object(payloads[tab].summary)
      const row = (by: string, days: string, value: unknown) => [
        ...[tab, 'Summary', by, days, label, unit],
        String(value ?? ''),
      ]
      return [
        row('Range', '2026-10-01 to 2026-11-15', summary[key]),
        row('Compared range', '2026-08-16 to 2026-09-30', summary.previous[key]),
      ]
    }),
  )
}

function entriesOf(tabs: readonly Tab[]): string[][] {
  const text = (value: string) => (/^[=+\-@＝]/.test(value) ? `'${value}` : value)
  return tabs.flatMap((tab) =>
    chartsOf(tab).flatMap(({ key, title, by, values }) =>
      (payloads[tab][key] ?? []).flatMap((entry) =>
        values.map((value) => [
          ...[tab, title, by.label, text(String(entry[by.key])), value.label, value.unit],
          String(entry[value.key] ?? ''),
        ]),
      ),
    ),
  )
}

describe('exports of charts', () => {
  const kinds = [...TABS.map((tab) => [tab, [tab]] as const), ['all', TABS] as const]

  test.each(kinds)('%s as CSV is one table of the numbers of the screen', async (type, tabs) => {
    const { bytes, headers } = await take(type, 'csv')
    const { header, records } = readCsv(bytes)
    expect(header).toEqual(['tab', 'chart', 'by', 'key', 'metric', 'unit', 'value'])
    expect(records.map((record) => Object.values(record))).toEqual(tidyOf(tabs))
    expect(records.length).toBeGreaterThan(46)
    expect(headers['x-total-rows']).toBe(String(records.length))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
  })

  test.each(kinds)('%s as JSON is the payload with what it means', async (type, tabs) => {
    const { body } = await take(type, 'json')
    expect(body).toMatchObject({
      dataType: type,
      range: { start: RANGE.startDate, end: RANGE.endDate },
      timeZone: ZONE,
      data: Object.fromEntries(tabs.map((tab) => [tab, payloads[tab]])),
    })
    expect(Object.keys(Object(body.data))).toEqual(tabs)
    expect(Math.abs(Date.now() - Date.parse(String(body.generatedAt)))).toBeLessThan(60_000)
    const keys = tabs.flatMap((tab) => chartsOf(tab).map(({ key }) => key))
    expect(body.definitions).toEqual(Object.fromEntries(keys.map((key) => [key, DEFINITIONS[key]])))
  })

  test.each(kinds)(
    '%s as a workbook has typed sheets, the last of them About',
    async (type, tabs) => {
      const {
        About = [],
        Summary = [],
        ...sheets
      } = await readSheets((await take(type, 'xlsx')).bytes)
      const charts = CHARTS.filter(({ tab }) => (tabs as readonly Tab[]).includes(tab))
      expect(Object.keys(sheets)).toEqual(charts.map(({ title }) => title))
      for (const { tab, key, title, by, values } of charts) {
        const [head, ...rows] = sheets[title] ?? []
        expect(head).toEqual([by.label, ...values.map(({ label }) => label)])
        const isDay = by.kind === 'day' || by.kind === 'week'
        expect(rows, title).toEqual(
          (payloads[tab][key] ?? []).map((entry) => [
            isDay ? new Date(String(entry[by.key])) : entry[by.key],
            ...values.map((value) => {
              const number = entry[value.key]
              return value.unit === 'percent' && number !== null
                ? expect.closeTo(Number(number) / 100, 6)
                : number
            }),
          ]),
        )
      }
      expect(Summary.slice(1)).toEqual(
        tabs.flatMap((tab) =>
          WHOLES[tab].map(([key, label, unit]) => {
            const { [key]: now, previous } = Object(payloads[tab].summary)
            return [
              ...[tab, label, unit, '2026-10-01 to 2026-11-15', now],
              ...['2026-08-16 to 2026-09-30', previous[key]],
            ]
          }),
        ),
      )
      const about = new Map(About.map(([name, text]) => [name, text]))
      expect(about.get('First day')).toBe(RANGE.startDate)
      expect(about.get('Last day')).toBe(RANGE.endDate)
      expect(about.get('Time zone')).toBe(ZONE)
      expect(about.get('Made at')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\)$/)
      for (const { title, key } of charts) expect(about.get(title)).toBe(DEFINITIONS[key])
    },
  )

  test('features that look like formulas are texts in every format', async () => {
    const csv = readCsv((await take('engagement', 'csv')).bytes).records
    const inCsv = csv.filter(({ chart }) => chart === 'Feature Usage').map(({ key }) => key)
    expect(inCsv.filter((key) => key?.startsWith("'"))).toHaveLength(WITH_APOSTROPHE)
    const sheets = await readSheets((await take('engagement', 'xlsx')).bytes)
    const inWorkbook = sheets['Feature Usage']?.slice(1).map(([feature]) => feature)
    expect(inWorkbook?.sort()).toEqual([...FEATURES].sort())
  })
})

describe('names, types and refusals', () => {
  const types: ExportType[] = [...TABS, 'all', 'users', 'assignments', 'events']

  test.each(types)('%s is called by its tab and days, and really is of its type', async (type) => {
    for (const format of EXPORT_FORMATS) {
      const { headers } = await take(type, format)
      const name = `${type === 'all' ? 'analytics' : type}_2026-10-01_to_2026-11-15.${format}`
      expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`)
      expect(headers['content-type']).toBe(CONTENT_TYPES[format])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-total-rows']).toMatch(type === 'users' ? /^0$/ : /^[1-9]\d*$/)
    }
  })

  test.each([
    ['dataType=nonsense&format=csv', 'dataType', 'Invalid analytics tab'],
    ['format=csv', 'dataType', 'Invalid analytics tab'],
    ['dataType=all&dataType=users&format=csv', 'dataType', 'Invalid analytics tab'],
    ['dataType=toString&format=csv', 'dataType', 'Invalid analytics tab'],
    ['dataType=all&format=pdf', 'format', 'The format must be one of csv, json, xlsx.'],
    ['dataType=all', 'format', 'The format must be one of csv, json, xlsx.'],
  ])('%s is refused', async (query, field, message) => {
    const { status, body } = await server.call('GET', `${EXPORT_PATH}?${query}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid', message, fields: { [field]: message } })
  })

  test('days are checked: 1,830 of them at most, in their order', async () => {
    const ask = (start: string, end: string) =>
      server.call(
        'GET',
        `${EXPORT_PATH}?dataType=growth&format=csv&startDate=${start}&endDate=${end}`,
      )
    expect((await ask('2021-11-17', '2026-11-20')).status).toBe(200)
    expect((await ask('2021-11-16', '2026-11-20')).status).toBe(400)
    expect((await ask('2026-11-20', '2026-11-19')).status).toBe(400)
    expect((await ask('2026-02-30', '2026-11-19')).status).toBe(400)
    const unknown = await server.call('GET', `${EXPORT_PATH}?dataType=all&format=csv&from=2026`)
    expect(unknown.status).toBe(400)
  })

  test('without days it is the last 30 up to today', async () => {
    const { headers } = await server.call('GET', `${EXPORT_PATH}?dataType=growth&format=json`)
    const today = server.insight.today()
    expect(headers['content-disposition']).toContain(`_to_${today}.json`)
  })

  test('only for admins', async () => {
    const { token } = await server.user()
    const path = `${EXPORT_PATH}?dataType=users&format=csv`
    expect((await server.call('GET', path, { token: '' })).status).toBe(401)
    expect((await server.call('GET', path, { token })).status).toBe(403)
    const head = { method: 'HEAD', url: `/api/v1${path}` } as const
    const headers = { authorization: `Bearer ${server.token}` }
    expect((await server.app.inject({ ...head, headers })).statusCode).toBe(404)
  })
})
