import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSignInLimits } from '#server/auth/limits.ts'
import { readConfig } from '#server/config.ts'
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
// All counters are in the database: without these rows each test begins as on a new server.
beforeEach(() => server.store.pool.query('truncate limits, devices'))

const fail = (email: string, from: string, headers = {}) =>
  server.signIn(email, 'wrong-password', { from, headers })

test('an address that failed too often has to wait, with the right password too', async () => {
  for (let n = 0; n < 8; n += 1)
    expect((await fail(`person${n}@example.org`, '10.0.0.1')).status).toBe(401)
  const refused = await server.signIn(ADMIN.email, undefined, { from: '10.0.0.1' })
  expect(refused.status).toBe(429)
  expect(refused.body.error).toEqual({
    code: 'too_many_requests',
    message: 'Too many failed sign-ins. Please try again in 15 minutes.',
  })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(900)
  expect((await server.signIn(ADMIN.email, undefined, { from: '10.0.0.2' })).status).toBe(200)
})

/** Lets so many milliseconds pass for the counters of accounts. */
const pass = (ms: number) =>
  query(
    server.connection,
    `update limits set expire = expire - $1 where key like 'sign-in:account:%'`,
    [ms],
  )
const waitOf = (answer: Answer) => Number(answer.headers['retry-after'])

/** What a browser would send back of the cookie that an answer set. */
const cookieOf = (answer: Answer) => String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''

test('guessing one account from sixty addresses is slowed, and its other spellings with it', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) {
    const spelling = n % 2 ? ADMIN.email : ` ${ADMIN.email.toUpperCase()} `
    statuses.push((await fail(spelling, `10.1.0.${n}`)).status)
  }
  // Four for nothing; then each waits twice as long, so that however slow this machine is few are due.
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401])
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(45)
})

test('letters of other alphabets open no counter of their own, and no account', async () => {
  await server.user({ email: 'victim.iii@example.org' })
  for (const letters of ['iİi', 'İii', 'İİİ', 'ııı', 'ⅰⅰⅰ', 'ｉｉｉ']) {
    const answer = await server.signIn(`victim.${letters}@example.org`, undefined, {
      from: '10.1.1.1',
    })
    expect(answer.status, letters).toBe(401)
  }
  // Of somebody who has no account each spelling is one, as for those who have.
  const spellings = ['Nobody@Example.org', 'nobody@example.org ', 'NOBODY@EXAMPLE.ORG']
  for (const [index, email] of spellings.entries()) await fail(email, `10.1.2.${index}`)
  const counters = await query<{ points: number }>(
    server.connection,
    `select points from limits where key like 'sign-in:account:%' and points = 3`,
  )
  expect(counters).toHaveLength(1)
})

test('the delay grows with each failure, says how long, and has a bound', async () => {
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
    message: 'Too many failed sign-ins. Please try again in 15 minutes.',
  })
})

test('while strangers guess, a device that has signed in before gets in, a new one waits', async () => {
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
  // Nor does it matter that strangers behind the same address have used that up.
  for (let n = 0; n < 8; n += 1) await fail(`other${n}@example.org`, '10.1.7.1')
  const headers = { cookie: `theme=dark; ${cookie}` }
  const back = await server.signIn(owner.email, undefined, { from: '10.1.7.1', headers })
  expect(back.status).toBe(200)
  expect(cookieOf(back)).toBe(cookie)
  // Another server on this database knows it too.
  const second = await startApp({ connection: server.connection })
  expect((await second.signIn(owner.email, undefined, { headers })).status).toBe(200)
  await second.close()
})

test('a device answers for its own failures, for its own accounts, and until the password changes', async () => {
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
  // Its owner is not kept out by it, nor is the other account.
  expect((await server.signIn(owner.email, undefined, { from: '10.1.9.2' })).status).toBe(200)
  expect((await server.signIn(other.email, undefined, { headers })).status).toBe(200)
  // For any other account it is as good as none.
  for (let n = 0; n < 5; n += 1) await fail(ADMIN.email, `10.1.11.${n}`)
  expect((await fail(ADMIN.email, '10.1.11.9', headers)).status).toBe(429)
  await setPassword(server, other.id, 'another-long-word')
  expect(
    await query(server.connection, 'select 1 from devices where user_id = $1', [other.id]),
  ).toEqual([])
})

test('the marker of a device is out of reach of scripts, other sites, and the rest of the API', async () => {
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
  const secure = await proxied.signIn(ADMIN.email, undefined, {
    from: '10.9.0.1',
    headers: { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' },
  })
  expect(secure.headers['set-cookie']).toMatch(/; Secure;/)
})

test('sign-ins that succeed have a limit too', async () => {
  const user = await server.user()
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1)
    statuses.push((await server.signIn(user.email, undefined, { from: `10.1.13.${n}` })).status)
  // One more was that of the set-up.
  expect(statuses).toEqual([...Array<number>(19).fill(200), 429])
  const refused = await server.signIn(user.email, undefined, { from: '10.1.13.99' })
  expect(refused.body.error).toMatchObject({
    message: 'Too many sign-ins. Please try again in 15 minutes.',
  })
  expect((await server.signIn(ADMIN.email)).status).toBe(200)
})

test('a blocked address changes no account and adds no row', async () => {
  for (let n = 0; n < 8; n += 1) await fail(`person${n}@example.org`, '10.8.0.1')
  const accounts = () =>
    query(server.connection, `select * from limits where key like '%account:%' order by key`)
  const before = await accounts()
  expect(before).toHaveLength(8)
  for (const email of [ADMIN.email, 'person0@example.org', 'nobody@example.org'])
    expect((await fail(email, '10.8.0.1')).status).toBe(429)
  expect(await accounts()).toEqual(before)
  // The same where an attacked account refuses a stranger.
  for (let n = 0; n < 5; n += 1) await fail(ADMIN.email, `10.1.0.${n}`)
  await pass(900_000)
  await fail(ADMIN.email, '10.2.0.1')
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

test('a whole IPv6 /48 has a limit beside that of each /64', async () => {
  const from = (network: number) => `2001:db8:7:${network.toString(16)}::1`
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) statuses.push((await fail(`v6-${n}@example.org`, from(n))).status)
  expect(statuses).toEqual([...Array<number>(32).fill(401), ...Array<number>(8).fill(429)])
  expect((await fail('v6@example.org', '2001:db8:8::1')).status).toBe(401)
})

test('a port behind a forwarded address changes nothing, and what is no address counts as one', async () => {
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

test('behind a trusted proxy the client behind it counts', async () => {
  const attempt = (client: string) =>
    proxied.signIn(`x${client}@example.org`, 'wrong-password', {
      from: '10.9.0.1',
      headers: { 'x-forwarded-for': client },
    })
  for (let n = 0; n < 2; n += 1) expect((await attempt('198.51.100.7')).status).toBe(401)
  expect((await attempt('198.51.100.7')).status).toBe(429)
  expect((await attempt('198.51.100.8')).status).toBe(401)
})

test('counts survive a restart, name nobody, and run out', async () => {
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

test('the failures of an account count for a day at most, however long the window is', async () => {
  const config = await readConfig({
    SIGN_IN_WINDOW_MINUTES: '60',
    SIGN_IN_FAILURES_PER_ACCOUNT: '4',
    SIGN_IN_FAILURES_PER_ADDRESS: '8',
    SIGN_INS_PER_ACCOUNT: '20',
  })
  const limits = createSignInLimits(server.store.pool, config)
  const caller = { account: 'someone', device: undefined, address: '10.0.0.9' }
  await limits.attempt(
    caller,
    async () => undefined,
    () => undefined,
  )
  const [row] = await query<{ expire: string }>(
    server.connection,
    `select expire from limits where key like 'sign-in:account:%'`,
  )
  const hours = (Number(row?.expire) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
})
