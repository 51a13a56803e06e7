import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectAlone } from '#server/db/pool.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { statementsOf } from '../support/statements.ts'

const ROWS = 8_000
let server: TestApp
beforeAll(async () => {
  server = await startApp()
  const options = { today: new Date('2026-11-20'), reset: false, users: ROWS }
  await loadDemo(server.connection, options, () => undefined)
}, 120_000)
afterAll(() => server.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** The statements that a request runs on the users' table, each with its plan in flat order. */
async function plansOf(path: string): Promise<Plan[][]> {
  const spy = vi.spyOn(server.store.pool, 'query')
  const answer = await server.call('GET', path)
  const statements = statementsOf(spy)
  spy.mockRestore()
  expect(answer.status, answer.text).toBe(200)
  const client = await connectAlone(server.connection)
  const plans: Plan[][] = []
  for (const { text, values } of statements.filter((one) => one.text.includes('rec_users'))) {
    const { rows } = await client.query({ text: `explain (format json) ${text}`, values })
    plans.push(flat(rows[0]['QUERY PLAN'][0].Plan))
  }
  await client.end()
  return plans
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

const indexes = (plans: Plan[][]) => plans.flat().flatMap((node) => node['Index Name'] ?? [])

test.each([
  ['/users', 'rec_users_created_at_sort'],
  ['/users?page=40', 'rec_users_created_at_sort'],
  ['/users?sort=createdAt', 'rec_users_created_at_sort'],
  ['/users?sort=firstName', 'rec_users_first_name_sort'],
  ['/users?sort=email', 'rec_users_email_sort'],
  ['/users?role=admin', 'rec_users_role_filter'],
  ['/users?search=.5432@', 'rec_users_search'],
  ['/users?search=whitfield,+maria', 'rec_users_search'],
  ['/users?search=a+i+whitfield', 'rec_users_search'],
])('%s is read from %s', async (path, index) => {
  const plans = await plansOf(path)
  expect(plans.length).toBeGreaterThan(0)
  expect(indexes(plans)).toContain(index)
  expect(readWhole(plans.flat())).toEqual([])
})

test('the records of a day are found by an index that has the day', async () => {
  const plans = await plansOf('/users?createdAt_from=2026-11-19&createdAt_to=2026-11-19')
  // PostgreSQL 18 may also skip from role to role: with two roles it costs the same.
  const able = ['rec_users_created_at_sort', 'rec_users_role_filter']
  expect(indexes(plans).some((name) => able.includes(name))).toBe(true)
  expect(readWhole(plans.flat())).toEqual([])
})

/** The tables of records that a plan reads from end to end; the narrow one has few rows here, and is read as it likes. */
function readWhole(nodes: readonly Plan[]): (string | undefined)[] {
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'])
    .filter((name) => name !== 'rec_users_kept')
}

test.each(['/users', '/users?sort=firstName&page=5'])(
  '%s comes sorted from the index',
  async (path) => {
    const nodes = (await plansOf(path)).flat().map((node) => node['Node Type'])
    expect(nodes).not.toContain('Sort')
  },
)

test('the latest by last login are found in the narrow table, and users read by their keys', async () => {
  const nodes = (await plansOf('/users?sort=-lastLogin')).flat()
  expect(nodes.map((node) => node['Relation Name'])).toContain('rec_users_kept')
  expect(readWhole(nodes)).toEqual([])
})

test('a token is looked up by primary keys', async () => {
  const plans = await plansOf('/profile')
  expect(indexes(plans)).toEqual(expect.arrayContaining(['sessions_pkey', 'rec_users_pkey']))
})

test('a list without search counts nothing', async () => {
  const spy = vi.spyOn(server.store.pool, 'query')
  const answer = await server.call('GET', '/users?page=3')
  const texts = spy.mock.calls.map(([config]) => String(Object(config).text))
  spy.mockRestore()
  expect(answer.body.count).toBe(ROWS + 1)
  expect(texts.some((text) => text.includes('count('))).toBe(false)
})

test('pages deep in the list hold what the order says', async () => {
  const ids = async (path: string) =>
    ((await server.call('GET', path)).body.users as { _id: string }[]).map(({ _id }) => _id)
  const forwards = await ids('/users?page=80&limit=100')
  const backwards = await ids('/users?sort=createdAt&page=1&limit=100')
  // The last full page of one order is the first of the other, but for the admin at its head.
  expect(forwards.slice(1)).toEqual(backwards.slice(0, 100).reverse().slice(0, 99))
  expect(await ids('/users?page=81&limit=100')).toEqual(backwards.slice(0, 1))
})

test('by last login the deleted are left out, and one page follows the other without a gap', async () => {
  const ids = async (path: string) =>
    ((await server.call('GET', path)).body.users as { _id: string }[]).map(({ _id }) => _id)
  const { body } = await server.call('GET', '/users?sort=-lastLogin&limit=6')
  const latest = (body.users as { _id: string; role: string }[]).filter(
    ({ role }) => role === 'user',
  )
  for (const { _id } of latest.filter((_, at) => at % 2 === 0))
    expect((await server.call('DELETE', `/users/${_id}`)).status).toBe(204)
  const pages = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((page) => ids(`/users?sort=-lastLogin&limit=100&page=${page}`)),
  )
  const { rows } = await server.store.pool.query(
    `select t.id from rec_users t left join rec_users_kept k on k.id = t.id where t.deleted_at is null
      order by coalesce(k.date_last_login, '-infinity') desc, t.id desc limit 700`,
  )
  expect(pages.flat()).toEqual(rows.map(({ id }) => id))
})

test('the deleted ones are read from their own index, and by whom from that of the history', async () => {
  const client = await connectAlone(server.connection)
  await client.query(
    `update rec_users set deleted_at = created_at where id in (select id from rec_users
       where data ->> 'role' = 'user' order by id limit 400)`,
  )
  await client.query('vacuum analyze rec_users')
  await client.end()
  for (const path of [
    '/users?deleted=true',
    '/users?deleted=true&page=3',
    '/users?deleted=true&search=whitfield',
    '/users?deleted=true&sort=email&segment=student',
  ]) {
    const plans = await plansOf(path)
    expect(indexes(plans), path).toContain('rec_users_gone')
    expect(indexes(plans), path).toContain('history_record')
    const whole = plans.flat().filter((node) => node['Node Type'] === 'Seq Scan')
    expect(
      whole.map((node) => node['Relation Name']),
      path,
    ).not.toContain('rec_users')
  }
})
