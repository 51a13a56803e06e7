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
  // The first admin stands in a slot.
  await query(server.connection, `update tallies set live = ${ROWS} where resource = 'users'`)
  await query(server.connection, 'analyze rec_users')
})
afterAll(() => server.close())

test('a search is counted up to ten thousand, and says that there are more', async () => {
  const many = (await server.call('GET', '/users?search=uma')).body
  expect([many.count, many.isMore]).toEqual([10_000, true])
  const few = (await server.call('GET', '/users?search=nr+1004')).body
  expect([few.count, few.isMore]).toEqual([11, undefined])
  // Without a search or filter the number is kept, and exact.
  const all = (await server.call('GET', '/users')).body
  expect([all.count, all.isMore]).toEqual([ROWS + 1, undefined])
})

test('pages follow each other without a gap to the last, and backwards in the other direction', async () => {
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

test('rows never wait for a count that fails', async () => {
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

test('a list that is unchanged answers 304, and a changed one anew', async () => {
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

test('a first page that was written once is written anew when anything in it changed', async () => {
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

test('a list and its caller are read in one statement each, which is planned once', async () => {
  const spy = vi.spyOn(server.store.pool, 'query')
  await server.call('GET', '/users')
  expect(spy.mock.calls).toHaveLength(2)
  spy.mockClear()
  await server.call('GET', `/users/${server.adminId}`)
  expect(spy.mock.calls).toHaveLength(2)
  spy.mockRestore()
  for (let time = 0; time < 40; time += 1) await server.call('GET', '/users')
  const { rows } = await server.store.pool.query<{ generic: number; custom: number }>(
    `select generic_plans as generic, custom_plans as custom from pg_prepared_statements
     where name = 'list_users_createdAt_true_10'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { generic, custom } of rows) expect(generic).toBeGreaterThan(custom)
})

test('a sign-in writes no index of the users', async () => {
  const { id, email } = await server.user()
  const hash = (await server.store.credentials.find(email))?.hash ?? ''
  const SIGN_INS = 200
  const before = await updates()
  for (let time = 0; time < SIGN_INS; time += 1)
    expect(
      await server.store.sessions.start({
        ...{ userId: id, checkedHash: hash, marker: `marker ${time % 3}` },
        from: { userAgent: undefined, address: '127.0.0.1' },
      }),
    ).toBeDefined()
  const after = await updates()
  expect(after.users.n).toBe(before.users.n)
  expect(after.kept.n - before.kept.n).toBe(SIGN_INS)
  expect(after.kept.hot - before.kept.hot).toBeGreaterThanOrEqual(SIGN_INS * 0.95)
})

/** The updates of both tables since ever, and those that wrote no index. */
async function updates() {
  await tellAll()
  const rows = await query<{ relname: string; n: number; hot: number }>(
    server.connection,
    `select relname, n_tup_upd::int as n, n_tup_hot_upd::int as hot from pg_stat_user_tables`,
  )
  const of = (table: string) => rows.find(({ relname }) => relname === table) ?? { n: 0, hot: 0 }
  return { users: of('rec_users'), kept: of('rec_users_kept') }
}

/**
 * Has PostgreSQL count what was written. Each of its processes counts for itself, and one that rests tells after ten
 * seconds: those of the pool are told to, and the others have told when they are gone.
 */
async function tellAll(): Promise<void> {
  const { pool } = server.store
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    const told = await Promise.all(
      held.map((client) =>
        client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_stat_force_next_flush()'),
      ),
    )
    const pids = told.flatMap(({ rows }) => rows.map(({ pid }) => pid))
    const others = async () =>
      held[0]?.query(
        `select 1 from pg_stat_activity where datname = current_database()
         and backend_type = 'client backend' and pid <> all($1)`,
        [pids],
      )
    await expect.poll(async () => (await others())?.rowCount, { timeout: 60_000 }).toBe(0)
  } finally {
    for (const client of held) client.release()
  }
}
