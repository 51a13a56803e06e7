import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPassword } from '#server/first-admin.ts'
import { ADMIN, PASSWORD, startApp, type TestApp } from '../support/app.ts'
import { adminCommand } from '../support/command.ts'

let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  server = await startApp({
    onLog: (line) => lines.push(line),
    env: { SIGN_IN_FAILURES_PER_ACCOUNT: '2' },
  })
})
afterAll(() => server.close())

type Line = Record<string, unknown> & { level: number; msg: string }

/** The new lines of the security log, without their common fields. */
function told(): Record<string, unknown>[] {
  const all = lines.splice(0).map((line) => JSON.parse(line) as Line)
  const ours = all.filter(({ msg }) => msg === 'security')
  // At the default level, with the id of the request if there was one.
  for (const { level, reqId } of ours) {
    expect(level).toBe(40)
    if (reqId !== undefined && reqId !== null) expect(reqId).toMatch(/^[0-9a-f]{8}-/)
  }
  return ours.map((line) =>
    Object.fromEntries(Object.entries(line).filter(([key]) => !ALWAYS.includes(key))),
  )
}
const ALWAYS = ['level', 'time', 'pid', 'hostname', 'reqId', 'msg']

test('sign-ins, refusals and sign-outs are logged with address and account', async () => {
  const user = await server.user()
  told()
  const from = '198.51.100.7'
  const account = user.id
  const signedIn = await server.signIn(user.email, PASSWORD, { from })
  const token = String(signedIn.body.token)
  expect(told()).toEqual([{ event: 'signed_in', address: from, account }])

  await server.call('POST', '/auth/logout', { token, from })
  expect(told()).toEqual([{ event: 'signed_out', address: from, account }])

  for (let n = 0; n < 3; n += 1) await server.signIn(user.email, 'guess-of-a-password', { from })
  await server.signIn('nobody@example.org', 'guess-of-a-password', { from: '2001:db8::7' })
  expect(told()).toEqual([
    { event: 'sign_in_failed', address: from, account },
    { event: 'sign_in_failed', address: from, account },
    { event: 'sign_in_refused', address: from, account },
    { event: 'sign_in_failed', address: '2001:db8:0:0:0:0:0:7', account: null },
  ])
})

test('a refused token is logged, a call without one is not', async () => {
  const user = await server.user()
  const scopes = [{ resource: 'events', actions: ['send'] }]
  const made = await server.call('POST', '/tokens', { body: { name: 'Mobile backend', scopes } })
  const service = String(made.body.token)
  told()
  const from = '198.51.100.8'
  await server.call('GET', '/users', { token: '', from })
  await server.call('GET', '/users', { token: 'garbage', from })
  await server.call('GET', '/users', { token: user.token, from })
  await server.call('GET', '/users', { token: service, from })
  await server.call('POST', '/events', { token: `svc_${'x'.repeat(43)}`, from, body: {} })
  const refused = { event: 'token_refused', address: from, account: null, status: 401 }
  const what = 'GET /users'
  expect(told()).toEqual([
    refused,
    { event: 'access_refused', address: from, account: user.id, status: 403, what },
    {
      event: 'access_refused',
      address: from,
      account: null,
      status: 403,
      service: 'Mobile backend',
      what,
    },
    refused,
  ])
})

test('a new admin and changes of role, status and password are logged', async () => {
  const from = '198.51.100.9'
  const by = server.adminId
  const plain = await server.user()
  const made = await server.call('POST', '/auth/register', {
    from,
    body: {
      firstName: 'New',
      lastName: 'Seldonian',
      email: 'new@example.org',
      password: PASSWORD,
      role: 'admin',
    },
  })
  const account = String(made.body._id)
  const change = (id: string, body: object) => server.call('PUT', `/users/${id}`, { from, body })
  expect(told().at(-1)).toEqual({ event: 'admin_made', address: from, account, by })
  await change(account, { firstName: 'Newer' })
  expect(told()).toEqual([])
  await change(account, { role: 'user' })
  await change(account, { isActive: false, role: 'admin' })
  await setPassword(server, account, 'another-long-word')
  await server.call('DELETE', `/users/${plain.id}`, { from })
  expect((await change(server.adminId, { role: 'user' })).status).toBe(409)
  expect(told()).toEqual([
    { event: 'role_changed', address: from, account, by, to: 'user' },
    { event: 'role_changed', address: from, account, by, to: 'admin' },
    { event: 'status_changed', address: from, account, by, to: 'inactive' },
    { event: 'password_changed', address: null, account, by: null },
    { event: 'user_deleted', address: from, account: plain.id, by },
    { event: 'sessions_ended', address: from, account: plain.id, by },
  ])
})

test('npm run admin logs the same, with the name of a token instead of the token', async () => {
  const run = async (...args: string[]) => {
    const { said, logged } = await adminCommand(server, ...args)
    const entries = logged.split('\n').filter(Boolean)
    const [entry] = entries.map((line) => JSON.parse(line) as Line)
    expect(entries, logged).toHaveLength(1)
    expect(entry).toMatchObject({ level: 40, msg: 'security' })
    expect(logged).not.toMatch(/@|Seldonian|svc_/)
    const [, password = '?'] = /^Password: (\S+)/m.exec(said) ?? []
    expect(logged).not.toContain(password)
    return entry
  }
  const email = 'shell@example.org'
  const names = ['--first-name', 'Shell', '--last-name', 'Seldonian']
  const made = await run('create', '--email', email, ...names)
  const found = await server.store.credentials.find(email)
  const account = found?.user.id
  expect(made).toMatchObject({ event: 'admin_made', account, by: null, address: null })
  expect(await run('set-password', '--email', 'Shell@Example.org')).toMatchObject({
    event: 'password_changed',
    account,
  })
  const chosen = ['--password', 'violet harbour lantern 7']
  await run('set-password', '--email', email, ...chosen)
  expect((await server.signIn(email, String(chosen[1]))).status).toBe(200)
  told()
  const service = 'Mobile backend, second'
  expect(await run('token', '--name', service)).toMatchObject({
    event: 'service_token_made',
    service,
  })
  expect(await run('revoke-token', '--name', service)).toMatchObject({
    event: 'service_token_revoked',
    service,
  })
})

test('no line holds a secret, an email, a token or a name', async () => {
  const all: string[] = []
  const other = await startApp({ onLog: (line) => all.push(line) })
  const user = await other.user({ lastName: 'Seldonian', role: 'admin' })
  const { token } = (await other.signIn(user.email, PASSWORD)).body
  await other.signIn(user.email, 'guess-of-a-password')
  await other.signIn('Somebody@example.org', 'guess-of-a-password')
  await other.call('GET', '/users', { token: 'garbage-of-a-token' })
  await other.call('PUT', `/users/${user.id}`, { body: { role: 'user' } })
  await other.call('POST', '/auth/logout')
  const cookie = String((await other.signIn(ADMIN.email)).headers['set-cookie'])
  await other.close()
  const log = all.join('')
  expect(log).toContain('"event":"signed_in"')
  for (const secret of [
    ...[PASSWORD, 'guess-of-a-password', 'garbage-of-a-token', String(token), other.token],
    ...['Seldonian', user.email, ADMIN.email, '@example.org', /=([^;]+)/.exec(cookie)?.[1] ?? '?'],
  ])
    expect(log, secret).not.toContain(secret)
})
