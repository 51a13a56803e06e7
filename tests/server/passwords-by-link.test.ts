import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

const PUBLIC_URL = 'https://waymark.example.org'
const log: string[] = []
let mail: MailServer
let server: TestApp
beforeAll(async () => {
  mail = await startMailServer()
  server = await startApp({
    env: {
      ...{ SMTP_URL: mail.url, MAIL_FROM: 'Waymark <waymark@example.org>', PUBLIC_URL },
      SIGN_IN_FAILURES_PER_ADDRESS: '1000',
    },
    onLog: (line) => log.push(line),
  })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const post = (path: string, body: object, from = '198.51.100.7') =>
  server.call('POST', path, { token: '', body, from, headers: { host: 'evil.example.net' } })
const set = (token: string, password = 'four-red-cairns') =>
  post('/auth/set-password', { token, password })
/** The token of a link in the last mail. */
const mailedToken = () =>
  new RegExp(`${PUBLIC_URL}/admin/set-password#([\\w-]{43})`).exec(
    mail.received.at(-1)?.raw.replaceAll('=3D', '=') ?? '',
  )?.[1] ?? ''
const waiting = () => query<Record<string, unknown>>(server.connection, 'select * from mails')
const due = () => query(server.connection, 'update mails set due_at = now()')

test('an admin creates a link that sets a password once; no log and no table holds it in clear', async () => {
  const user = await server.user()
  const made = await server.call('POST', `/users/${user.id}/link`)
  expect(made.status, made.text).toBe(200)
  expect(made.body).toMatchObject({ mailed: true })
  const [address, token = ''] = String(made.body.url).split('#')
  expect(address).toBe(`${PUBLIC_URL}/admin/set-password`)
  expect(Date.parse(String(made.body.expiresAt)) - Date.now()).toBeLessThanOrEqual(3_600_000)

  for (const [password, field] of [
    ['password1', 'password'],
    ['short', 'password'],
  ] as const)
    expect(Object(Object(await set(token, password)).body.error).fields).toHaveProperty(field)
  // Of four uses at once one succeeds.
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await set(token)).status))
  expect(statuses.sort()).toEqual([204, 400, 400, 400])
  expect((await server.call('GET', '/profile', { token: user.token })).status).toBe(401)
  const signedIn = await server.signIn(user.email, 'four-red-cairns')
  expect(signedIn.body.user).not.toHaveProperty('must')

  // The mail has another link, created when it is sent.
  await server.mailing.send()
  expect(mail.received.at(-1)?.to).toEqual([user.email])
  expect(mailedToken()).not.toBe(token)
  expect(await waiting()).toEqual([])
  expect((await set(mailedToken(), 'five-grey-stones')).status).toBe(204)
  const stored = JSON.stringify(await query(server.connection, 'select * from tickets'))
  for (const secret of [token, mailedToken()]) {
    expect(log.join()).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
  expect((await server.call('POST', `/users/${user.id}/link`, { token: user.token })).status).toBe(
    401,
  )
})

test('a link is void after an hour, a new password, a new email, deactivation or deletion', async () => {
  const linkOf = async (id: string) =>
    String((await server.call('POST', `/users/${id}/link`)).body.url).split('#')[1] ?? ''
  const ends: ((user: Awaited<ReturnType<TestApp['user']>>) => Promise<unknown>)[] = [
    ({ id }) =>
      query(
        server.connection,
        `update tickets set expires_at = now() - interval '1 second' where user_id = $1`,
        [id],
      ),
    ({ token }) =>
      server.call('POST', '/account/password', {
        token,
        body: { current: PASSWORD, next: 'five-grey-stones' },
      }),
    ({ id }) => server.call('PUT', `/users/${id}`, { body: { email: `${id}@example.org` } }),
    ({ id }) => server.call('PUT', `/users/${id}`, { body: { isActive: false } }),
    ({ id }) => server.call('DELETE', `/users/${id}`),
  ]
  for (const end of ends) {
    const user = await server.user()
    const token = await linkOf(user.id)
    await end(user)
    const late = await set(token)
    expect(late.status, String(end)).toBe(400)
    expect(Object(late.body.error).fields).toHaveProperty('token')
  }
})

test('a user created without a password gets a link by mail and cannot sign in before', async () => {
  const person = { firstName: 'Ines', lastName: 'Duarte', email: 'ines@example.org' }
  const create = (body: object) => server.call('POST', '/auth/register', { body })
  const refused = await create(person)
  expect(refused.status).toBe(400)
  expect(Object(Object(refused.body.error).fields)).toHaveProperty('password')
  expect((await create({ ...person, email: 'ines.two@example.org', password: '' })).status).toBe(
    400,
  )

  await query(server.connection, 'delete from mails')
  const made = await create({ ...person, password: null })
  expect(made.status, made.text).toBe(201)
  expect(made.body).not.toHaveProperty('password')
  expect((await server.signIn(person.email, '')).status).toBe(400)
  expect((await server.signIn(person.email, 'null')).status).toBe(401)
  expect(await waiting()).toMatchObject([{ kind: 'password-link', user_id: made.body._id }])
  await server.mailing.send()
  expect(mail.received.at(-1)?.to).toEqual([person.email])
  expect((await set(mailedToken())).status).toBe(204)
  const signedIn = await server.signIn(person.email, 'four-red-cairns')
  expect([signedIn.status, signedIn.body.user]).toEqual([
    200,
    expect.not.objectContaining({ must: expect.anything() }),
  ])
  // An existing password stays.
  const edited = await server.call('PUT', `/users/${made.body._id}`, { body: { password: null } })
  expect(edited.status, edited.text).toBe(200)
  expect((await server.signIn(person.email, 'four-red-cairns')).status).toBe(200)

  const plan = await server.call('POST', '/changes/plan', {
    body: {
      items: [
        {
          ...{ action: 'create', resource: 'users' },
          values: { ...person, email: 'ines.three@example.org', password: null },
        },
      ],
    },
  })
  expect(plan.status, plan.text).toBe(200)
  expect(await waiting()).toEqual([])
})

test('a forgotten password is reset by mail; no answer shows whether an email is known', async () => {
  expect((await server.call('GET', '/auth/methods', { token: '' })).body).toMatchObject({
    forgotten: true,
  })
  const user = await server.user()
  const out = await server.user({ isActive: false, email: 'out@example.org' })
  await query(server.connection, 'delete from mails')
  const before = mail.received.length
  const answers: Awaited<ReturnType<typeof post>>[] = []
  for (const email of [user.email.toUpperCase(), 'nobody@example.org', out.email])
    answers.push(await post('/auth/forgotten', { email }))
  for (const { status, text, headers } of answers) {
    expect([status, text]).toEqual([202, ''])
    expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
  }
  // All are queued alike; the user is looked up after the answer.
  expect(await waiting()).toHaveLength(3)
  while ((await waiting()).length > 0) await server.mailing.send()
  expect(mail.received.slice(before).map(({ to }) => to)).toEqual([[user.email]])
  expect((await set(mailedToken())).status).toBe(204)
  expect((await server.signIn(user.email, 'four-red-cairns')).status).toBe(200)

  // An email gets a few mails an hour; an address has a few requests.
  for (let time = 0; time < 4; time += 1)
    expect(
      (await post('/auth/forgotten', { email: 'often@example.org' }, `203.0.113.${time}`)).status,
    ).toBe(202)
  expect(await waiting()).toHaveLength(3)
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1)
    statuses.push(
      (await post('/auth/forgotten', { email: `m${time}@example.org` }, '192.0.2.9')).status,
    )
  expect(statuses.at(0)).toBe(202)
  expect(statuses.at(-1)).toBe(429)
  await query(server.connection, 'delete from mails')
})

test('a refused mail is retried for a day, then reported; erasing the user deletes it', async () => {
  const user = await server.user()
  await server.call('POST', `/users/${user.id}/link`)
  mail.refusal = `no room for ${user.email}`
  await expect
    .poll(async () => {
      await server.mailing.send()
      return waiting()
    })
    .toMatchObject([{ attempts: 1, problem: expect.stringContaining('no room for') }])
  const [first] = await waiting()
  expect(JSON.stringify(first)).not.toContain(user.email)
  await server.mailing.send()
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  await due()
  await server.mailing.send()
  expect(await waiting()).toMatchObject([{ attempts: 2, given_up_at: null }])
  expect(server.mailing.warnings()).toEqual([])

  await query(server.connection, `update mails set created_at = now() - interval '25 hours'`)
  await due()
  await server.mailing.send()
  expect(await waiting()).toMatchObject([{ user_id: null, body: '', subject: '' }])
  expect(server.mailing.warnings()).toEqual([
    expect.stringMatching(/^An email was not sent within a day/),
  ])
  mail.refusal = ''

  await server.call('POST', `/users/${user.id}/link`)
  await server.call('DELETE', `/users/${user.id}/erase`)
  for (const table of ['mails', 'tickets', 'sessions', 'credentials', 'preferences'])
    expect(
      await query(server.connection, `select 1 from ${table} where user_id = $1`, [user.id]),
      table,
    ).toEqual([])
})
