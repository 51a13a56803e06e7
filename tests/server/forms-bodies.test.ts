import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FORM_PATHS, LEAST_FILL_MS, STAMP, STAMP_HEADER, slot } from '#contract/forms.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, oldEnough, post, postPlainly } from '../support/forms.ts'

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_KIND = { 'content-type': 'application/json' }
const clientDir = mkdtempSync(join(tmpdir(), 'waymark-forms-'))
let server: TestApp
let unbuilt: TestApp

/** The marks of a form page, one in a line. */
function pageOf(fields: readonly string[]): string {
  const marks = fields.flatMap((field) => [
    `${field}=${slot.value(field)}`,
    `${field} error=${slot.error(field)}`,
    `${field} invalid=${slot.invalid(field)}`,
  ])
  return [...marks, `failure=${slot.failure}`, 'stamp=__FORM_STAMP__', ''].join('\n')
}

beforeAll(async () => {
  const contact = pageOf(['name', 'email', 'subject', 'message'])
  const choices = ['', 'mentor', 'student', 'early-career-professional'].map(
    (value) => `<option value="${value}" ${slot.chosen('who', value)}="">`,
  )
  const waitlist = pageOf(['email']) + choices.join('\n')
  writeFileSync(join(clientDir, 'contact-again.html'), contact)
  writeFileSync(join(clientDir, 'waitlist-again.html'), waitlist)
  const env = { FORM_POSTS_PER_ADDRESS: '1000' }
  server = await startApp({ env, clientDir })
  unbuilt = await startApp({ env })
})
afterAll(async () => {
  await Promise.all([server.close(), unbuilt.close()])
  rmSync(clientDir, { recursive: true })
})

const send = (body: unknown, headers: Record<string, string>) =>
  server.call('POST', FORM_PATHS.contact, { token: '', body, headers })
const errorOf = ({ body }: { body: Record<string, unknown> }) => Object(body.error)
const linesOf = (text: string) => text.split('\n')

describe('a wrong body is refused with a reason', () => {
  test.each([
    ['nothing', undefined, {}, 400, /fields of the form/],
    ['a list', '[]', JSON_KIND, 400, /fields of the form/],
    ['half of an object', '{"name":', JSON_KIND, 400, /not valid JSON/],
    ['text', 'hello', { 'content-type': 'text/plain' }, 415, /or application\/x-www-form/],
    ['more than 64 KB', JSON.stringify({ name: 'x'.repeat(65_600) }), JSON_KIND, 413, /64 KB/],
    ['more than 64 KB, plainly', `name=${'x'.repeat(65_600)}`, URLENCODED, 413, /64 KB/],
  ])('%s', async (_, body, headers, status, words) => {
    const answer = await send(body, headers as Record<string, string>)
    expect(answer.status, answer.text).toBe(status)
    expect(errorOf(answer).message).toMatch(words)
    expect(answer.headers[STAMP_HEADER]).toBeTruthy()
  })

  test.each([
    ['a NUL', { name: 'a\u0000b' }, 'name'],
    ['a list', { message: ['a', 'b'] }, 'message'],
    ['line ends alone', { subject: '\r\n\u2028' }, 'subject'],
    ['marks of direction alone', { name: '\u202e\u2066\u2069\u202c' }, 'name'],
    ['too much', { name: 'x'.repeat(121) }, 'name'],
    ['too long a message', { message: '😀'.repeat(5001) }, 'message'],
    ['a line end in the address', { email: 'a@example.org\nBcc: b@example.org' }, 'email'],
  ])('%s is refused at its field', async (_, values, field) => {
    const answer = await post(server, 'contact', { ...MESSAGE, ...values })
    expect(answer.status, answer.text).toBe(400)
    expect(Object.keys(errorOf(answer).fields)).toEqual([field])
  })

  test('5,000 characters of four bytes are accepted, also urlencoded', async () => {
    const message = '😀'.repeat(5000)
    const long = { ...MESSAGE, message, name: '伟'.repeat(120), subject: '伟'.repeat(200) }
    expect((await post(server, 'contact', long)).status).toBe(200)
    const plain = await postPlainly(server, 'contact', long)
    expect(plain.status, plain.text).toBe(303)
    const kept = await query<{ message: string }>(
      server.connection,
      `select data->>'message' as message from rec_messages`,
    )
    expect(kept.map((row) => row.message === message)).toEqual([true, true])
  })

  test('a repeated field is refused', async () => {
    const fields = new URLSearchParams({ ...MESSAGE, [STAMP]: oldEnough(unbuilt) })
    fields.append('name', 'Other')
    const sendThem = () => {
      const plain = { token: '', body: fields.toString(), headers: URLENCODED }
      return unbuilt.call('POST', FORM_PATHS.contact, plain)
    }
    expect(errorOf(await sendThem())).toMatchObject({ fields: { name: 'Name must be text.' } })
    for (let n = 0; n < 20; n += 1) fields.append('name', 'Other')
    expect(errorOf(await sendThem()).message).toBe('A form has at most 20 fields.')
  })

  test('a chunked body is read up to 64 KB', async () => {
    await unbuilt.app.listen({ port: 0, host: '127.0.0.1' })
    const address = unbuilt.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const answered = (pieces: readonly string[]) =>
      new Promise<string>((resolve, reject) => {
        const head = `POST /api/v1${FORM_PATHS.waitlist} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(head)
          for (const piece of pieces) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
          socket.write('0\r\n\r\n')
        })
        socket.on('data', (chunk) => {
          resolve(String(chunk).split('\r\n', 1)[0] ?? '')
          socket.destroy()
        })
        socket.on('error', reject)
      })
    const body = JSON.stringify({ email: 'in.pieces@example.org', [STAMP]: oldEnough(unbuilt) })
    expect(await answered([body.slice(0, 9), body.slice(9)])).toBe('HTTP/1.1 200 OK')
    const long = Array.from({ length: 70 }, () => 'x'.repeat(1000))
    expect(await answered(['{"email":"', ...long, '"}'])).toContain('413')
  })
})

describe('without script a refusal shows the form again', () => {
  // A fixed clock that only `pass` moves.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('with the typed values and each error at its field', async () => {
    const typed = { ...MESSAGE, email: 'nobody', name: '"><b>Eve</b>', message: 'One\nTwo' }
    const page = await postPlainly(server, 'contact', typed)
    expect(page.status).toBe(400)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toBeTruthy()
    const lines = linesOf(page.text)
    expect(lines).toContain('email=nobody')
    expect(lines).toContain('email invalid=true')
    expect(lines).toContain('email error=Email must be an email address like name@example.org.')
    expect(lines).toContain('name invalid=false')
    expect(lines).toContain('name error=')
    expect(lines).toContain('failure=Not sent. Correct the marked fields.')
    expect(page.text).toContain('message=One\nTwo')
    expect(page.text).not.toContain('<b>')
    // Correcting a letter takes less time than filling in a form, and is no sign of a program.
    const [, stamp = ''] = /stamp=(\S+)/.exec(page.text) ?? []
    const corrected = await postPlainly(server, 'contact', { ...MESSAGE, [STAMP]: stamp })
    expect(corrected.status).toBe(303)
  })

  test('with an error of the whole form above it', async () => {
    const page = await postPlainly(server, 'contact', { ...MESSAGE, [STAMP]: 'old' })
    expect(page.status).toBe(400)
    expect(page.text).toMatch(/failure=This page has expired/)
    expect(linesOf(page.text)).toContain(`subject=${MESSAGE.subject}`)
    expect(page.text).not.toContain('invalid=true')
  })

  /** Sends a message under a stamp that is refused; gives the words, and the stamp that came back. */
  const refusedUnder = async (stamp: string) => {
    const page = await postPlainly(server, 'contact', { ...MESSAGE, [STAMP]: stamp })
    expect(page.status, page.text).toBe(400)
    const [, words] = /^failure=(.*)$/m.exec(page.text) ?? []
    const [, again = ''] = /^stamp=(\S+)$/m.exec(page.text) ?? []
    expect(page.headers[STAMP_HEADER]).toBe(again)
    return { words, again }
  }
  const statusUnder = async (stamp: string) =>
    (await postPlainly(server, 'contact', { ...MESSAGE, [STAMP]: stamp })).status

  test('and an early post needs only the rest of the time, however often it is repeated', async () => {
    const stamp = server.stamps.make(Date.now() - LEAST_FILL_MS + 1_500)
    for (let press = 0; press < 3; press += 1)
      expect(await refusedUnder(stamp)).toEqual({
        words: 'The form was sent too quickly. Wait 2 seconds, then send it again.',
        again: stamp,
      })
    pass(1_499)
    await refusedUnder(stamp)
    pass(1)
    expect(await statusUnder(stamp)).toBe(303)
  })

  test.each([
    ['mentor', ['mentor']],
    ['', ['']],
    ['king', []],
  ])('and the choice %j is still selected', async (who, selected) => {
    const { text } = await postPlainly(server, 'waitlist', { email: 'x', who })
    const found = [...text.matchAll(/<option value="([^"]*)" (selected)?>/g)]
    expect(found).toHaveLength(4)
    expect(found.flatMap(([, value, mark]) => (mark ? value : []))).toEqual(selected)
  })

  test('also after too many posts, without a database and after an unexpected error', async () => {
    const env = { FORM_POSTS_PER_ADDRESS: '1' }
    const busy = await startApp({ env, clientDir })
    expect((await postPlainly(busy, 'contact', MESSAGE)).status).toBe(303)
    const late = await postPlainly(busy, 'contact', MESSAGE)
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(3500)
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(3600)
    expect(late.text).toContain('failure=Too many messages were sent from your network.')
    vi.spyOn(busy.store.formLimits, 'count').mockRejectedValueOnce(new Error('unforeseen'))
    const broken = await postPlainly(busy, 'contact', MESSAGE)
    expect(broken.status).toBe(500)
    expect(broken.text).toContain(`on the server. Code: ${broken.headers['x-request-id']}`)
    expect(linesOf(broken.text)).toContain(`message=${MESSAGE.message.split('\n', 1)}`)
    await busy.store.pool.end()
    const away = await postPlainly(busy, 'contact', MESSAGE, { from: '10.1.1.1' })
    expect([away.status, away.headers['retry-after']]).toEqual([503, '2'])
    expect(linesOf(away.text)).toContain(`email=${MESSAGE.email}`)
    await busy.app.close()
  })
})
