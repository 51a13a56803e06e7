import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setPassword } from '#server/first-admin.ts'
import { ADMIN, type Answer, query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
/** A second server on the same database, behind a trusted proxy. */
let proxied: TestApp
beforeAll(async () => {
  server = await startApp({
    env: {
      SIGN_IN_FAILURES_PER_ACCOUNT: '4',
      SIGN_IN_FAILURES_PER_ADDRESS: '8',
      SIGN_INS_PER_ACCOUNT: '20',
      SIGN_IN_WINDOW_MINUTES: '15',
    },
  })
  proxied = await startApp({
    connection: server.connection,
    env: { TRUST_PROXY: '10.9.0.0/16', SIGN_IN_FAILURES_PER_ADDRESS: '2' },
  })
})
afterAll(async () => {
  await proxied.close()
  await server.close()
})
// All counters are in the database.
beforeEach(() => server.store.pool.query('truncate limits, devices'))

const fail = (email: string, from: string, headers = {}) =>
  server.signIn(email, 'wrong-password', { from, headers })

test('an address with too many failures has to wait, even with the right password', async () => {
  for (let n = 0; n < 8; n += 1)
    expect((await fail(`person${n}@example.org`, '10.0.0.1')).status).toBe(401)
  const refused = await server.signIn(ADMIN.email, undefined, { from: '10.0.0.1' })
  expect(refused.status).toBe(429)
  expect(refused.body.error).toEqual({
    code: 'too_many_requests',
    message: 'Too many failed sign-ins. Try again in 15 minutes.',
  })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(900)
  expect((await server.signIn(ADMIN.email, undefined, { from: '10.0.0.2' })).status).toBe(200)
})

/** Moves the counters of accounts by milliseconds. */
const pass = (ms: number) =>
  query(
    server.connection,
    `update limits set expire = expire - $1 where key like 'sign-in:account:%'`,
    [ms],
  )
const waitOf = (answer: Answer) => Number(answer.headers['retry-after'])

/** The cookie as a browser sends it back. */
const cookieOf = (answer: Answer) => String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''

test('guessing one account from many addresses is slowed, in any spelling of the email', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) {
    const spelling = n % 2 ? ADMIN.email : ` ${ADMIN.email.toUpperCase()} `
    statuses.push((await fail(spelling, `10.1.0.${n}`)).status)
  }
  // Four free tries; then the delay doubles, so that few tries pass even on a slow machine.
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401])
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(45)
})

test('lookalike letters match no account, and spellings share a counter', async () => {
  await server.user({ email: 'victim.iii@example.org' })
  for (const letters of ['iİi', 'İii', 'İİİ', 'ııı', 'ⅰⅰⅰ', 'ｉｉｉ']) {
    const answer = await server.signIn(`victim.${letters}@example.org`, undefined, {
      from: '10.1.1.1',
    })
    expect(answer.status, letters).toBe(401)
  }
  // Spellings share a counter also without an account.
  const spellings = ['Nobody@Example.org', 'nobody@example.org ', 'NOBODY@EXAMPLE.ORG']
  for (const [index, email] of spellings.entries()) await fail(email, `10.1.2.${index}`)
  const counters = await query<{ points: number }>(
    server.connection,
    `select points from limits where key like 'sign-in:account:%' and points = 3`,
  )
  expect(counters).toHaveLength(1)
})

test('the delay grows with each failure up to a limit, and is in the answer', async () => {
  for (let n = 0; n < 4; n += 1) await fail('known.to.nobody@example.org', `10.1.3.${n}`)
  const waits: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const refused = await fail('known.to.nobody@example.org', `10.1.4.${n}`)
    if (refused.status === 429) waits.push(waitOf(refused))
    await pass(900_000)
    expect((await fail('known.to.nobody@example.org', `10.1.5.${n}`)).status).toBe(401)
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBeGreaterThan(800)
  expect(Math.max(...waits)).toBeLessThanOrEqual(900)
  const refused = await fail('known.to.nobody@example.org', '10.1.6.1')
  expect(refused.body.error).toEqual({
    code: 'too_many_requests',
    message: 'Too many failed sign-ins. Try again in 15 minutes.',
  })
})

test('during an attack a known device signs in, a new one waits', async () => {
  const owner = await server.user()
  const cookie = cookieOf(await server.signIn(owner.email, undefined, { from: '10.1.7.1' }))
  expect(cookie).toMatch(/^sign-in-device=[\w-]{43}$/)
  for (let n = 0; n < 14; n += 1) {
    await fail(owner.email, `10.1.8.${n}`)
    await pass(n < 13 ? 900_000 : 0)
  }
  const elsewhere = await server.signIn(owner.email, undefined, { from: '10.1.7.2' })
  expect(elsewhere.status).toBe(429)
  expect(waitOf(elsewhere)).toBeLessThanOrEqual(900)
  // Also if strangers at the same address have reached its limit.
  for (let n = 0; n < 8; n += 1) await fail(`other${n}@example.org`, '10.1.7.1')
  const headers = { cookie: `theme=dark; ${cookie}` }
  const back = await server.signIn(owner.email, undefined, { from: '10.1.7.1', headers })
  expect(back.status).toBe(200)
  expect(cookieOf(back)).toBe(cookie)
  // Another server on this database knows the device.
  const second = await startApp({ connection: server.connection })
  expect((await second.signIn(owner.email, undefined, { headers })).status).toBe(200)
  await second.close()
})

test('a known device has its own counter, for its accounts, until the password changes', async () => {
  const owner = await server.user()
  const other = await server.user()
  const first = await server.signIn(owner.email, undefined, { from: '10.1.9.1' })
  const both = await server.signIn(other.email, undefined, {
    from: '10.1.9.1',
    headers: { cookie: cookieOf(first) },
  })
  const headers = { cookie: cookieOf(both) }
  expect(cookieOf(both)).toMatch(/^sign-in-device=[\w-]{43}\.[\w-]{43}$/)
  for (let n = 0; n < 4; n += 1)
    expect((await fail(owner.email, `10.1.10.${n}`, headers)).status).toBe(401)
  expect((await fail(owner.email, '10.1.10.9', headers)).status).toBe(429)
  // Neither the owner elsewhere nor the other account is affected.
  expect((await server.signIn(owner.email, undefined, { from: '10.1.9.2' })).status).toBe(200)
  expect((await server.signIn(other.email, undefined, { headers })).status).toBe(200)
  // For other accounts it is an unknown device.
  for (let n = 0; n < 5; n += 1) await fail(ADMIN.email, `10.1.11.${n}`)
  expect((await fail(ADMIN.email, '10.1.11.9', headers)).status).toBe(429)
  await setPassword(server, other.id, 'another-long-word')
  expect(
    await query(server.connection, 'select 1 from devices where user_id = $1', [other.id]),
  ).toEqual([])
})

test('the device cookie is out of reach of scripts, other sites and the rest of the API', async () => {
  const plain = await server.signIn(ADMIN.email)
  expect(String(plain.headers['set-cookie']).split('; ').slice(1)).toEqual([
    'Path=/api/v1/auth',
    'Max-Age=31536000',
    'HttpOnly',
    'SameSite=Strict',
  ])
  const [stored] = await query<{ marker_hash: Buffer }>(
    server.connection,
    'select marker_hash from devices order by used_at desc',
  )
  expect(stored?.marker_hash).toHaveLength(32)
  expect(cookieOf(plain)).not.toContain(stored?.marker_hash.toString('base64url'))
  expect((await fail(ADMIN.email, '10.1.12.1')).headers['set-cookie']).toBeUndefined()
})

test('over TLS the cookie is bound to this host, and one set by another host is ignored', async () => {
  const signIn = (cookie = '') => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', cookie }
    return proxied.signIn(ADMIN.email, undefined, { from: '10.9.0.1', headers })
  }
  const secure = await signIn()
  expect(secure.headers['set-cookie']).toMatch(
    /^__Host-sign-in-device=[\w-]{43}; Path=\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const again = await signIn(`sign-in-device=${'A'.repeat(43)}; ${cookieOf(secure)}`)
  expect(cookieOf(again)).toBe(cookieOf(secure))
})

test('sign-ins that succeed have a limit too', async () => {
  const user = await server.user()
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1)
    statuses.push((await server.signIn(user.email, undefined, { from: `10.1.13.${n}` })).status)
  // The set-up signed in once.
  expect(statuses).toEqual([...Array<number>(19).fill(200), 429])
  const refused = await server.signIn(user.email, undefined, { from: '10.1.13.99' })
  expect(refused.body.error).toMatchObject({
    message: 'Too many sign-ins. Try again in 15 minutes.',
  })
  expect((await server.signIn(ADMIN.email)).status).toBe(200)
})

test('parallel guesses are counted one by one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => fail(`someone${n}@example.org`, '10.5.0.1')),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array<number>(8).fill(401), ...Array<number>(12).fill(429)])
  // The same holds for one account, guessed from many addresses when one try is due.
  for (let n = 0; n < 9; n += 1) {
    await fail('other@example.org', `10.5.1.${n}`)
    await pass(900_000)
  }
  const crowd = await Promise.all(
    Array.from({ length: 15 }, (_, n) => fail('other@example.org', `10.5.2.${n}`)),
  )
  expect(crowd.filter(({ status }) => status === 401)).toHaveLength(1)
})

test('a client cannot choose the key of its counter', async () => {
  for (let n = 0; n < 12; n += 1)
    await server.call('POST', '/auth/login', {
      token: '',
      from: '10.6.0.1',
      headers: { 'x-forwarded-for': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` },
      body: { email: `Some.One@Example.org${' '.repeat(n)}`, password: 'wrong', trick: n },
    })
  expect((await fail('fresh@example.org', '10.6.0.1')).status).toBe(429)
})

test('an IPv6 /64 counts as one address', async () => {
  for (let n = 0; n < 9; n += 1) await fail(`v6-${n}@example.org`, `2001:db8:1:2::${n}`)
  expect((await fail('fresh@example.org', '2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await fail('fresh@example.org', '2001:db8:1:3::1')).status).toBe(401)
})

test('an IPv6 /48 has a limit of its own', async () => {
  const from = (network: number) => `2001:db8:7:${network.toString(16)}::1`
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) statuses.push((await fail(`v6-${n}@example.org`, from(n))).status)
  expect(statuses).toEqual([...Array<number>(32).fill(401), ...Array<number>(8).fill(429)])
  expect((await fail('v6@example.org', '2001:db8:8::1')).status).toBe(401)
})

test('behind a trusted proxy the port does not matter, and invalid addresses count as one', async () => {
  const attempt = async (client: string, n: number) =>
    (
      await proxied.signIn(`client${n}@example.org`, 'wrong-password', {
        from: '10.9.0.1',
        headers: { 'x-forwarded-for': client },
      })
    ).status
  const many = async (clients: string[]) => (await Promise.all(clients.map(attempt))).toSorted()
  expect(await many(['1.2.3.4:5555', '1.2.3.4', '1.2.3.4:6666'])).toEqual([401, 401, 429])
  expect(await many(['[2001:db8::1]:80', '2001:db8::2', '[2001:db8::3]'])).toEqual([401, 401, 429])
  expect(await many(['unknown', '_hidden', 'x'.repeat(300)])).toEqual([401, 401, 429])
})

test('counts survive a restart, hold no email, and expire', async () => {
  for (let n = 0; n < 9; n += 1) await fail('victim@example.org', '10.7.0.1')
  const env = { SIGN_IN_FAILURES_PER_ADDRESS: '8' }
  const second = await startApp({ connection: server.connection, env })
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
