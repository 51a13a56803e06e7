import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityPage } from '#contract/security-log.ts'
import { setPassword } from '#server/first-admin.ts'
import { sweepSecurityEvents } from '#server/security-log/security-log.ts'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor' } })
})
afterAll(() => server.close())

async function events(filter = ''): Promise<SecurityPage> {
  await server.security.settled()
  const answer = await server.call('GET', `/security-events${filter}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as SecurityPage
}

/** Without fields that differ in each run. */
const told = ({ events: lines }: SecurityPage) =>
  lines.map(({ id: _id, at: _at, request: _request, ...rest }) => rest)

test('admins see who changed access rights, when, from where and to what', async () => {
  const { id, email } = await server.user({ firstName: 'Sia', lastName: 'Signs', role: 'editor' })
  const from = '198.51.100.7'
  const signedIn = await server.signIn(email, PASSWORD, { from })
  const token = String(signedIn.body.token)
  await server.call('GET', '/changes/plan', { token, from })
  expect((await server.call('GET', '/security-events', { token, from })).status).toBe(403)
  await server.signIn(email, 'a-guess-or-two', { from: '203.0.113.9' })
  await server.signIn('stranger@example.org', 'a-guess-or-two', { from })
  await server.call('POST', '/auth/logout', { token, from })
  await server.call('PUT', `/users/${id}`, { body: { role: 'user' } })
  await setPassword(server, id, 'four-yellow-waymarks')
  const found = await events(`?person=${id}`)
  const sia = { account: { id, name: 'Sia Signs', isLive: true } }
  const ada = { by: { id: server.adminId, name: 'Ada Admin' }, address: '127.0.0.1' }
  expect(told(found)).toEqual([
    { event: 'password_changed', ...sia },
    { event: 'sessions_ended', ...sia, ...ada },
    { event: 'role_changed', ...sia, ...ada, became: 'user' },
    { event: 'signed_out', ...sia, address: from },
    { event: 'sign_in_failed', ...sia, address: '203.0.113.9' },
    { event: 'access_refused', ...sia, address: from, what: 'GET /security-events' },
    { event: 'signed_in', ...sia, address: from },
    { event: 'signed_in', ...sia, address: '127.0.0.1' },
    { event: 'role_changed', ...sia, ...ada, became: 'editor' },
  ])
  expect(found.pagination.total).toBe(9)
  expect((await events(`?person=${id}&event=signed_in&at_is=last7days`)).events).toHaveLength(2)
  expect((await events(`?person=${id}&limit=3&page=3`)).events).toHaveLength(3)
  expect(told(await events(`?address=${from}`))).toHaveLength(4)
  // `person` matches both author and account.
  expect(told(await events(`?person=${server.adminId}&event=role_changed`))).toHaveLength(2)
  expect(JSON.stringify(await events('?limit=100'))).not.toMatch(/stranger|a-guess|waymarks/)
  for (const wrong of ['person=me', 'address=somewhere', 'event=nothing'])
    expect((await server.call('GET', `/security-events?${wrong}`)).status, wrong).toBe(400)
})

test('a change of rights and its event are written together or not at all', async () => {
  const { id } = await server.user()
  const before = (await events('?event=role_changed')).pagination.total
  await query(server.connection, 'alter table security_events rename to taken_away')
  const failed = await server.call('PUT', `/users/${id}`, { body: { role: 'editor' } })
  await query(server.connection, 'alter table taken_away rename to security_events')
  expect(failed.status).toBe(500)
  expect((await server.call('GET', `/users/${id}`)).body.role).toBe('user')
  expect((await events('?event=role_changed')).pagination.total).toBe(before)
})

test('a flood stores few rows and a count of the rest; events survive a database outage', async () => {
  for (let n = 0; n < 60; n += 1)
    await server.call('GET', '/users', { token: `garbage${n}`, from: '198.51.100.11' })
  server.security.close()
  expect((await events('?address=198.51.100.11')).events).toHaveLength(10)
  expect(told(await events('?event=events_left_out'))).toEqual([
    { event: 'events_left_out', count: 50 },
  ])
  const away = { account: server.adminId, address: null }
  await query(server.connection, 'alter table security_events rename to taken_away')
  for (let n = 0; n < 1200; n += 1) server.security.note('signed_out', away)
  await server.security.settled()
  await query(server.connection, 'alter table taken_away rename to security_events')
  const before = (await events('?event=signed_out')).pagination.total
  expect(before).toBeGreaterThanOrEqual(1000)
  expect(told(await events('?event=events_left_out&limit=1'))).toEqual([
    { event: 'events_left_out', count: 200 },
  ])
})

test('the security log is exported as CSV with names, or as JSON lines', async () => {
  await server.user({ firstName: 'Sia', lastName: 'Signs', role: 'editor' })
  await server.security.settled()
  const take = (asked: string) => server.call('GET', `/security-events/export?${asked}`)
  const table = (await take('format=csv&event=role_changed')).text
  expect(table).toContain('at,event,account,accountName,by,byName,address')
  expect(table).toMatch(/Z,role_changed,.*Sia Signs.*Ada Admin,127\.0\.0\.1/)
  const [, line = ''] = (await take('format=jsonl&event=role_changed')).text.trimEnd().split('\n')
  expect(JSON.parse(line).event).toMatchObject({ event: 'role_changed', actor: server.adminId })
  expect((await events('?event=exported')).events[0]?.what).toMatch(/^security-log_.*\.jsonl$/)
  expect((await take('format=xlsx')).status).toBe(400)
  expect((await take('format=csv&page=1')).status).toBe(400)
})

test('erasing a user removes the addresses from the security log, later ones too', async () => {
  const gone = await server.user({ lastName: 'Forgotten' })
  await server.signIn(gone.email, PASSWORD, { from: '192.0.2.77' })
  expect((await events('?address=192.0.2.77')).events).toHaveLength(1)
  expect((await server.call('DELETE', `/users/${gone.id}`)).status).toBe(204)
  expect((await server.call('DELETE', `/users/${gone.id}/erase`)).status).toBe(204)
  server.security.note('signed_out', { account: gone.id, address: '192.0.2.77' })
  expect((await events('?address=192.0.2.77')).events).toEqual([])
})

test('events are deleted after 90 days, and the log notes it', async () => {
  const { id } = await server.user()
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000)
  const count = async () => (await events(`?person=${id}`)).pagination.total
  server.security.note('signed_out', { account: id, address: null })
  expect(await count()).toBeGreaterThan(0)
  await sweepSecurityEvents(server.store.pool, dayOf(90.5))
  expect(await count()).toBeGreaterThan(0)
  await sweepSecurityEvents(server.store.pool, dayOf(91.5))
  expect(await count()).toBe(0)
  expect((await events('?event=log_swept')).events).toHaveLength(1)
  await sweepSecurityEvents(server.store.pool, dayOf(91.5))
  expect((await events('?event=log_swept')).events).toHaveLength(1)
})
