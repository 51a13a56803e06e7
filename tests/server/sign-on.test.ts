import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'
import { codeAt, halfMinute } from '../support/authenticator-app.ts'
import { falseProvider, type Lie } from '../support/false-provider.ts'
import { startOidcProvider } from '../support/oidc-provider.ts'

const CALLBACK = '/auth/oidc/callback'
const PUBLIC_URL = 'https://waymark.example.org'
const ROLES = 'groups: admins=admin, staff=user'
const PEOPLE = {
  nina: {
    ...{ email: 'nina.new@example.org', email_verified: true, groups: ['admins', 'others'] },
    ...{ given_name: 'Nina', family_name: 'New' },
  },
  kim: {
    email: 'kim.known@example.org',
    email_verified: true,
    groups: ['staff'],
    name: 'Kim Kant',
  },
  una: { email: 'una.unverified@example.org', groups: ['staff'] },
  rolf: { email: 'rolf@example.org', email_verified: true, groups: ['guests'] },
  ines: { email: 'ines@example.org', email_verified: true, groups: ['staff'] },
}

let provider: Awaited<ReturnType<typeof startOidcProvider>>
let server: TestApp
beforeAll(async () => {
  provider = await startOidcProvider(`${PUBLIC_URL}${API_BASE}${CALLBACK}`, PEOPLE)
  server = await startApp({
    env: {
      ...{ PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'waymark' },
      ...{ OIDC_CLIENT_SECRET: 'a-secret-that-both-know', OIDC_NAME: 'Acme', OIDC_ROLES: ROLES },
    },
  })
})
afterAll(async () => {
  await provider.stop()
  await server.close()
})

/** Begins a sign-in as a browser does. */
async function begin(app = server, to = '/admin/users') {
  const started = await app.call('GET', `/auth/oidc/start?to=${encodeURIComponent(to)}`, {
    token: '',
  })
  const [cookie = ''] = String(started.headers['set-cookie']).split(';')
  return { url: new URL(String(started.headers.location)), cookie, started }
}

async function backAt(search: string, cookie: string, app = server) {
  const answer = await app.call('GET', `${CALLBACK}${search}`, { token: '', headers: { cookie } })
  expect(answer.status, answer.text).toBe(302)
  const at = new URL(String(answer.headers.location), PUBLIC_URL)
  expect(at.pathname).toBe('/admin/login')
  return {
    to: at.searchParams.get('to'),
    said: Object.fromEntries(new URLSearchParams(at.hash.slice(1))),
  }
}

async function through(who: string) {
  const { url, cookie } = await begin()
  const back = await provider.comeBack(url.href, who)
  return { ...(await backAt(back.search, cookie)), cookie, search: back.search }
}

const session = (ticket: string | undefined, cookie: string) =>
  server.call('POST', '/auth/oidc/session', { token: '', headers: { cookie }, body: { ticket } })

describe('signing in by a provider', () => {
  test('creates a user with the role of the claim, and signs the same user in again', async () => {
    const first = await through('nina')
    expect(first.to).toBe('/admin/users')
    const stolen = await session(first.said.ticket, `sign-on=${'A'.repeat(43)}`)
    expect(stolen.status).toBe(401)
    const { body, status, text } = await session(first.said.ticket, first.cookie)
    expect(status, text).toBe(200)
    expect(body.user).toMatchObject({
      ...{ firstName: 'Nina', lastName: 'New', email: 'nina.new@example.org', role: 'admin' },
    })
    expect((await session(first.said.ticket, first.cookie)).status).toBe(401)
    const account = await server.call('GET', '/account', { token: String(body.token) })
    expect(account.body.signOn).toMatchObject({ name: 'Acme' })
    expect(account.body.must).toEqual([])
    // The role follows the claim at each sign-in.
    const { _id: id } = body.user as { _id: string }
    await server.call('PUT', `/users/${id}`, { body: { role: 'user' } })
    const second = await through('nina')
    const again = await session(second.said.ticket, second.cookie)
    expect(again.body.user).toMatchObject({ _id: id, role: 'admin' })
    // Activity and history name the provider.
    const { body: log } = await server.call('GET', `/changes?record=${id}&via=sign-on`)
    expect(log.changes).toMatchObject([{ provider: 'Acme' }, { provider: 'Acme' }])
    expect(JSON.stringify(log.changes)).not.toContain('"by"')
    const { body: told } = await server.call('GET', `/users/${id}/history`)
    expect(told.history).toMatchObject([
      { provider: 'Acme', fields: { role: { was: 'user', is: 'admin' } } },
      { by: { id: server.adminId } },
      { provider: 'Acme' },
    ])
  })

  test('links an existing account only after its password, in the same browser', async () => {
    const known = await server.user({ email: 'kim.known@example.org' })
    const came = await through('kim')
    expect(came.said).toEqual({ link: expect.any(String) })
    const { link } = came.said
    const signIn = (email: string, password: string, cookie: string) =>
      server.call('POST', '/auth/login', {
        ...{ token: '', headers: { cookie }, body: { email, password, link } },
      })
    const other = await server.user()
    expect((await signIn(other.email, PASSWORD, came.cookie)).status).toBe(400)
    expect((await signIn(known.email, PASSWORD, '')).status).toBe(400)
    expect((await signIn(known.email, 'not-the-password', came.cookie)).status).toBe(401)
    expect(
      await query(server.connection, 'select 1 from sign_ons where user_id = $1', [known.id]),
    ).toEqual([])
    expect((await signIn(known.email, PASSWORD, came.cookie)).body.token).toEqual(
      expect.any(String),
    )
    const next = await through('kim')
    const { body } = await session(next.said.ticket, next.cookie)
    expect(body.user).toMatchObject({ _id: known.id })
    // A second factor is asked for here, too.
    const { secret } = (await server.call('POST', '/account/totp', { token: String(body.token) }))
      .body
    const code = codeAt(String(secret), halfMinute())
    await server.call('PUT', '/account/totp', { token: String(body.token), body: { code } })
    const third = await through('kim')
    const asked = await session(third.said.ticket, third.cookie)
    expect(asked.body).toEqual({ ticket: expect.any(String), factors: ['totp', 'recovery'] })
    await server.call('PUT', `/users/${known.id}`, { body: { isActive: false } })
    expect((await through('kim')).said).toEqual({ problem: 'inactive' })
  })

  test('refuses users without a role or a verified email, and a cancelled sign-in', async () => {
    expect((await through('rolf')).said).toEqual({ problem: 'no_role' })
    expect((await through('una')).said).toEqual({ problem: 'unverified' })
    expect((await through('nobody')).said).toEqual({ problem: 'cancelled' })
  })

  test('refuses a wrong state, another browser, and a used or replayed answer', async () => {
    const one = await begin()
    const back = await provider.comeBack(one.url.href, 'ines')
    const wrong = new URLSearchParams(back.search)
    wrong.set('state', 'not-the-state')
    expect((await backAt(`?${wrong}`, one.cookie)).said).toEqual({ problem: 'failed' })
    // The sign-in has ended: the right answer comes too late.
    expect((await backAt(back.search, one.cookie)).said).toEqual({ problem: 'expired' })
    expect((await backAt(back.search, '')).said).toEqual({ problem: 'expired' })
    const used = await through('ines')
    expect(used.said.ticket).toEqual(expect.any(String))
    // The used code in another sign-in.
    const fresh = await begin()
    const replayed = new URLSearchParams(used.search)
    replayed.set('state', fresh.url.searchParams.get('state') ?? '')
    expect((await backAt(`?${replayed}`, fresh.cookie)).said).toEqual({ problem: 'failed' })
  })

  test('uses PKCE, state and nonce, and redirects to no other site', async () => {
    const { url, started } = await begin(server, 'https://evil.example/')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'waymark', code_challenge_method: 'S256' },
      ...{ redirect_uri: `${PUBLIC_URL}${API_BASE}${CALLBACK}`, scope: 'openid email profile' },
      ...{ state: expect.any(String), nonce: expect.any(String) },
    })
    expect(String(started.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
    const [row] = await query<{ holds: object }>(
      server.connection,
      `select holds from tickets where kind = 'sign-on' order by expires_at desc limit 1`,
    )
    expect(row?.holds).toEqual({ to: '' })
  })
})

describe('a wrong identity token', () => {
  const LIES: Record<string, Lie> = {
    'another nonce': { claims: { nonce: 'of-another-way' } },
    'another issuer': { claims: { iss: 'https://evil.example' } },
    'another audience': { claims: { aud: 'somebody-else' } },
    'one that has run out': { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
    'one without a signature': { alg: 'none' },
    'one that another signed': { isForged: true },
  }
  test('is refused: nonce, issuer, audience, time or signature', async () => {
    const liar = await falseProvider('waymark')
    const app = await startApp({
      ...{ connection: server.connection },
      env: { OIDC_ISSUER: liar.issuer, OIDC_CLIENT_ID: 'waymark', OIDC_ROLES: ROLES },
    })
    try {
      const come = async (lie: Lie) => {
        const { url, cookie } = await begin(app)
        liar.tell(url.searchParams.get('nonce') ?? '', lie)
        const state = url.searchParams.get('state')
        return (await backAt(`?code=any&state=${state}`, cookie, app)).said
      }
      for (const [name, lie] of Object.entries(LIES))
        expect(await come(lie), name).toEqual({ problem: 'failed' })
      const unverified = await come({ claims: { email_verified: undefined } })
      expect(unverified).toEqual({ problem: 'unverified' })
      expect(await come({})).toEqual({ ticket: expect.any(String) })
    } finally {
      await app.close()
      await liar.close()
    }
  })

  test('an unreachable provider does not prevent sign-in by password, and is retried', async () => {
    const gone = await falseProvider('waymark')
    await gone.close()
    const log: string[] = []
    const app = await startApp({
      ...{ connection: server.connection, onLog: (line) => log.push(line) },
      env: { OIDC_ISSUER: gone.issuer, OIDC_CLIENT_ID: 'waymark' },
    })
    try {
      for (let tries = 0; tries < 2; tries += 1) {
        const { url } = await begin(app).catch(() => ({ url: undefined }))
        expect(url).toBeUndefined()
      }
      const started = await app.call('GET', '/auth/oidc/start', { token: '' })
      expect(started.headers.location).toBe('/admin/login#problem=unreachable')
      expect(log.find((line) => line.includes('single sign-on failed'))).toMatch(/ECONNREFUSED/)
      expect((await app.call('GET', '/auth/methods', { token: '' })).body).toMatchObject({
        signOn: { name: '127.0.0.1' },
      })
      expect((await app.call('GET', '/profile')).status).toBe(200)
    } finally {
      await app.close()
    }
  })
})
