import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_PATH, type ExportFormat } from '#contract/analytics.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'
import { readCsv, readSheets } from '../support/read-export.ts'

const ZONE = 'America/New_York'
const RANGE = { startDate: '2026-03-01', endDate: '2026-03-31' }
const LONG = 'long '.repeat(8000)
const NASTY = [
  ...['=cmd|"/c calc"!A1', '+1', '-5', '@x', '\tx', '\rx', '＝1', 'a "q", b', 'two\r\nlines'],
  ...['👩🏽‍🚀', 'e\u0301', '<&>', LONG, 'a\u000Bb', '', ' '],
]

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { REPORTING_TIME_ZONE: ZONE } })
  await fill()
})
afterAll(() => server.close())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row>(server.connection, text, values)

/** Written by SQL: the API would refuse most of these names. */
async function fill(): Promise<void> {
  const made = async (path: string, body: object) =>
    String((await server.call('POST', path, { body })).body._id)
  const mission = await made('/missions/templates', { title: '=Mission', type: 'research' })
  for (const [index, name] of NASTY.entries()) {
    const data = {
      ...{ firstName: name, lastName: `Nr ${index}`, email: `${index}@example.org`, role: 'user' },
      ...{ isActive: index % 2 === 0, segment: 'graduate', password: 'never shown' },
    }
    await sql(
      `insert into rec_users (id, version, created_at, updated_at, data, search_text)
       values ($1, 1, timestamptz '2026-03-08 05:00:00.5Z' + make_interval(hours => $2::int), now(), $3, '')`,
      [idOf(1, index), index, JSON.stringify(data)],
    )
    if (index % 3 === 0)
      await sql('insert into rec_users_kept (id, date_last_login) values ($1, $2)', [
        idOf(1, index),
        '2026-03-08T06:59:59.123Z',
      ])
    const at = `2026-03-08T0${5 + (index % 5)}:30:00.${100 + index}Z`
    await sql(
      `insert into assignments (subject_id, user_id, kind, assigned_at, progress, completed_at)
       values ($1, $2, 'mission', $3, $4, $5)`,
      [mission, idOf(1, index), at, index * 5, index % 2 === 0 ? at : null],
    )
    await sql(
      `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
       values ($1, 'feature_used', $2, $3, $4, $5, $6, $7)`,
      [
        ...[idOf(2, index), idOf(1, index), at, index % 2 ? mission : null],
        ...[index % 3 ? idOf(3, index) : null, name, index % 4 ? index : null],
      ],
    )
  }
  // Local midnights: the first moment of the range, the last, and those beside it.
  for (const [index, at] of [
    '2026-03-01T04:59:59.999Z',
    '2026-03-01T05:00:00Z',
    '2026-04-01T03:59:59.999Z',
    '2026-04-01T04:00:00Z',
  ].entries())
    await sql(`insert into events (id, type, user_id, at) values ($1, 'user_signed_in', $2, $3)`, [
      idOf(4, index),
      idOf(1, 1),
      at,
    ])
  await sql('update rec_users set deleted_at = now() where id = $1', [idOf(1, 3)])
}

async function take(dataType: string, format: ExportFormat, range = RANGE) {
  const parameters = new URLSearchParams({ dataType, format, ...range })
  const answer = await server.call('GET', `${EXPORT_PATH}?${parameters}`)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

type Cells = (string | number | null)[]

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const STORED: Record<string, { header: string[]; sql: string }> = {
  users: {
    header: [
      ...['id', 'firstName', 'lastName', 'email', 'role', 'status', 'segment'],
      ...['createdAt', 'lastLogin'],
    ],
    sql: `select u.id, data->>'firstName', data->>'lastName', data->>'email', data->>'role',
        case when data->'isActive' = 'true' then 'active' else 'inactive' end, data->>'segment',
        ${iso('created_at')}, ${iso('date_last_login')}
      from rec_users u left join rec_users_kept k on k.id = u.id where deleted_at is null and created_at < '2026-04-01' order by created_at, u.id`,
  },
  assignments: {
    header: [
      ...['kind', 'subjectId', 'subject', 'userId', 'user', 'assignedAt', 'progress'],
      'completedAt',
    ],
    sql: `select 'mission', subject_id, '=Mission', a.user_id,
        case when u.deleted_at is null then (u.data->>'firstName') || ' ' || (u.data->>'lastName') end,
        ${iso('assigned_at')}, progress, ${iso('completed_at')}
      from assignments a join rec_users u on u.id = a.user_id order by assigned_at, subject_id, user_id`,
  },
  events: {
    header: [
      ...['id', 'eventType', 'userId', 'timestamp', 'subjectId', 'subject', 'feature'],
      ...['amount', 'sessionId'],
    ],
    sql: `select id, type, user_id, ${iso('at')}, subject_id,
        case when subject_id is not null then '=Mission' end, feature, amount, session_id
      from events where at >= '2026-03-01 05:00Z' and at < '2026-04-01 04:00Z' order by at, id`,
  },
}

async function stored(type: string): Promise<Cells[]> {
  const { sql: text, header } = STORED[type] ?? { sql: '', header: [] }
  const columns = header.map((_, index) => `c${index}`)
  const rows = await sql<Record<string, string | number | null>>(
    `select * from (${text}) t (${columns.join(', ')})`,
  )
  return rows.map((row) => columns.map((column) => row[column] ?? null))
}

describe.each(Object.keys(STORED))('rows: %s', (type) => {
  const { header = [] } = STORED[type] ?? {}

  test('CSV holds the rows of the range, with an apostrophe before formulas', async () => {
    const { bytes, headers } = await take(type, 'csv')
    const back = readCsv(bytes)
    expect(back.header).toEqual(header)
    const rows = await stored(type)
    expect(back.records.map((record) => Object.values(record))).toEqual(
      rows.map((row) =>
        row.map((cell) =>
          typeof cell === 'string' ? cell.replace(/^(?=[=+\-@＝])/, "'") : String(cell ?? ''),
        ),
      ),
    )
    expect(rows.length).toBeGreaterThanOrEqual(NASTY.length - 1)
    expect(headers['x-total-rows']).toBe(String(rows.length))
  })

  test('JSON holds each text unchanged', async () => {
    const { body } = await take(type, 'json')
    expect(body).toMatchObject({
      dataType: type,
      range: { start: RANGE.startDate, end: RANGE.endDate },
      timeZone: ZONE,
    })
    const rows = body.rows as Record<string, unknown>[]
    expect(Object.keys(rows[0] ?? {})).toEqual(header)
    expect(rows.map((row) => Object.values(row))).toEqual(await stored(type))
  })
})

test('no export holds a password or a hash', async () => {
  const day = server.insight.today()
  const range = { startDate: '2026-03-01', endDate: day }
  for (const format of ['csv', 'json'] as const) {
    const { text } = await take('users', format, range)
    expect(text).toContain('admin@example.org')
    expect(text).not.toMatch(/argon2|never shown|password/i)
  }
})

test('many pages are exported in one order, each row once', async () => {
  await sql(
    `insert into events (id, type, user_id, at) select gen_random_uuid(), 'user_signed_in', $1,
      timestamptz '2025-01-02' + make_interval(secs => n / 7) from generate_series(1, 4321) n`,
    [idOf(1, 1)],
  )
  const range = { startDate: '2025-01-01', endDate: '2025-01-31' }
  const rows = await sql<{ id: string }>(
    `select id from events where at < '2025-06-01' order by at, id`,
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toHaveLength(4321)
  const csv = readCsv((await take('events', 'csv', range)).bytes)
  expect(csv.records.map(({ id }) => id)).toEqual(ids)
  const json = (await take('events', 'json', range)).body.rows as { id: string }[]
  expect(json.map(({ id }) => id)).toEqual(ids)
  const { Events = [] } = await readSheets((await take('events', 'xlsx', range)).bytes)
  expect(Events.slice(1).map(([id]) => id)).toEqual(ids)
})
