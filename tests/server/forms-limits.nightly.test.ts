import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FORM_PATHS, STAMP, STAMP_HEADER } from '#contract/forms.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, oldEnough, post, postPlainly } from '../support/forms.ts'

/*
 * One server for the file. It remembers in memory which addresses reached a limit, so each test has addresses of its
 * own. The tests of the limit in total start a second server on the same database: nothing else clears its memory.
 */
const env = { FORM_POSTS_PER_ADDRESS: '3', FORM_WINDOW_MINUTES: '30' }
let server: TestApp
beforeAll(async () => {
  server = await startApp({ env })
})
afterAll(() => server.close())
beforeEach(() => server.store.pool.query('truncate limits, rec_waitlist, rec_messages'))

/** Starts a server on the same database that takes five posts in total. */
const startSmall = () =>
  startApp({ env: { ...env, FORM_POSTS_IN_TOTAL: '5' }, connection: server.connection })

const join = (number: number, from: string, on = server) =>
  post(on, 'waitlist', { email: `person${number}@example.org` }, { from })
const stored = async () => (await query(server.connection, 'select id from rec_waitlist')).length

test('an address over its limit has to wait, others do not', async () => {
  for (let n = 0; n < 3; n += 1) expect((await join(n, '10.0.10.1')).status).toBe(200)
  const refused = await join(3, '10.0.10.1')
  expect(refused.status).toBe(429)
  expect(refused.body.error).toEqual({
    code: 'too_many_requests',
    message: 'Too many messages were sent from your network. Try again in 30 minutes.',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1700)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1800)
  expect(refused.headers[STAMP_HEADER]).toBeTruthy()
  expect((await join(4, '10.0.10.2')).status).toBe(200)
  expect(await stored()).toBe(4)
})

test('both forms share the limits, however they are sent', async () => {
  const from = '10.0.12.1'
  for (const send of [post, postPlainly])
    expect((await send(server, 'contact', MESSAGE, { from })).status).toBeLessThan(400)
  expect((await join(1, from)).status).toBe(200)
  expect((await postPlainly(server, 'contact', MESSAGE, { from })).status).toBe(429)
})

test('the total limit does not affect the rest of the API', async () => {
  const small = await startSmall()
  for (let n = 0; n < 5; n += 1) expect((await join(n, `10.0.1.${n}`, small)).status).toBe(200)
  for (const from of ['10.0.1.1', '10.0.2.1', '2001:db8::1']) {
    const refused = await join(9, from, small)
    expect(refused.status).toBe(429)
    expect(Object(refused.body.error).message).toMatch(/too many messages.* in 30 minutes\.$/i)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1700)
  }
  expect(await stored()).toBe(5)
  expect((await small.call('GET', '/waitlist', { from: '10.0.2.1' })).status).toBe(200)
  expect((await small.signIn('admin@example.org')).status).toBe(200)
  await small.close()
})

test('an address that sends only refused posts has to wait, others do not', async () => {
  const from = '10.0.17.1'
  const wrong: Record<string, () => ReturnType<typeof post>> = {
    'without a stamp': () => post(server, 'contact', { ...MESSAGE, [STAMP]: '' }, { from }),
    'with a wrong field': () =>
      postPlainly(server, 'contact', { ...MESSAGE, email: 'x' }, { from }),
    'with too many fields': () =>
      postPlainly(server, 'waitlist', Object.fromEntries(many.map((key) => [key, ''])), { from }),
    'that is no form': () =>
      server.call('POST', FORM_PATHS.waitlist, { token: '', body: 'x'.repeat(70_000), from }),
  }
  const many = Array.from({ length: 30 }, (_, number) => `field${number}`)
  const kinds = Object.values(wrong)
  const statuses = new Set<number>()
  for (let n = 0; n < 30; n += 1) statuses.add((await kinds[n % kinds.length]?.())?.status ?? 0)
  expect([...statuses].sort()).toEqual([400, 415])
  for (const [kind, send] of Object.entries(wrong)) {
    const refused = await send()
    expect(refused.status, kind).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.headers[STAMP_HEADER]).toBeTruthy()
  }
  // What is right is still taken: behind one address there may be many people.
  expect((await join(1, from)).status).toBe(200)
  expect(
    (await post(server, 'contact', { ...MESSAGE, email: 'x' }, { from: '10.0.17.2' })).status,
  ).toBe(400)
})

test('several servers share secret and counts, also after a restart', async () => {
  const second = await startApp({ env, connection: server.connection })
  // A page of one server is sent to the other.
  const body = { email: 'shared@example.org', [STAMP]: oldEnough(server) }
  const sent = await second.call('POST', FORM_PATHS.waitlist, {
    token: '',
    body,
    from: '10.0.18.1',
  })
  expect(sent.status, sent.text).toBe(200)
  for (let n = 0; n < 2; n += 1) expect((await join(n, '10.0.18.1')).status).toBe(200)
  expect((await join(8, '10.0.18.1', second)).status).toBe(429)
  const stamp = oldEnough(server)
  await second.close()
  const restarted = await startApp({ env, connection: server.connection })
  expect(restarted.stamps.ageOf(stamp)).toBeGreaterThan(0)
  expect((await join(9, '10.0.18.1', restarted)).status).toBe(429)
  const secrets = await Promise.all(
    [server, restarted, server].map((one) => one.store.secret('made at once')),
  )
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  await restarted.close()
  const other = await startApp()
  expect(await other.store.secret('made at once')).not.toBe(secrets[0])
  await other.close()
})
