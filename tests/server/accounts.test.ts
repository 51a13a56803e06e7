import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHANGE_HEADER } from '#contract/api.ts'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'
import { applied, importFile, planned } from '../support/imports.ts'

const log: string[] = []
let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { CONFIRM_MINUTES: '15', SIGN_IN_FAILURES_PER_ADDRESS: '1000', CONSOLE_ROLES: 'support' },
    onLog: (line) => log.push(line),
  })
})
afterAll(() => server.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEXT = 'four-red-cairns'

const errorOf = (answer: { body: Record<string, unknown> }) => Object(answer.body.error)
const tokenOf = async (email: string, password = PASSWORD, headers = {}) =>
  String((await server.signIn(email, password, { headers })).body.token ?? '')
const as = (token: string) => (method: string, path: string, body?: unknown) =>
  server.call(method, path, { token, ...(body !== undefined && { body }) })
/** Makes the last confirmation an hour old. */
const stale = (userId: string) =>
  query(
    server.connection,
    `update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  )
const events = () => log.map((line) => JSON.parse(line).event).filter(Boolean)

test('a user changes the own name and preferences; a new email needs the password', async () => {
  const user = await server.user({ firstName: 'Nia' })
  const me = as(user.token)
  const renamed = await me('PUT', '/account', {
    firstName: 'Nia Maria',
    preferences: { theme: 'dark', language: 'de-AT', timeZone: 'Europe/Vienna' },
  })
  expect(renamed.status, renamed.text).toBe(200)
  expect(renamed.body).toMatchObject({
    ...{ _id: user.id, firstName: 'Nia Maria', email: user.email, role: 'user', must: [] },
    preferences: { theme: 'dark', language: 'de-AT', timeZone: 'Europe/Vienna' },
    factors: { totp: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false },
    signOn: null,
  })
  // The history has it as the user's own change.
  const [{ actor_id } = { actor_id: '' }] = await query<{ actor_id: string }>(
    server.connection,
    'select actor_id from changes where id = $1',
    [renamed.headers[CHANGE_HEADER]],
  )
  expect(actor_id).toBe(user.id)
  expect((await me('GET', '/profile')).body).toMatchObject({
    ...{ firstName: 'Nia Maria', account: true },
    preferences: { theme: 'dark' },
  })

  const email = 'nia.new@example.org'
  for (const [body, field] of [
    [{ email }, 'password'],
    [{ email, password: 'not-her-password' }, 'password'],
    [{ role: 'admin' }, ''],
    [{ preferences: { timeZone: 'Europe/Atlantis' } }, 'preferences.timeZone'],
    [{ preferences: { theme: 'pink' } }, 'preferences.theme'],
  ] as const) {
    const refused = await me('PUT', '/account', body)
    expect(refused.status, refused.text).toBe(400)
    if (field) expect(errorOf(refused).fields).toHaveProperty([field])
  }
  const several = await me('PUT', '/account', { firstName: '', email: 'nobody', password: '' })
  expect(Object.keys(errorOf(several).fields ?? {}).sort()).toEqual([
    'email',
    'firstName',
    'password',
  ])
  expect((await me('PUT', '/account', { email, password: PASSWORD })).body.email).toBe(email)
  expect((await server.signIn(email)).status).toBe(200)
  expect(events()).toContain('email_changed')
})

test('a user sees sessions by device and ends one or all others, but only own ones', async () => {
  const user = await server.user()
  const here = await tokenOf(user.email, PASSWORD, { 'user-agent': FIREFOX })
  const there = await tokenOf(user.email, PASSWORD, { 'user-agent': 'curl/8.14.1' })
  const me = as(here)
  const list = async () =>
    (await me('GET', '/account/sessions')).body.sessions as Record<string, unknown>[]
  const before = await list()
  expect(before).toHaveLength(3)
  const current = before.filter(({ isCurrent }) => isCurrent)
  expect(current).toEqual([
    expect.objectContaining({ device: 'Firefox on Linux', address: '127.0.0.1' }),
  ])
  expect(JSON.stringify(before)).not.toContain(here)
  const id = before.find(({ device }) => device === 'curl')?.id
  expect((await as(server.token)('DELETE', `/account/sessions/${id}`)).status).toBe(404)
  expect((await me('DELETE', `/account/sessions/${id}`)).status).toBe(204)
  expect((await me('DELETE', `/account/sessions/${id}`)).status).toBe(404)
  expect((await as(there)('GET', '/profile')).status).toBe(401)
  expect((await me('DELETE', '/account/sessions')).status).toBe(204)
  expect(await list()).toHaveLength(1)
  expect((await as(user.token)('GET', '/profile')).status).toBe(401)
})

test('a new password needs the present one and ends all other sessions', async () => {
  const user = await server.user()
  const me = as(await tokenOf(user.email))
  const change = (current: string, next: string) =>
    me('POST', '/account/password', { current, next })
  for (const [current, next, field] of [
    ['not-her-password', NEXT, 'current'],
    [PASSWORD, PASSWORD, 'next'],
    [PASSWORD, 'password1', 'next'],
    [PASSWORD, 'short', 'next'],
  ] as const) {
    const refused = await change(current, next)
    expect(refused.status, refused.text).toBe(400)
    expect(Object.keys(errorOf(refused).fields)).toEqual([field])
  }
  expect((await change(PASSWORD, NEXT)).status).toBe(204)
  expect((await me('GET', '/profile')).status).toBe(200)
  expect((await as(user.token)('GET', '/profile')).status).toBe(401)
  expect((await server.signIn(user.email, PASSWORD)).status).toBe(401)
  expect((await server.signIn(user.email, NEXT)).status).toBe(200)
  // Guesses are limited for this session alone.
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) statuses.push((await change('guess', PASSWORD)).status)
  expect(statuses).toContain(429)
  expect((await server.signIn(user.email, NEXT)).status).toBe(200)
})

test('a password that changed after the check is not replaced', async () => {
  const { id, token } = await server.user()
  const { credentials } = server.store
  const { hashOf } = credentials
  const other = 'update credentials set hash = $2 where user_id = $1'
  vi.spyOn(credentials, 'hashOf').mockImplementationOnce(async (userId) => {
    const checked = await hashOf(userId)
    await query(server.connection, other, [id, `${checked}A`])
    return checked
  })
  const body = { current: PASSWORD, next: NEXT }
  expect((await as(token)('POST', '/account/password', body)).status).toBe(409)
})

test('a password set by an admin must be changed before any other call', async () => {
  const body = { firstName: 'New', lastName: 'Admin', password: PASSWORD, role: 'admin' }
  const email = 'new.admin@example.org'
  const made = await server.call('POST', '/auth/register', { body: { ...body, email } })
  expect(made.status, made.text).toBe(201)
  const signedIn = await server.signIn(email)
  expect(signedIn.body.user).toMatchObject({ must: ['password'] })
  const me = as(String(signedIn.body.token))
  // Lists read their caller with the rows, other routes in the guard.
  for (const path of ['/users', `/users/${server.adminId}`, '/admin/system-overview'])
    expect(errorOf(await me('GET', path)), path).toMatchObject({ rule: 'password' })
  expect((await me('GET', '/account')).body.must).toEqual(['password'])
  expect((await me('GET', '/profile')).status).toBe(200)
  expect((await me('POST', '/account/password', { current: PASSWORD, next: NEXT })).status).toBe(
    204,
  )
  expect((await me('GET', '/users')).status).toBe(200)
  expect((await server.signIn(email, NEXT)).body.user).not.toHaveProperty('must')
})

test('without a mail server there are no password links by mail', async () => {
  const methods = await server.call('GET', '/auth/methods', { token: '' })
  expect(methods.body).toMatchObject({ forgotten: false })
  expect(methods.headers['cache-control']).toBe('public, max-age=60')
  const body = { email: 'somebody@example.org' }
  expect((await server.call('POST', '/auth/forgotten', { token: '', body })).status).toBe(404)
})

describe('dangerous actions need a fresh confirmation', () => {
  const plain = { firstName: 'Pat', lastName: 'Plain', email: 'pat@example.org' }
  let admin: Awaited<ReturnType<TestApp['user']>>
  let me: ReturnType<typeof as>
  beforeAll(async () => {
    admin = await server.user({ role: 'admin' })
    me = as(admin.token)
  })

  test('making admins in any way, erasing and links are refused until the admin confirms', async () => {
    const other = await server.user()
    const gone = await server.user()
    await stale(admin.id)
    const role = { resource: 'users', change: { action: 'update', values: { role: 'admin' } } }
    const { body: demoted } = await server.call(
      'PUT',
      `/users/${(await server.user({ role: 'admin' })).id}`,
      {
        body: { role: 'user' },
      },
    )
    const [last] = await query<{ id: string }>(
      server.connection,
      'select change_id as id from history where record_id = $1 order by at desc limit 1',
      [demoted._id],
    )
    const ways: [string, string, unknown?][] = [
      ['POST', '/auth/register', { ...plain, password: PASSWORD, role: 'admin' }],
      ['PUT', `/users/${other.id}`, { email: 'moved@example.org' }],
      ['PUT', `/users/${other.id}`, { role: 'admin' }],
      ['POST', '/changes/plan', { ...role, ids: [other.id] }],
      ['POST', `/changes/${last?.id}/undo`, {}],
      ['DELETE', `/users/${gone.id}/erase`],
      ['POST', `/users/${other.id}/link`],
    ]
    for (const [method, path, body] of ways) {
      const refused = await me(method, path, body)
      expect(refused.status, `${path} ${refused.text}`).toBe(403)
      expect(errorOf(refused)).toMatchObject({ rule: 'confirm' })
    }
    expect((await server.call('GET', `/users/${other.id}`)).body.role).toBe('user')
    expect((await server.call('GET', `/users/${gone.id}`)).status).toBe(200)
    // Other edits need no confirmation.
    const shouted = { email: other.email.toUpperCase() }
    expect((await me('PUT', `/users/${other.id}`, shouted)).status).toBe(200)
    expect((await me('PUT', `/users/${other.id}`, { lastName: 'Still' })).status).toBe(200)

    expect((await me('POST', '/account/confirm', {})).status).toBe(400)
    const wrong = await me('POST', '/account/confirm', { password: 'not-it' })
    expect([wrong.status, errorOf(wrong).fields]).toEqual([
      400,
      { password: 'Your current password is wrong.' },
    ])
    expect((await me('GET', '/account')).body.confirmedUntil).toBeNull()
    expect((await me('POST', '/account/confirm', { password: PASSWORD })).status).toBe(204)
    expect((await me('GET', '/account')).body.confirmedUntil).toEqual(expect.any(String))
    for (const [method, path, body] of ways) {
      const done = await me(method, path, body)
      expect(done.status, `${path} ${done.text}`).toBeLessThan(300)
    }
    expect(events()).toEqual(expect.arrayContaining(['confirmed', 'confirm_failed']))
  })

  test('an import that makes admins needs it when it is applied', async () => {
    const file = JSON.stringify([
      { ...plain, email: 'by.file@example.org', password: PASSWORD, role: 'chief' },
    ])
    const caller = {
      ...server,
      token: admin.token,
      call: (method: string, path: string, options = {}) =>
        server.call(method, path, { token: admin.token, ...options }),
    }
    const read = await importFile(caller, 'users', file, { format: 'json' })
    await stale(admin.id)
    const one = await planned(caller, read, 'users')
    const role = one.columns.findIndex(({ field }) => field === 'role')
    const fixed = await caller.call('PATCH', `/users/imports/${one.id}/rows/2`, {
      body: { cells: { [role]: 'admin' } },
    })
    expect(fixed.body).toMatchObject({ state: 'create', faults: [] })
    const late = await caller.call('POST', `/users/imports/${one.id}/apply`, { body: {} })
    expect(errorOf(late), late.text).toMatchObject({ rule: 'confirm' })
    await me('POST', '/account/confirm', { password: PASSWORD })
    expect(await applied(caller, one, { path: 'users' })).toMatchObject({ state: 'applied' })
    // The admin knows this password, so it must be changed.
    expect((await server.signIn('by.file@example.org')).body.user).toMatchObject({
      must: ['password'],
    })
  })
})
