import { type EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FORM_PATHS } from '#contract/forms.ts'
import { loadDemo, startOfToday } from '#server/demo/load-demo.ts'
import { startApp, type TestApp } from '../support/app.ts'

let server: TestApp
let port = 0
let logged: { level: number; msg: string; path?: string; status?: number }[] = []
beforeAll(async () => {
  server = await startApp({ onLog: (line) => logged.push(JSON.parse(line)) })
  const today = startOfToday()
  await loadDemo(server.connection, { today, reset: false, users: 300 }, () => undefined)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())
beforeEach(() => {
  logged = []
})

/** Lines of level warn and above, without the security log. */
const complaints = () => logged.filter(({ level, msg }) => level >= 40 && msg !== 'security')

const closed = (one: EventEmitter) => new Promise((resolve) => one.once('close', resolve))

/** Sends the beginning of a request, waits until the server has it, and disconnects. */
async function leave(head: string, how: 'destroy' | 'resetAndDestroy', isAnswered = false) {
  const begun = once(server.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(head)
  const [request, response] = await begun
  if (isAnswered) await once(socket, 'data')
  const over = Promise.all([closed(request), closed(response)])
  socket[how]()
  await over
}

const post = (path: string, kind: string) =>
  `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${kind}\r\nContent-Length: 500\r\n\r\n{"name":"half`

test.each([
  ['a form', FORM_PATHS.contact, 'application/json'],
  ['a form without script', FORM_PATHS.waitlist, 'application/x-www-form-urlencoded'],
  ['a sign-in', '/auth/login', 'application/json'],
])('a client that disconnects during %s leaves no error', async (_, path, kind) => {
  for (const how of ['destroy', 'resetAndDestroy', 'destroy'] as const)
    await leave(post(path, kind), how)
  // After another answer the former request has ended.
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status).toBe(200)
  expect(complaints()).toEqual([])
})

test.each(['csv', 'json', 'xlsx'])(
  'a client that disconnects during an export as %s leaves no error, and its place is free',
  async (format) => {
    const path = `/api/v1/analytics/export?dataType=events&format=${format}&startDate=2025-01-01`
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\n\r\n`
    for (const how of ['destroy', 'resetAndDestroy'] as const) await leave(head, how, true)
    // Two exports can run at once: a third runs only if both have ended.
    const { status, bytes } = await server.call('GET', path)
    expect([status, bytes.length > 100_000]).toEqual([200, true])
    expect(complaints()).toEqual([])
  },
)

test('a request that Node cannot parse gets an error of the usual shape', async () => {
  const ask = async (head: string) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.write(head)
    await once(socket, 'close')
    const [top = '', body = ''] = text.split('\r\n\r\n')
    return { top, error: Object(JSON.parse(body)).error }
  }
  const long = await ask(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(long.top).toMatch(/^HTTP\/1\.1 431 /)
  expect(long.error).toEqual({ code: 'invalid', message: 'The headers are too long.' })
  const none = await ask('HELO x\r\n\r\n')
  expect(none.top).toMatch(/^HTTP\/1\.1 400 /)
  expect(none.top).toMatch(/\r\nx-content-type-options: nosniff/)
  expect(none.top).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
  expect(none.error.code).toBe('invalid')
})
