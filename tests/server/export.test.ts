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

  test.each(kinds)('%s as CSV is one table of the figures on the screen', async (type, tabs) => {
    const { bytes, headers } = await take(type, 'csv')
    const { header, records } = readCsv(bytes)
    expect(header).toEqual(['tab', 'chart', 'by', 'key', 'metric', 'unit', 'value'])
    const [charts, summary] = [records.filter(({ chart }) => chart !== 'Summary'), tabs.length * 6]
    expect(charts.map((record) => Object.values(record))).toEqual(entriesOf(tabs))
    expect(records).toHaveLength(charts.length + summary)
    const { summary: whole } = Object(payloads[tabs[0] ?? 'growth'])
    expect(Object.values(whole).map(String)).toContain(
      records.find(({ by }) => by === 'Range')?.value,
    )
    expect(records.length).toBeGreaterThan(46)
    expect(headers['x-total-rows']).toBe(String(records.length))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
  })

  test.each(kinds)('%s as JSON has the figures and their definitions', async (type, tabs) => {
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

  test.each(kinds)('%s as a workbook has typed sheets and About', async (type, tabs) => {
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
    expect(Summary.slice(1)).toHaveLength(3 * tabs.length)
    const about = new Map(About.map(([name, text]) => [name, text]))
    expect(about.get('First day')).toBe(RANGE.startDate)
    expect(about.get('Last day')).toBe(RANGE.endDate)
    expect(about.get('Time zone')).toBe(ZONE)
    expect(about.get('Exported at')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\)$/)
    for (const { title, key } of charts) expect(about.get(title)).toBe(DEFINITIONS[key])
  })
})

describe('names, types and refusals', () => {
  const types: ExportType[] = [...TABS, 'all', 'users', 'assignments', 'events']

  test.each(types)('%s is named by tab and days, with the right content type', async (type) => {
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
})
