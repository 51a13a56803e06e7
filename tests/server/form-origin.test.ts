import { afterAll, beforeAll, expect, test } from 'vitest'
import { STAMP, STAMP_HEADER } from '#contract/forms.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, oldEnough, post, postPlainly } from '../support/forms.ts'

const CONSOLE = 'https://admin.example.org'
const SITE = 'https://waymark.example.org'
let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { CORS_ORIGINS: CONSOLE, PUBLIC_URL: SITE, FORM_POSTS_PER_ADDRESS: '1000' },
  })
})
afterAll(() => server.close())

const stored = async () => (await query(server.connection, 'select id from rec_messages')).length
const OWN = 'http://waymark.lan:3000'

test.each<[from: string, headers: Record<string, string>]>([
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a page that hides where it is', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  [
    'a site beside this one',
    { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' },
  ],
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['a site that is called like this one', { origin: 'http://waymark.lan:3000.evil.example' }],
])('a form sent from %s is refused', async (_, headers) => {
  const before = await stored()
  const host = 'waymark.lan:3000'
  for (const send of [post, postPlainly]) {
    const refused = await send(server, 'contact', MESSAGE, { headers: { host, ...headers } })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.text).toContain('This form was sent from another site.')
    expect(refused.headers[STAMP_HEADER]).toBeTruthy()
  }
  expect(await stored()).toBe(before)
})

test.each<[from: string, headers: Record<string, string>]>([
  ['a page of this server', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
  [
    'one behind a proxy that changes the host',
    { origin: 'https://x.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['an older browser on a page of this server', { origin: OWN }],
  ['the public site, whose forms post here', { origin: SITE, 'sec-fetch-site': 'same-site' }],
  ['a page built for this server elsewhere', { origin: CONSOLE, 'sec-fetch-site': 'cross-site' }],
])('a form sent from %s is accepted', async (_, headers) => {
  const host = 'waymark.lan:3000'
  expect((await post(server, 'contact', MESSAGE, { headers: { host, ...headers } })).status).toBe(
    200,
  )
  const plain = await postPlainly(server, 'contact', MESSAGE, { headers: { host, ...headers } })
  expect(plain.status).toBe(303)
})

test('a stamp is good for five accepted posts', async () => {
  const mine = { ...MESSAGE, [STAMP]: oldEnough(server) }
  const from = (n: number) => ({ from: `10.0.0.${n}` })
  for (let n = 0; n < 8; n += 1)
    expect((await post(server, 'contact', { ...mine, email: 'x' }, from(n))).status).toBe(400)
  for (let n = 0; n < 5; n += 1)
    expect((await post(server, 'contact', mine, from(n))).status).toBe(200)
  const before = await stored()
  const words = 'You have sent this form too often. Wait 2 seconds, then send it again.'
  for (const send of [post, postPlainly]) {
    const spent = await send(server, 'contact', mine, from(9))
    expect([spent.status, spent.body.error]).toEqual([
      400,
      { code: 'invalid', message: words, fields: { [STAMP]: words } },
    ])
    const again = String(spent.headers[STAMP_HEADER])
    expect(again).not.toBe(mine[STAMP])
    const early = await send(server, 'contact', { ...mine, [STAMP]: again }, from(9))
    expect(early.text).toContain('sent too quickly')
    expect(server.stamps.ageOf(again, Date.now() + 2000)).toBeGreaterThanOrEqual(2000)
  }
  expect(await stored()).toBe(before)
})

test('when the total limit is reached, a new address can still send', async () => {
  const env = { FORM_POSTS_PER_ADDRESS: '4', FORM_POSTS_IN_TOTAL: '10' }
  const busy = await startApp({ env })
  const join = async (n: number, from: string) =>
    (await post(busy, 'waitlist', { email: `p${n}@example.org` }, { from })).status
  // Two addresses use most of the total.
  for (let n = 0; n < 4; n += 1) expect(await join(n, '10.0.0.1')).toBe(200)
  for (let n = 0; n < 4; n += 1) expect(await join(10 + n, '10.0.0.2')).toBe(200)
  expect(await join(20, '10.0.0.3')).toBe(200)
  expect(await join(21, '10.0.0.3')).toBe(429)
  expect(await join(22, '10.0.0.4')).toBe(200)
  expect(await join(23, '10.0.0.5')).toBe(429)
  const second = await startApp({ env, connection: busy.connection })
  const other = await post(second, 'waitlist', { email: 'q@example.org' }, { from: '10.0.0.6' })
  expect(other.status, other.text).toBe(429)
  await Promise.all([second.close(), busy.close()])
})
