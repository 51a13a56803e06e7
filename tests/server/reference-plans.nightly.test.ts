import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectAlone } from '#server/db/pool.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const ROWS = 5000
let server: TestApp
let rare: string
let unused: string
let mission: string

/** Many missions, mentors and protocols, of which three refer to one rare field or mission. */
beforeAll(async () => {
  server = await startApp()
  const make = async (path: string, body: object) =>
    String((await server.call('POST', path, { body })).body._id)
  rare = await make('/career-fields', { name: 'Cartography' })
  unused = await make('/career-fields', { name: 'Surveying' })
  mission = await make('/missions/templates', { title: 'Map', type: 'map', careerFields: [rare] })
  const phases = [{ title: 'A', milestones: [{ title: 'B', missions: [mission] }] }]
  await make('/protocols/templates', { title: 'Path', phases, careerFields: [rare] })
  const mentor = { name: 'Noor', specialization: 'Maps', bio: 'Maps.', geminiMentorId: 'noor' }
  await make('/mentors', { ...mentor, careerFields: [rare] })
  for (const [table, data] of [
    ['rec_missions', `jsonb_build_object('type', 'type ' || n % 40)`],
    ['rec_mentors', `jsonb_build_object('name', 'Mentor ' || n)`],
    ['rec_protocols', `jsonb_build_object('title', 'Protocol ' || n)`],
  ] as const) {
    const others = `'{"careerFields": ["' || md5((n % 50)::text)::uuid || '"], "phases": [{"milestones":
      [{"missions": ["' || md5((n % 60)::text)::uuid || '"]}, {"missions": []}]}]}'`
    await query(
      server.connection,
      `insert into ${table} (id, version, created_at, updated_at, data, search_text)
       select gen_random_uuid(), 1, now() - n * interval '1 minute', now(),
         ${data} || (${others})::jsonb, 'row'
       from generate_series(1, ${ROWS}) n`,
    )
    await query(server.connection, `vacuum (analyze) ${table}`)
  }
}, 120_000)
afterAll(() => server.close())

interface Statement {
  text: string
  values: unknown[]
}

/** The statements on tables of records that a call runs, also those of a transaction. */
async function statementsOf(method: string, path: string, status: number): Promise<Statement[]> {
  const client = await server.store.pool.connect()
  const spy = vi.spyOn(Object.getPrototypeOf(client), 'query')
  client.release()
  const answer = await server.call(method, path)
  const statements = spy.mock.calls.map(([config, values]) => ({
    text: String(Object(config).text),
    values: (Array.isArray(values) ? values : (Object(config).values ?? [])) as unknown[],
  }))
  spy.mockRestore()
  expect(answer.status, answer.text).toBe(status)
  return statements.filter(({ text }) => /rec_(missions|mentors|protocols|career)/.test(text))
}

const NONE: Statement = { text: '', values: [] }

async function planOf({ text, values }: Statement): Promise<string> {
  const client = await connectAlone(server.connection)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
  await client.end()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['/missions/templates', 'rec_missions_career_fields_refs'],
  ['/protocols/templates', 'rec_protocols_career_fields_refs'],
  ['/mentors', 'rec_mentors_career_fields_refs'],
])('%s?careerFields= is read from %s', async (path, index) => {
  const statements = await statementsOf('GET', `${path}?careerFields=${rare}`, 200)
  const filtered = statements.filter(({ text }) => text.includes('@>'))
  expect(filtered.length).toBeGreaterThan(0)
  for (const statement of filtered) {
    const plan = await planOf(statement)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  }
})

test.each([
  ['DELETE', '', 409],
  ['GET', '/uses', 200],
])(
  'who uses a record is read from the indexes, in one statement: %s',
  async (method, below, status) => {
    for (const [path, tables] of [
      [`/career-fields/${rare}`, ['rec_missions', 'rec_protocols', 'rec_mentors']],
      [`/missions/templates/${mission}`, ['rec_protocols_phases_milestones_missions']],
    ] as const) {
      const statements = await statementsOf(method, path + below, status)
      const asked = statements.filter(({ text }) => text.includes('@>'))
      expect(asked).toHaveLength(1)
      const plan = await planOf(asked[0] ?? NONE)
      for (const table of tables)
        expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${table}\\w*_refs`))
      expect(plan).not.toContain('Seq Scan')
    }
  },
)

test('what uses a page of records is counted from the indexes, in one statement', async () => {
  const path = `/career-fields/uses?ids=${rare},${unused}`
  const [statement, ...others] = await statementsOf('GET', path, 200)
  expect(others).toEqual([])
  const plan = await planOf(statement ?? NONE)
  for (const table of ['rec_missions', 'rec_protocols', 'rec_mentors'])
    expect(plan).toContain(`Bitmap Index Scan on ${table}_career_fields_refs`)
  expect(plan).not.toContain('Seq Scan')
})

test('the types in use are suggested, most used first', async () => {
  const more = `update rec_missions set data = data || '{"type": "interview"}'
    where id in (select id from rec_missions where data ->> 'type' like 'type 1%' limit 300)`
  await query(server.connection, more)
  const { body } = await server.call('GET', '/missions/templates/values?of=type')
  const values = body.values as unknown as string[]
  expect(values[0]).toBe('interview')
  expect(values.at(-1)).toBe('map')
  expect(new Set(values).size).toBe(values.length)
  const [{ n } = { n: 0 }] = await query<{ n: number }>(
    server.connection,
    `select count(distinct data ->> 'type') as n from rec_missions where deleted_at is null`,
  )
  expect(values.length).toBe(Number(n))
})

test('ids are looked up by the primary key, and nothing is counted', async () => {
  const statements = await statementsOf('GET', `/missions/templates?ids=${mission},${unused}`, 200)
  expect(statements).toHaveLength(1)
  expect(await planOf(statements[0] ?? NONE)).toContain('rec_missions_pkey')
})

test('a page of mentors asks once for their career fields, one of missions never', async () => {
  const about = async (path: string) =>
    (await statementsOf('GET', path, 200)).filter(({ text }) => text.includes('rec_career_fields'))
  expect(await about('/mentors?limit=100')).toHaveLength(1)
  expect(await about('/missions/templates?limit=100')).toEqual([])
})
