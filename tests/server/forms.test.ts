import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  FORM_ANSWERS,
  LEAST_FILL_MS,
  STAMP,
  STAMP_HEADER,
  THANKS_PATHS,
  TRAP,
} from '#contract/forms.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, oldEnough, post, postPlainly } from '../support/forms.ts'

let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  server = await startApp({
    env: { FORM_POSTS_PER_ADDRESS: '1000', CORS_ORIGINS: 'https://www.example.org' },
    onLog: (line) => lines.push(line),
  })
})
afterAll(() => server.close())
beforeEach(() => query(server.connection, 'truncate rec_messages, rec_waitlist'))

/** Well-formed, but for somebody who knows the secret. */
const signedWrongly = (stamp: string) =>
  stamp.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`)
/** As if its page had been served long enough ago. */
const datedBack = (stamp: string) =>
  stamp.replace(/^[^.]+/, (Date.now() - LEAST_FILL_MS * 2).toString(36))

const rows = async (path: 'messages' | 'waitlist', parameters = '') => {
  const { body } = await server.call('GET', `/${path}?limit=100${parameters}`)
  return body[path] as Record<string, unknown>[]
}

describe('a sent form is stored', () => {
  test('a message is stored as new, without an author, and is not shown in the answer', async () => {
    const answer = await post(server, 'contact', MESSAGE)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ message: FORM_ANSWERS.contact })
    const [stored, ...others] = await rows('messages')
    expect(others).toEqual([])
    expect(stored).toMatchObject({ ...MESSAGE, status: 'new', version: 1 })
    const [written] = await query(
      server.connection,
      'select action, actor_id from history where record_id = $1',
      [stored?._id],
    )
    expect(written).toEqual({ action: 'create', actor_id: null })
  })

  test('the public cannot set the fields of admins', async () => {
    const more = { status: 'archived', _id: 'x', version: 9, createdAt: '1999-01-01T00:00:00Z' }
    expect((await post(server, 'contact', { ...MESSAGE, ...more })).status).toBe(200)
    const [stored] = await rows('messages')
    expect(stored).toMatchObject({ status: 'new', version: 1 })
    expect(String(stored?.createdAt)).not.toContain('1999')
  })

  test('without script a plain post redirects to the thank-you page', async () => {
    const sent = await postPlainly(server, 'contact', { ...MESSAGE, [TRAP]: '' })
    expect(sent.status, sent.text).toBe(303)
    expect(sent.headers.location).toBe(THANKS_PATHS.contact)
    expect(sent.headers['cache-control']).toBe('no-store')
    const [stored] = await rows('messages')
    // Line ends as they were typed, not as forms send them.
    expect(stored).toMatchObject(MESSAGE)
    const joined = await postPlainly(server, 'waitlist', { email: 'a@example.org', who: '' })
    expect([joined.status, joined.headers.location]).toEqual([303, THANKS_PATHS.waitlist])
    expect(await rows('waitlist')).toHaveLength(1)
  })

  test('name and subject are stored on one line', async () => {
    const name = 'Eve\r\nBcc: all@example.org\u2028x'
    await post(server, 'contact', { ...MESSAGE, name, subject: ' a\n\tb ' })
    const [stored] = await rows('messages')
    expect(stored).toMatchObject({ name: 'Eve Bcc: all@example.org x', subject: 'a b' })
  })
})

describe('the waitlist has each address once', () => {
  const join = (email: string, more = {}) => post(server, 'waitlist', { email, ...more })

  test('a repeated address gets the same answer, in any case, and changes nothing', async () => {
    const first = await join('Zoe.Adler@Example.org', { who: 'student' })
    const again = await join('zoe.adler@example.org', { who: 'mentor' })
    expect([first.status, first.text]).toEqual([200, again.text])
    expect(again.status).toBe(200)
    expect(first.body).toEqual({ message: FORM_ANSWERS.waitlist })
    expect(Object.keys(first.headers)).toEqual(Object.keys(again.headers))
    for (const key of ['location', 'etag']) expect(again.headers).not.toHaveProperty(key)
    expect(await rows('waitlist')).toMatchObject([
      { email: 'Zoe.Adler@Example.org', who: 'student', status: 'confirmed', version: 1 },
    ])
  })

  test('also at the same moment', async () => {
    const emails = ['noor@example.org', 'NOOR@example.org', 'Noor@Example.org', 'noor@example.ORG']
    const answers = await Promise.all([...emails, ...emails].map((email) => join(email)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await rows('waitlist')).toHaveLength(1)
  })

  test('a deleted address can join again', async () => {
    await join('back@example.org')
    const [entry] = await rows('waitlist')
    expect((await server.call('DELETE', `/waitlist/${entry?._id}`)).status).toBe(204)
    expect((await join('back@example.org')).status).toBe(200)
    expect(await rows('waitlist')).toHaveLength(1)
  })

  test('the role is optional and must be one of the choices', async () => {
    for (const who of [undefined, null, '', 'early-career-professional'])
      expect((await join(`a${who}@example.org`, { who })).status, String(who)).toBe(200)
    const refused = await join('x@example.org', { who: 'king' })
    expect(refused.status).toBe(400)
    expect(Object.keys(Object(refused.body.error).fields)).toEqual(['who'])
    expect((await rows('waitlist', '&who=early-career-professional')).length).toBe(1)
  })
})

describe('bots are refused', () => {
  test('a filled honeypot is answered as if it were stored, but is not', async () => {
    const trapped = await post(server, 'contact', { ...MESSAGE, [TRAP]: 'https://spam.example' })
    const stored = await post(server, 'contact', MESSAGE)
    expect([trapped.status, trapped.text]).toEqual([stored.status, stored.text])
    expect(Object.keys(trapped.headers)).toEqual(Object.keys(stored.headers))
    const plain = await postPlainly(server, 'waitlist', { [TRAP]: 'x' })
    expect([plain.status, plain.headers.location]).toEqual([303, THANKS_PATHS.waitlist])
    expect((await post(server, 'waitlist', { [TRAP]: ['x', 'y'] })).status).toBe(200)
    expect(await rows('messages')).toHaveLength(1)
    expect(await rows('waitlist')).toEqual([])
    expect(lines.join('')).toContain('a spam post was not stored')
  })

  test.each([
    ['missing', () => undefined, /^This page has expired or/],
    ['the unfilled mark', () => '__FORM_STAMP__', /^This page has expired or/],
    ['forged', () => oldEnough(server).replace(/.$/, '!'), /^This page has expired or/],
    [
      'signed wrongly by one character',
      () => signedWrongly(oldEnough(server)),
      /did not load completely/,
    ],
    [
      'of an older time than was signed',
      () => datedBack(server.stamps.make()),
      /did not load completely/,
    ],
    [
      'a day old',
      () => server.stamps.make(Date.now() - 86_400_001),
      /^This page has expired\. Wait 2 seconds, then send/,
    ],
    ['too young', () => server.stamps.make(), /sent too quickly/],
  ])('a stamp that is %s is refused with a reason', async (_, stamp, words) => {
    const refused = await post(server, 'contact', { ...MESSAGE, [STAMP]: stamp() })
    expect(refused.status).toBe(400)
    const { message, fields = {} } = Object(refused.body.error)
    expect(message).toMatch(words)
    // The page's script waits for a fresh stamp only where the stamp is named.
    expect(Object.keys(fields)).toEqual(/Wait/.test(message) ? [STAMP] : [])
    expect(await rows('messages')).toEqual([])
  })

  test('a refusal has a stamp for the next try', async () => {
    const stampOf = (headers: object) => Object(headers)[STAMP_HEADER]
    const late = await post(server, 'contact', { ...MESSAGE, [STAMP]: '' })
    const age = server.stamps.ageOf(stampOf(late.headers)) ?? -1
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(1500)
    const later = Date.now() + LEAST_FILL_MS
    expect(server.stamps.ageOf(stampOf(late.headers), later)).toBeGreaterThanOrEqual(LEAST_FILL_MS)
    // Whoever has taken the time already sends the corrected form at once.
    const wrong = await post(server, 'contact', { ...MESSAGE, email: 'nobody' })
    expect(Object(wrong.body.error).fields).toEqual({
      email: 'Email must be an email address like name@example.org.',
    })
    const again = { ...MESSAGE, [STAMP]: stampOf(wrong.headers) }
    expect((await post(server, 'contact', again)).status).toBe(200)
  })

  test('a landing page of an allowed origin can read that header', async () => {
    const headers = { origin: 'https://www.example.org' }
    const refused = await post(server, 'waitlist', { email: 'x' }, { headers })
    expect(refused.headers['access-control-allow-origin']).toBe('https://www.example.org')
    expect(refused.headers['access-control-expose-headers']).toContain(STAMP_HEADER)
    const asked = await server.call('OPTIONS', '/contact', {
      token: '',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(asked.status).toBe(204)
  })
})

test('the log holds nothing that was typed', async () => {
  await post(server, 'contact', MESSAGE)
  await post(server, 'contact', { ...MESSAGE, email: 'wrong-address' })
  await post(server, 'contact', { ...MESSAGE, [TRAP]: 'trapped-words' })
  await post(server, 'waitlist', { email: 'twice@example.org' })
  await post(server, 'waitlist', { email: 'twice@example.org' })
  await postPlainly(server, 'contact', { ...MESSAGE, message: '' })
  const log = lines.join('')
  expect(log).toContain('/contact')
  expect(log).not.toMatch(/Amara|okafor|thirty|wrong-address|trapped-words|twice@/i)
})
