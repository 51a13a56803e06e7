import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp({
    env: {
      SIGN_IN_FAILURES_PER_ACCOUNT: '4',
      SIGN_IN_FAILURES_PER_ADDRESS: '8',
      SIGN_IN_FAILURES_UNDER_ATTACK: '2',
      SIGN_IN_WINDOW_MINUTES: '15',
    },
  })
})
afterEach(() => server.close())

const fail = (email: string, from: string, headers = {}) =>
  server.signIn(email, 'wrong-password', { from, headers })

test('an address that failed too often has to wait, with the right password too', async () => {
  for (let n = 0; n < 8; n += 1)
    expect((await fail(`person${n}@example.org`, '10.0.0.1')).status).toBe(401)
  const refused = await server.signIn(ADMIN.email, undefined, { from: '10.0.0.1' })
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({ code: 'too_many_requests' })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(900)
  expect((await server.signIn(ADMIN.email, undefined, { from: '10.0.0.2' })).status).toBe(200)
})

test('an attacked account slows strangers down, and its owner still gets in', async () => {
  for (let n = 0; n < 5; n += 1) await fail(ADMIN.email, `10.1.0.${n}`)
  expect((await fail(ADMIN.email, '10.2.0.1')).status).toBe(401)
  expect((await fail(ADMIN.email, '10.2.0.1')).status).toBe(401)
  expect((await fail(ADMIN.email, '10.2.0.1')).status).toBe(429)
  expect((await server.signIn(ADMIN.email, undefined, { from: '10.3.0.1' })).status).toBe(200)
})

test('a blocked address changes no account and adds no row', async () => {
  for (let n = 0; n < 8; n += 1) await fail(`person${n}@example.org`, '10.8.0.1')
  const accounts = () =>
    query(server.connection, `select * from limits where key like '%account:%' order by key`)
  const before = await accounts()
  // The eight, and the admin, whom the set-up signed in.
  expect(before).toHaveLength(9)
  for (const email of [ADMIN.email, 'person0@example.org', 'nobody@example.org'])
    expect((await fail(email, '10.8.0.1')).status).toBe(429)
  expect(await accounts()).toEqual(before)
  // The same where an attacked account refuses a stranger.
  for (let n = 0; n < 5; n += 1) await fail(ADMIN.email, `10.1.0.${n}`)
  for (let n = 0; n < 2; n += 1) await fail(ADMIN.email, '10.2.0.1')
  const attacked = await accounts()
  expect((await fail(ADMIN.email, '10.2.0.1')).status).toBe(429)
  expect(await accounts()).toEqual(attacked)
})

test('only failures count', async () => {
  for (let n = 0; n < 12; n += 1)
    expect((await server.signIn(ADMIN.email, undefined, { from: '10.4.0.1' })).status).toBe(200)
})

test('parallel guesses do not slip through together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fail('someone@example.org', '10.5.0.1')),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(8)
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(12)
})

test('nothing that the client chooses changes the key', async () => {
  for (let n = 0; n < 12; n += 1)
    await server.call('POST', '/auth/login', {
      token: '',
      from: '10.6.0.1',
      headers: { 'x-forwarded-for': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` },
      body: { email: `Some.One@Example.org${' '.repeat(n)}`, password: 'wrong', trick: n },
    })
  expect((await fail('fresh@example.org', '10.6.0.1')).status).toBe(429)
})

test('an IPv6 customer is one address, however many he has', async () => {
  for (let n = 0; n < 9; n += 1) await fail(`v6-${n}@example.org`, `2001:db8:1:2::${n}`)
  expect((await fail('fresh@example.org', '2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await fail('fresh@example.org', '2001:db8:1:3::1')).status).toBe(401)
})

test('behind a trusted proxy the client behind it counts', async () => {
  const proxied = await startApp({
    env: { TRUST_PROXY: '10.9.0.0/16', SIGN_IN_FAILURES_PER_ADDRESS: '2' },
  })
  const attempt = (client: string) =>
    proxied.signIn(`x${client}@example.org`, 'wrong-password', {
      from: '10.9.0.1',
      headers: { 'x-forwarded-for': client },
    })
  for (let n = 0; n < 2; n += 1) expect((await attempt('198.51.100.7')).status).toBe(401)
  expect((await attempt('198.51.100.7')).status).toBe(429)
  expect((await attempt('198.51.100.8')).status).toBe(401)
  await proxied.close()
})

test('counts survive a restart, name nobody, and run out', async () => {
  for (let n = 0; n < 9; n += 1) await fail('victim@example.org', '10.7.0.1')
  const second = await startApp({
    connection: server.connection,
    env: { SIGN_IN_FAILURES_PER_ADDRESS: '8' },
  })
  expect((await second.signIn(ADMIN.email, undefined, { from: '10.7.0.1' })).status).toBe(429)
  await second.close()
  const keys = await query<{ key: string }>(server.connection, 'select key from limits')
  expect(JSON.stringify(keys)).not.toContain('victim')
  await query(server.connection, 'update limits set expire = $1', [Date.now() - 1])
  expect((await fail('victim@example.org', '10.7.0.1')).status).toBe(401)
  await query(server.connection, 'update limits set expire = $1', [Date.now() - 1])
  await server.store.sweepLimits()
  expect(await query(server.connection, 'select key from limits')).toEqual([])
})
