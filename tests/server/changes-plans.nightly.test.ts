import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectAlone } from '#server/db/pool.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { statementsOf } from '../support/statements.ts'

const CHANGES = 40_000
/** Of one resource that is seldom changed, and the person who did that. */
const RARE = 12

let server: TestApp
let actor: string
let record: string
beforeAll(async () => {
  server = await startApp()
  actor = (await server.user({ lastName: 'Seldom' })).id
  record = (await server.user({ lastName: 'Often' })).id
  const client = await connectAlone(server.connection)
  await client.query('begin')
  await client.query(
    `create temporary table made on commit drop as
       select gen_random_uuid() as id, n, now() - n * interval '1 minute' as at
       from generate_series(1, $1::int) n`,
    [CHANGES],
  )
  await client.query(
    `insert into changes (id, at, actor_id, via)
       select id, at, case when n % $2::int = 0 then $1::uuid end,
         case when n % $2::int = 0 then 'undo' else 'form' end from made`,
    [actor, Math.floor(CHANGES / RARE)],
  )
  await client.query(
    `insert into history (id, resource, record_id, version, action, data, fields, actor_id, at, change_id)
       select gen_random_uuid(), case when n % $1::int = 0 then 'mentors' else 'users' end,
         case when n % $1::int = 1 then $2::uuid else gen_random_uuid() end,
         n, 'update', '{}', '{}', null, at, id from made`,
    [Math.floor(CHANGES / RARE), record],
  )
  await client.query('commit')
  await client.query('vacuum analyze changes, history')
  await client.end()
}, 120_000)
afterAll(() => server.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

/** How many rows a request's statements touched of both tables, and whether they read one from end to end. */
async function costOf(path: string): Promise<{ rows: number; isWhole: boolean }> {
  const spy = vi.spyOn(server.store.pool, 'query')
  const answer = await server.call('GET', path)
  const statements = statementsOf(spy)
  spy.mockRestore()
  expect(answer.status, answer.text).toBe(200)
  const client = await connectAlone(server.connection)
  const nodes: Plan[] = []
  for (const { text, values } of statements.filter((one) =>
    /\b(changes|history)\b/.test(one.text),
  )) {
    const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values })
    nodes.push(...flat(rows[0]['QUERY PLAN'][0].Plan))
  }
  await client.end()
  const read = nodes.filter((node) => ['changes', 'history'].includes(node['Relation Name'] ?? ''))
  return {
    rows: read.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
    isWhole: read.some((node) => node['Node Type'] === 'Seq Scan'),
  }
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

test.each([
  ['by resource', () => '/changes?resource=mentors'],
  ['by record', () => `/changes?resource=users&record=${record}`],
  ['by person', () => `/changes?actor=${actor}`],
  ['by the way it came', () => '/changes?via=undo'],
  ['by both', () => `/changes?actor=${actor}&resource=mentors`],
])('a few changes among many are found %s without reading the others', async (_, path) => {
  const cost = await costOf(path())
  expect(cost.isWhole).toBe(false)
  expect(cost.rows).toBeLessThan(500)
})

test('the latest changes of all are read, and counted no further than 10,000', async () => {
  const cost = await costOf('/changes')
  expect(cost.rows).toBeLessThan(11_000)
})
