import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { SIGN_IN_FAILURES_PER_ADDRESS: '1000', CONSOLE_ROLES: 'analyst' },
  })
})
afterAll(() => server.close())

const errorOf = (answer: { body: Record<string, unknown> }) => Object(answer.body.error)

const KNOWN_WORDS =
  'Password is too easy to guess: it contains little more than names of this product. Choose another one.'

describe('passwords', () => {
  const register = (password: unknown, email = 'pass@example.org') =>
    server.call('POST', '/auth/register', {
      body: { firstName: 'Pa', lastName: 'Ss', email, password },
    })

  test.each([
    ['seven77', 'Password needs at least 8 characters.'],
    ['x'.repeat(129), 'Password may have at most 128 characters.'],
    ['password1', 'Password is too common. Choose another one.'],
    ['Waymark2026!', KNOWN_WORDS],
    ['', 'Password is required.'],
    [undefined, 'Password is required.'],
  ])('%s is refused at its field', async (password, message) => {
    const answer = await register(password)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).fields).toEqual({ password: message })
  })

  test.each([[`${'x'.repeat(127)}ü`], ['пароль-из-букв'], ['with spaces in it ']])(
    '%s is accepted and signs in',
    async (password) => {
      const email = `p${password.length}@example.org`
      expect((await register(password, email)).status).toBe(201)
      expect((await server.signIn(email, password)).status).toBe(200)
      expect((await server.signIn(email, password.trimEnd().toUpperCase())).status).toBe(401)
    },
  )

  test('an edit cannot set a password, and says so', async () => {
    const user = await server.user()
    const answer = await server.call('PUT', `/users/${user.id}`, {
      body: { password: 'a-new-long-one' },
    })
    expect(answer.status).toBe(400)
    expect(errorOf(answer).fields).toEqual({
      password: 'Password can only be set when the user is created.',
    })
    expect((await server.signIn(user.email)).status).toBe(200)
  })

  test('no answer, record or history row holds a password or a hash', async () => {
    const secret = 'unmistakable-secret-42'
    const answer = await register(secret, 'secret@example.org')
    expect(answer.text).not.toContain(secret)
    const rows = await query<{ all: string }>(
      server.connection,
      `select r::text as all from rec_users r union all select h::text from history h`,
    )
    expect(rows.some(({ all }) => all.includes(secret) || all.includes('argon2'))).toBe(false)
  })
})

test('users are filtered by role, status, segment, and days including the last', async () => {
  await server.user({ role: 'admin', isActive: false })
  const count = async (parameters: string) => {
    const answer = await server.call('GET', `/users?${parameters}`)
    expect(answer.status, parameters).toBe(200)
    return Number(answer.body.count)
  }
  const all = await count('')
  expect((await count('role=admin')) + (await count('role=user'))).toBe(all)
  expect((await count('isActive=true')) + (await count('isActive=false'))).toBe(all)
  expect(await count('segment=unspecified')).toBe(all)
  await server.user({ segment: 'graduate' })
  expect(await count('segment=graduate')).toBe(1)
  expect(await count('segment=unspecified')).toBe(all)
  // Three days ago, so that midnight during the test does not matter.
  const moment = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const [day, before] = [moment(3).slice(0, 10), moment(4).slice(0, 10)]
  await query(server.connection, 'update rec_users set created_at = $1', [`${day}T12:00:00Z`])
  expect(await count(`createdAt_from=${day}&createdAt_to=${day}`)).toBe(all + 1)
  expect(await count(`createdAt_to=${before}`)).toBe(0)
  expect(await count(`createdAt_from=${before}&role=admin&isActive=false`)).toBe(1)
  expect(await count('createdAt_is=last7days')).toBe(all + 1)
  expect(await count('createdAt_is=yesterday')).toBe(0)
  // The last login is stored apart from the record.
  const never = await count('lastLogin_is=empty')
  const known = await count('lastLogin_is=last7days')
  expect([never > 0, known > 0, never + known]).toEqual([true, true, all + 1])
  expect(await count(`lastLogin_from=${before}`)).toBe(known)
  expect(await count(`lastLogin_to=${before}`)).toBe(0)
  for (const wrong of [
    'role=owner',
    'role=ADMIN',
    'segment=retired',
    'isActive=1',
    'createdAt_from=2026-02-30',
    'createdAt=2026-01-01',
    'createdAt_to=tomorrow',
    'createdAt_is=empty',
    'lastLogin_is=soon',
    'lastLogin_is=empty&lastLogin_from=2026-02-01',
    `createdAt_from=${day}&createdAt_to=${before}`,
    'email=a@b.org',
  ])
    expect((await server.call('GET', `/users?${wrong}`)).status, wrong).toBe(400)
})

test('the number of sessions that a change of role or status ends is known before', async () => {
  const { id, email } = await server.user()
  await server.signIn(email)
  const signIns = async (token?: string) =>
    (await server.call('GET', `/users/${id}/uses`, token === undefined ? {} : { token })).body
      .signIns
  expect(await signIns()).toBe(2)
  await server.call('PUT', `/users/${id}`, { body: { isActive: false } })
  expect(await signIns()).toBe(0)
  // A role that can only read users does not see sessions.
  const analyst = await server.user({ role: 'analyst' })
  expect(await signIns(analyst.token)).toBeUndefined()
  expect(await signIns()).toBe(0)
})

describe('admins cannot lock themselves out', () => {
  test.each([
    ['PUT', { role: 'user' }, 'You cannot remove the admin role from your own account.'],
    ['PUT', { isActive: false }, 'You cannot deactivate your own account.'],
    ['DELETE', undefined, 'You cannot delete your own account.'],
  ])('%s %o of the own account is 409', async (method, body, message) => {
    const answer = await server.call(method, `/users/${server.adminId}`, body ? { body } : {})
    expect(answer.status).toBe(409)
    expect(errorOf(answer).message).toBe(message)
    expect((await server.call('GET', '/users')).status).toBe(200)
  })
})

describe('an active admin always remains', () => {
  let two: [{ id: string; token: string }, { id: string; token: string }]
  beforeEach(async () => {
    await query(
      server.connection,
      `update rec_users set data = data || '{"role":"admin"}' where id = $1`,
      [server.adminId],
    )
    two = [await server.user({ role: 'admin' }), await server.user({ role: 'admin' })]
    // These two are now the only admins.
    await query(
      server.connection,
      `update rec_users set data = data || '{"role":"user"}' where id <> all ($1::uuid[])`,
      [two.map(({ id }) => id)],
    )
  })

  const adminsLeft = async () => {
    const [row] = await query<{ n: number }>(
      server.connection,
      `select count(*) as n from rec_users where deleted_at is null and data ->> 'role' = 'admin' and data ->> 'isActive' = 'true'`,
    )
    return Number(row?.n)
  }

  test.each(['demotes', 'deactivates', 'deletes'])(
    'when each %s the other at once',
    async (way) => {
      const on = (by: number, target: number) => {
        const path = `/users/${two[target]?.id}`
        const token = two[by]?.token ?? ''
        if (way === 'deletes') return server.call('DELETE', path, { token })
        const body = way === 'demotes' ? { role: 'user' } : { isActive: false }
        return server.call('PUT', path, { token, body })
      }
      const answers = await Promise.all([on(0, 1), on(1, 0)])
      const statuses = answers.map(({ status }) => status).sort()
      // The loser is refused, or was already signed out by the winner.
      expect(statuses[0]).toBeLessThan(300)
      expect([401, 403, 409]).toContain(statuses[1])
      expect(await adminsLeft()).toBe(1)
    },
  )

  test('an admin without a password does not count', async () => {
    await query(server.connection, 'delete from credentials where user_id = $1', [two[1].id])
    const { changes, adminId } = server
    const author = { id: adminId, requestId: null, role: 'admin', via: 'form' } as const
    const last = changes.update('users', two[0].id, { role: 'user' }, undefined, author)
    await expect(last).rejects.toThrow('At least one active admin who can sign in must remain.')
    expect(await adminsLeft()).toBe(2)
  })
})
