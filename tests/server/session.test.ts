import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPassword } from '#server/first-admin.ts'
import { ADMIN, PASSWORD, query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { SESSION_IDLE_MINUTES: '30', SESSION_HOURS: '12', SIGN_IN_FAILURES_PER_ADDRESS: '1000' },
  })
})
afterAll(() => server.close())

const statusWith = async (token: string, path = '/profile') =>
  (await server.call('GET', path, { token })).status

describe('sign-in', () => {
  test('answers a token and the user, whatever the case of the email', async () => {
    const answer = await server.signIn('  ADMIN@Example.ORG ')
    expect(answer.status).toBe(200)
    expect(answer.body.user).toEqual({
      _id: server.adminId,
      firstName: 'Ada',
      lastName: 'Admin',
      email: ADMIN.email,
      role: 'admin',
      changes: true,
      account: true,
      timeZone: 'UTC',
    })
    expect(answer.body.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('every refusal has the same answer', async () => {
    const inactive = await server.user({ isActive: false, email: 'inactive@example.org' })
    expect(inactive.token).toBe('')
    const refusals = await Promise.all([
      server.signIn(ADMIN.email, 'wrong-password'),
      server.signIn('nobody@example.org'),
      server.signIn(inactive.email),
    ])
    for (const { status, body } of refusals) {
      expect(status).toBe(401)
      expect(body).toEqual({
        error: { code: 'unauthenticated', message: 'Email or password is wrong.' },
      })
    }
  })

  test('stores the last login without a new version, and an edit does not reset it', async () => {
    const user = await server.user()
    const path = `/users/${user.id}`
    const before = (await server.call('GET', path)).body
    expect(before.version).toBe(1)
    expect(Date.parse(String(before.lastLogin))).toBeGreaterThan(Date.now() - 60_000)
    const edited = await server.call('PUT', path, {
      body: { ...before, lastLogin: null, firstName: 'Una' },
    })
    expect(edited.body).toEqual({ ...before, firstName: 'Una', version: 2 })
  })

  test('only the hash of a token is stored', async () => {
    const { token } = await server.user()
    const rows = await query<{ token_hash: Buffer }>(
      server.connection,
      'select token_hash from sessions',
    )
    expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false)
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })
})

describe('the signed-in user', () => {
  test('GET /profile answers the user, GET /users/profile the same under data', async () => {
    const profile = await server.call('GET', '/profile')
    expect(profile.body).toMatchObject({ _id: server.adminId, role: 'admin', email: ADMIN.email })
    expect((await server.call('GET', '/users/profile')).body).toEqual({ data: profile.body })
  })

  test('the token of a plain user opens only profile and sign-out', async () => {
    const { token } = await server.user()
    expect(await statusWith(token, '/profile')).toBe(200)
    expect(await statusWith(token, '/users/profile')).toBe(200)
    expect(await statusWith(token, '/users')).toBe(403)
    expect((await server.call('POST', '/auth/logout', { token })).status).toBe(204)
    expect(await statusWith(token)).toBe(401)
  })
})

describe('a token is void at once', () => {
  const cases: Record<string, (user: { id: string; token: string }) => Promise<unknown>> = {
    'by logout': ({ token }) => server.call('POST', '/auth/logout', { token }),
    'by deactivation': ({ id }) =>
      server.call('PUT', `/users/${id}`, { body: { isActive: false } }),
    'by demotion': ({ id }) => server.call('PUT', `/users/${id}`, { body: { role: 'user' } }),
    'by deletion': ({ id }) => server.call('DELETE', `/users/${id}`),
    'by a new password': ({ id }) => setPassword(server, id, 'another-long-word'),
    'when it was idle too long': ({ id }) =>
      age(id, `last_used_at = now() - interval '31 minutes'`),
    'when it is too old, however busy': ({ id }) =>
      age(id, `created_at = now() - interval '13 hours'`),
  }
  const age = (id: string, set: string) =>
    query(server.connection, `update sessions set ${set} where user_id = $1`, [id])

  test.each(Object.keys(cases))('%s', async (name) => {
    const user = await server.user({ role: 'admin' })
    const other = String((await server.signIn(user.email)).body.token)
    expect(await statusWith(user.token, '/users')).toBe(200)
    await cases[name]?.(user)
    expect(await statusWith(user.token, '/users')).toBe(401)
    // Sign-out ends one session, the others end all.
    if (!name.includes('logout')) expect(await statusWith(other, '/users')).toBe(401)
    else expect(await statusWith(other, '/users')).toBe(200)
  })

  test('and stays void when the user is activated again', async () => {
    const user = await server.user({ role: 'admin' })
    for (const isActive of [false, true])
      await server.call('PUT', `/users/${user.id}`, { body: { isActive } })
    expect(await statusWith(user.token, '/users')).toBe(401)
    expect((await server.signIn(user.email)).status).toBe(200)
  })

  test('an ordinary edit ends nothing', async () => {
    const user = await server.user({ role: 'admin' })
    await server.call('PUT', `/users/${user.id}`, { body: { firstName: 'Other' } })
    expect(await statusWith(user.token, '/users')).toBe(200)
  })

  test('role and status are read at each request, also when changed by SQL', async () => {
    const user = await server.user({ role: 'admin' })
    const set = (data: string) =>
      query(server.connection, `update rec_users set data = data || $2::jsonb where id = $1`, [
        user.id,
        data,
      ])
    await set('{"role":"user"}')
    expect(await statusWith(user.token, '/users')).toBe(403)
    await set('{"isActive":false}')
    expect(await statusWith(user.token, '/users')).toBe(401)
  })

  test('a deleted user cannot sign in, and the email is free again', async () => {
    const user = await server.user({ email: 'again@example.org' })
    await server.call('DELETE', `/users/${user.id}`)
    expect((await server.signIn(user.email)).status).toBe(401)
    const next = await server.user({ email: 'again@example.org' })
    expect(next.token).not.toBe('')
    expect(next.id).not.toBe(user.id)
  })
})

test('housekeeping deletes only expired sessions', async () => {
  const old = await server.user()
  const live = await server.user()
  await query(
    server.connection,
    `update sessions set created_at = now() - interval '13 hours' where user_id = $1`,
    [old.id],
  )
  await server.store.sessions.sweep()
  const rows = await query<{ user_id: string }>(server.connection, 'select user_id from sessions')
  const owners = rows.map(({ user_id }) => user_id)
  expect(owners).toContain(live.id)
  expect(owners).not.toContain(old.id)
})

test.each([
  ['weaker parameters is renewed', 8192, 'm=19456,'],
  ['stronger parameters stays', 32_768, 'm=32768,'],
])('a hash with %s at sign-in', async (_, memoryCost, then) => {
  const user = await server.user()
  const { hash } = await import('@node-rs/argon2')
  const old = await hash(PASSWORD, { memoryCost, timeCost: 2, parallelism: 1 })
  await query(server.connection, 'update credentials set hash = $2 where user_id = $1', [
    user.id,
    old,
  ])
  expect((await server.signIn(user.email)).status).toBe(200)
  const [row] = await query<{ hash: string }>(
    server.connection,
    'select hash from credentials where user_id = $1',
    [user.id],
  )
  expect(row?.hash).toContain(`$argon2id$v=19$${then}t=2,p=1$`)
  expect((await server.signIn(user.email)).status).toBe(200)
})

test('a user has ten live sessions at most, and the oldest ends', async () => {
  const user = await server.user()
  const start = async () => String((await server.signIn(user.email)).body.token)
  const inTurn: string[] = []
  for (let n = 0; n < 10; n += 1) inTurn.push(await start())
  expect(await statusWith(user.token)).toBe(401)
  for (const token of inTurn) expect(await statusWith(token)).toBe(200)
  const atOnce = await Promise.all(Array.from({ length: 12 }, start))
  const live = await query(server.connection, 'select 1 from sessions where user_id = $1', [
    user.id,
  ])
  expect(live).toHaveLength(10)
  const statuses = await Promise.all(atOnce.map((token) => statusWith(token)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  for (const token of inTurn) expect(await statusWith(token)).toBe(401)
  // An expired session does not count.
  const latest = await start()
  await query(
    server.connection,
    `update sessions set last_used_at = now() - interval '31 minutes' where user_id = $1`,
    [user.id],
  )
  const next = await start()
  expect(await statusWith(latest)).toBe(401)
  expect(await statusWith(next)).toBe(200)
  // Other users keep their sessions.
  expect(await statusWith(server.token)).toBe(200)
})
