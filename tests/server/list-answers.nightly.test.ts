import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'

const ROWS = 10_050

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { DATABASE_CONNECTIONS: '2' } })
  await query(
    server.connection,
    `insert into rec_users (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now() - make_interval(secs => n), now(),
       jsonb_build_object('firstName', 'Uma', 'lastName', 'Nr ' || n, 'email', n || '@example.org',
         'role', 'user', 'isActive', true, 'segment', 'student'), 'uma nr ' || n
     from generate_series(1, ${ROWS}) as n`,
  )
  // The first admin is counted in a slot.
  await query(server.connection, `update tallies set live = ${ROWS} where resource = 'users'`)
  await query(server.connection, 'analyze rec_users')
})
afterAll(() => server.close())

test('a search counts up to ten thousand and says that there are more', async () => {
  const many = (await server.call('GET', '/users?search=uma')).body
  expect([many.count, many.isMore]).toEqual([10_000, true])
  const few = (await server.call('GET', '/users?search=nr+1004')).body
  expect([few.count, few.isMore]).toEqual([11, undefined])
  // Without a search or filter the count is exact.
  const all = (await server.call('GET', '/users')).body
  expect([all.count, all.isMore]).toEqual([ROWS + 1, undefined])
})

test('pages hold every row once, in both directions', async () => {
  const EACH = 99
  const idsOf = async (words: string) => {
    const { status, body } = await server.call('GET', `/users?limit=${EACH}&${words}`)
    expect(status).toBe(200)
    return (body.users as { _id: string }[]).map(({ _id }) => _id)
  }
  const pages = Math.ceil((ROWS + 1) / EACH)
  for (const sort of ['-createdAt', 'createdAt', 'email', '-lastLogin']) {
    const turned = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
    const all: string[] = []
    for (let page = 1; page <= pages; page += 1)
      all.push(...(await idsOf(`sort=${sort}&page=${page}`)))
    expect([all.length, new Set(all).size], sort).toEqual([ROWS + 1, ROWS + 1])
    const first = await idsOf(`sort=${turned}&page=1`)
    expect(all.slice(-EACH).reverse(), sort).toEqual(first)
    expect(await idsOf(`sort=${sort}&page=${pages + 1}`)).toEqual([])
  }
})

test('a failed count does not fail the list', async () => {
  const { pool } = server.store
  const run = pool.query.bind(pool)
  const spy = vi
    .spyOn(pool, 'query')
    .mockImplementation(((config: unknown, ...rest: unknown[]) =>
      String(Object(config).text).includes('count(*)')
        ? Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' }))
        : run(config as never, ...(rest as []))) as typeof pool.query)
  const { status, body } = await server.call('GET', '/users?segment=student')
  spy.mockRestore()
  expect(status).toBe(200)
  expect(body.users).toHaveLength(10)
  expect([body.count, body.isMore]).toEqual([10, true])
})

test('an unchanged list answers 304, a changed one 200', async () => {
  const { token } = server
  const first = await server.call('GET', '/users')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await server.call('GET', '/users', { headers })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await server.call('GET', '/users', { headers, token: 'nobody' })).status).toBe(401)
  await server.user()
  const changed = await server.call('GET', '/users', { headers })
  expect(changed.status).toBe(200)
  expect(changed.headers.etag).not.toBe(first.headers.etag)
  expect(server.token).toBe(token)
})

test('a cached first page is renewed after any change in it', async () => {
  const user = await server.user()
  const page = async (words = 'page=1&limit=10') => {
    const { status, text, headers, body } = await server.call('GET', `/users?${words}`)
    expect(status).toBe(200)
    const [first] = body.users as Record<string, unknown>[]
    return { text, tag: headers.etag, type: headers['content-type'], first, count: body.count }
  }
  const before = await page()
  expect(await page()).toEqual(before)
  expect(before.first?._id).toBe(user.id)
  expect((await page('page=1&limit=20')).text).not.toBe(before.text)

  await server.call('PUT', `/users/${user.id}`, { body: { lastName: 'Renamed' } })
  const edited = await page()
  expect(edited.first).toMatchObject({ _id: user.id, lastName: 'Renamed' })
  expect([edited.tag === before.tag, edited.count, edited.type]).toEqual([
    false,
    before.count,
    before.type,
  ])

  await server.call('DELETE', `/users/${user.id}`)
  const gone = await page()
  expect(gone.first?._id).not.toBe(user.id)
  expect(gone.count).toBe(Number(before.count) - 1)
})
