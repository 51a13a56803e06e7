import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignInEventPage } from '#contract/sign-in-events.ts'
import { setPassword } from '#server/process/first-admin.ts'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor' } })
})
afterAll(() => server.close())

async function events(filter = ''): Promise<SignInEventPage> {
  await server.store.signInEvents.settled()
  const answer = await server.call('GET', `/sign-in-events${filter}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as SignInEventPage
}

test('ACT-01 what happens around signing in is there for admins: who, when, from where', async () => {
  const { id, email } = await server.user({ firstName: 'Sia', lastName: 'Signs', role: 'editor' })
  const from = '198.51.100.7'
  const signedIn = await server.signIn(email, PASSWORD, { from })
  await server.signIn(email, 'a-guess-or-two', { from: '203.0.113.9' })
  await server.signIn('stranger@example.org', 'a-guess-or-two', { from })
  await server.call('POST', '/auth/logout', { token: String(signedIn.body.token), from })
  await server.call('PUT', `/users/${id}`, { body: { role: 'user' } })
  await setPassword(server, id, 'four-yellow-waymarks')
  const found = await events(`?user=${id}`)
  const sia = { user: { id, name: 'Sia Signs', isLive: true } }
  const ada = { by: { id: server.adminId, name: 'Ada Admin' }, address: '127.0.0.1' }
  expect(found.events.map(({ id: _id, at: _at, ...rest }) => rest)).toEqual([
    { event: 'password_changed', ...sia },
    { event: 'sessions_ended', ...sia, ...ada },
    { event: 'role_changed', ...sia, ...ada, became: 'user' },
    { event: 'signed_out', ...sia, address: from },
    { event: 'sign_in_failed', ...sia, address: '203.0.113.9' },
    { event: 'signed_in', ...sia, address: from },
    { event: 'signed_in', ...sia, address: '127.0.0.1' },
    { event: 'role_changed', ...sia, ...ada, became: 'editor' },
  ])
  expect(found.pagination.total).toBe(8)
  expect((await events(`?user=${id}&event=signed_in&at_is=today`)).events).toHaveLength(2)
  expect((await events(`?user=${id}&limit=3&page=3`)).events).toHaveLength(2)
  expect(JSON.stringify(await events('?limit=100'))).not.toMatch(/stranger|a-guess|waymarks/)
})

test('ACT-01 API-02 only admins read them, and they go when they are old', async () => {
  const editor = await server.user({ role: 'editor' })
  const token = editor.token
  expect((await server.call('GET', '/sign-in-events', { token })).status).toBe(403)
  expect((await server.call('GET', '/sign-in-events?user=me')).status).toBe(400)
  await events()
  await query(
    server.connection,
    `update sign_in_events set at = now() - interval '91 days' where user_id = $1`,
    [editor.id],
  )
  await server.store.signInEvents.sweep()
  expect((await events(`?user=${editor.id}`)).events).toEqual([])
  expect((await events()).events.length).toBeGreaterThan(0)
})

test('ACT-01 many at once are kept by few statements, and of a flood no more than a bound', async () => {
  const before = (await events('?event=signed_out')).pagination.total
  for (let n = 0; n < 2000; n += 1)
    server.store.signInEvents.add({
      ...{ event: 'signed_out', userId: server.adminId, byId: null, address: null, became: null },
    })
  expect((await events('?event=signed_out')).pagination.total).toBe(before + 1000)
})
