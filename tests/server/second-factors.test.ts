import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'
import { codeAt, halfMinute } from '../support/authenticator-app.ts'
import { adminCommand } from '../support/command.ts'
import { SoftAuthenticator } from '../support/soft-authenticator.ts'

const log: string[] = []
let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { SIGN_IN_FAILURES_PER_ADDRESS: '1000', SIGN_INS_PER_ACCOUNT: '1000' },
    onLog: (line) => log.push(line),
  })
})
afterAll(() => server.close())

type Person = { id: string; email: string; token: string }

const call = (method: string, path: string, token: string, body?: object) =>
  server.call(method, path, { token, ...(body && { body }) })
const events = (account: string) =>
  log
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'security' && line.account === account)
    .map(({ event }) => event)

/** The present code, and the next one, which the server accepts too. */
const firstCode = (secret: string) => codeAt(secret, halfMinute())
const secondCode = (secret: string) => codeAt(secret, halfMinute() + 1)

async function addApp({ token }: Person) {
  const begun = await call('POST', '/account/totp', token)
  const secret = String(begun.body.secret)
  const added = await call('PUT', '/account/totp', token, { code: firstCode(secret) })
  return { secret, begun, added, codes: added.body.recoveryCodes as string[] }
}

async function addPasskey({ token }: Person, key: SoftAuthenticator, name = 'Laptop') {
  const asked = await call('POST', '/account/passkeys/options', token, {})
  const answer = key.create(asked.body.options)
  return call('POST', '/account/passkeys', token, { ticket: asked.body.ticket, name, answer })
}

async function passkeySignIn(key: SoftAuthenticator, origin?: string, from = '127.0.0.1') {
  const asked = await call('POST', '/auth/passkey/options', '', {})
  const body = { ticket: asked.body.ticket, answer: key.get(asked.body.options, origin) }
  return { body, answer: await server.call('POST', '/auth/passkey', { token: '', body, from }) }
}

describe('an authenticator app', () => {
  test('is asked for after the password; each code and recovery code works once', async () => {
    const person = await server.user({ role: 'admin' })
    const { secret, begun, added, codes } = await addApp(person)
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    expect(added.status, added.text).toBe(200)
    expect(new Set(codes).size).toBe(10)
    const asked = await server.signIn(person.email)
    expect(asked.body).toEqual({
      ticket: expect.any(String),
      factors: ['totp', 'recovery'],
    })
    const ticket = String(asked.body.ticket)
    // A ticket is no session.
    expect((await call('GET', '/profile', ticket)).status).toBe(401)
    expect((await call('POST', '/auth/factor', '', { ticket, code: '000000' })).status).toBe(401)
    const code = secondCode(secret)
    const [one, other] = await Promise.all([
      call('POST', '/auth/factor', '', { ticket, code }),
      call('POST', '/auth/factor', '', { ticket, code }),
    ])
    expect([one.status, other.status].sort()).toEqual([200, 401])
    const { token } = one.status === 200 ? one.body : other.body
    expect((await call('GET', '/users', String(token))).status).toBe(200)

    // This code and the one before are used up.
    const next = String((await server.signIn(person.email)).body.ticket)
    for (const again of [code, firstCode(secret)])
      expect((await call('POST', '/auth/factor', '', { ticket: next, code: again })).status).toBe(
        401,
      )
    const recovery = codes[0]?.toUpperCase().replaceAll('-', ' ')
    const used = await call('POST', '/auth/factor', '', { ticket: next, recovery })
    expect(used.status, used.text).toBe(200)
    const third = String((await server.signIn(person.email)).body.ticket)
    expect((await call('POST', '/auth/factor', '', { ticket: third, recovery })).status).toBe(401)
    const account = await call('GET', '/account', String(token))
    expect(account.body.factors).toMatchObject({ totp: true, recoveryCodesLeft: 9 })
    expect(events(person.id)).toEqual(
      expect.arrayContaining(['factor_added', 'second_factor_failed', 'recovery_code_used']),
    )
    // Neither database nor log holds the secret or a code.
    const kept = await query<{ all: string }>(
      server.connection,
      `select concat((select json_agg(t) from totps t), (select json_agg(r) from recovery_codes r),
        (select json_agg(k) from tickets k)) as all`,
    )
    for (const text of [secret, ...codes, ticket, next])
      expect(`${kept[0]?.all}${log.join('')}`).not.toContain(text)
  })

  test('wrong codes end the ticket and count for the account', async () => {
    const person = await server.user()
    const { secret } = await addApp(person)
    const ticket = String((await server.signIn(person.email)).body.ticket)
    for (let tries = 0; tries < 5; tries += 1)
      await call('POST', '/auth/factor', '', { ticket, code: '000000' })
    const late = await call('POST', '/auth/factor', '', { ticket, code: secondCode(secret) })
    expect(late.status).toBe(401)
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      const again = await server.signIn(person.email)
      const { status } = again.body.ticket
        ? await call('POST', '/auth/factor', '', { ticket: again.body.ticket, code: '000000' })
        : again
      statuses.push(status)
    }
    expect(statuses).toContain(429)
  })

  test('a new password voids the ticket, and a wrong code does not confirm', async () => {
    const person = await server.user()
    const { secret } = await addApp(person)
    const ticket = String((await server.signIn(person.email)).body.ticket)
    const body = { current: PASSWORD, next: 'four-red-cairns-uphill' }
    expect((await call('POST', '/account/password', person.token, body)).status).toBe(204)
    const code = secondCode(secret)
    expect((await call('POST', '/auth/factor', '', { ticket, code })).status).toBe(401)
    const wrong = await call('POST', '/account/confirm', person.token, { code: '000000' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toMatchObject({ fields: { code: expect.any(String) } })
    expect((await call('POST', '/account/confirm', person.token, { code })).status).toBe(204)
    expect((await call('POST', '/account/confirm', person.token, { code })).status).toBe(400)
  })
})

describe('a passkey', () => {
  test('signs in alone if it verifies its user, otherwise after the password', async () => {
    const key = new SoftAuthenticator()
    const person = await server.user({ role: 'admin' })
    const added = await addPasskey(person, key)
    expect(added.status, added.text).toBe(200)
    expect(added.body.factors).toMatchObject({
      passkeys: [{ name: 'Laptop', lastUsedAt: null }],
    })
    const { answer, body } = await passkeySignIn(key)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.user).toMatchObject({ _id: person.id })
    // An answer works once.
    expect((await call('POST', '/auth/passkey', '', body)).status).toBe(401)
    expect((await passkeySignIn(key, 'https://evil.example')).answer.status).toBe(401)

    key.isVerifying = false
    expect((await passkeySignIn(key)).answer.status).toBe(401)
    const { ticket } = (await server.signIn(person.email)).body
    const asked = await call('POST', '/auth/factor/passkey', '', { ticket })
    const passkey = key.get(asked.body.options)
    const second = await call('POST', '/auth/factor', '', { ticket, passkey })
    expect(second.status, second.text).toBe(200)
    const proof = await call('POST', '/auth/passkey/options', '', {})
    const confirmation = { ticket: proof.body.ticket, passkey: key.get(proof.body.options) }
    const confirmed = await call('POST', '/account/confirm', person.token, confirmation)
    expect(confirmed.status, confirmed.text).toBe(204)
  })

  test('that was copied is refused and logged', async () => {
    const key = new SoftAuthenticator()
    const person = await server.user()
    await addPasskey(person, key)
    expect((await passkeySignIn(key)).answer.status).toBe(200)
    key.counter -= 1
    // From another address: the log limits lines per address.
    expect((await passkeySignIn(key, undefined, '10.9.8.7')).answer.status).toBe(401)
    expect(log.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        ...{ event: 'second_factor_failed', account: person.id, what: 'copied' },
      }),
    )
    key.counter += 5
    expect((await passkeySignIn(key)).answer.status).toBe(200)
  })

  test('belongs to one user; with the last factor the recovery codes are deleted', async () => {
    const key = new SoftAuthenticator()
    const [person, other] = [await server.user(), await server.user()]
    const asked = await call('POST', '/account/passkeys/options', person.token, {})
    const answer = key.create(asked.body.options)
    const body = { ticket: asked.body.ticket, name: 'Mine', answer }
    expect((await call('POST', '/account/passkeys', other.token, body)).status).toBe(409)
    const added = await addPasskey(person, key)
    const { factors } = added.body as { factors: { passkeys: { id: string }[] } }
    const path = `/account/passkeys/${factors.passkeys[0]?.id}`
    expect((await call('PUT', path, other.token, { name: 'Theirs' })).status).toBe(404)
    expect((await call('DELETE', path, other.token)).status).toBe(404)
    const renamed = await call('PUT', path, person.token, { name: 'Desk' })
    expect(renamed.body.factors).toMatchObject({ passkeys: [{ name: 'Desk' }] })
    const codes = await call('POST', '/account/recovery-codes', person.token)
    expect(codes.body.recoveryCodes).toHaveLength(10)
    expect((await call('DELETE', path, person.token)).status).toBe(204)
    expect((await call('GET', '/account', person.token)).body.factors).toMatchObject({
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    expect((await server.signIn(person.email)).body.token).toEqual(expect.any(String))
  })

  test('does not sign in inactive, deleted or erased users', async () => {
    const key = new SoftAuthenticator()
    const person = await server.user()
    await addApp(person)
    await addPasskey(person, key)
    const set = (isActive: boolean) =>
      server.call('PUT', `/users/${person.id}`, { body: { isActive } })
    await set(false)
    expect((await passkeySignIn(key)).answer.status).toBe(401)
    expect((await server.signIn(person.email)).status).toBe(401)
    await set(true)
    expect((await passkeySignIn(key)).answer.status).toBe(200)
    await server.call('DELETE', `/users/${person.id}`)
    expect((await passkeySignIn(key)).answer.status).toBe(401)
    expect((await server.call('DELETE', `/users/${person.id}/erase`)).status).toBe(204)
    for (const table of ['passkeys', 'totps', 'recovery_codes', 'sign_ons', 'tickets'])
      expect(
        await query(server.connection, `select 1 from ${table} where user_id = $1`, [person.id]),
      ).toEqual([])
  })
})

test('changing factors needs a fresh confirmation', async () => {
  const person = await server.user()
  await query(server.connection, `update sessions set confirmed_at = null where user_id = $1`, [
    person.id,
  ])
  for (const [method, path] of [
    ['POST', '/account/totp'],
    ['POST', '/account/passkeys/options'],
    ['DELETE', '/account/totp'],
    ['POST', '/account/recovery-codes'],
  ] as const) {
    const { status, body } = await call(method, path, person.token)
    expect(status, path).toBe(403)
    expect(body.error).toMatchObject({ rule: 'confirm' })
  }
  expect(
    await query(server.connection, 'select 1 from totps where user_id = $1', [person.id]),
  ).toEqual([])
})

test('a role that requires a factor has no access before one is added', async () => {
  const strict = await startApp({ env: { SECOND_FACTOR_ROLES: 'admin' } })
  try {
    const blocked = await strict.call('GET', '/users')
    expect(blocked.status).toBe(403)
    expect(blocked.body.error).toMatchObject({ rule: 'factor' })
    expect((await strict.call('GET', '/profile')).body.must).toEqual(['factor'])
    const { secret } = (await strict.call('POST', '/account/totp')).body
    const body = { code: firstCode(String(secret)) }
    expect((await strict.call('PUT', '/account/totp', { body })).status).toBe(200)
    expect((await strict.call('GET', '/users')).status).toBe(200)
    expect((await strict.call('GET', '/account')).body.factors).toMatchObject({ isRequired: true })
    expect((await strict.call('GET', '/profile')).body.must).toBeUndefined()
  } finally {
    await strict.close()
  }
})

test('a command resets lost factors, needs --yes, and is logged', async () => {
  const person = await server.user()
  await addApp(person)
  const asked = adminCommand(server, 'reset-factors', '--email', person.email)
  await expect(asked).rejects.toThrow(/--yes/)
  expect((await server.signIn(person.email)).body.token).toBeUndefined()
  const link = await server.call('POST', `/users/${person.id}/link`)
  const { logged } = await adminCommand(server, 'reset-factors', '--email', person.email, '--yes')
  expect(logged).toContain('factor_removed')
  expect((await call('GET', '/profile', person.token)).status).toBe(401)
  expect((await server.signIn(person.email)).body.token).toEqual(expect.any(String))
  // A password link of an admin still works.
  const [, token] = String(link.body.url).split('#')
  const set = await call('POST', '/auth/set-password', '', { token, password: 'four-red-cairns' })
  expect(set.status, set.text).toBe(204)
})
