import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { CORS_ORIGINS: 'https://console.example.org', IMAGE_HOSTS: 'images.example.org' },
  })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const post = (body: unknown, headers: Record<string, string> = json) =>
  server.call('POST', '/career-fields', { body, headers })

describe('errors', () => {
  test.each([
    ['malformed JSON', () => post('{"name":'), 400, 'invalid'],
    ['an empty body', () => post(''), 400, 'invalid'],
    ['a NUL byte', () => post('{"name":"a\\u0000b"}'), 400, 'invalid'],
    [
      'a body of the wrong kind',
      () => post('name=x', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a body in another encoding than UTF-8',
      () => post('{"name":"x"}', { 'content-type': 'application/json; charset=utf-16' }),
      415,
      'unsupported_media_type',
    ],
    ['a body over 1 MB', () => post({ name: 'x'.repeat(1_048_600) }), 413, 'too_large'],
    ['an unknown path', () => server.call('GET', '/nothing'), 404, 'not_found'],
    ['a path that cannot be decoded', () => server.call('GET', '/users/%E0%A4%A'), 400, 'invalid'],
  ])('%s', async (_name, call, status, code) => {
    const answer = await call()
    expect(answer.status, answer.text).toBe(status)
    expect(Object(answer.body.error).code).toBe(code)
    expect(Object(answer.body.error).message).toMatch(/^[A-Z].*\.$/)
    expect(answer.text).not.toMatch(/select|insert|node_modules|\.ts|stack/i)
  })

  test('UTF-8 can be declared in any case and quoted', async () => {
    for (const [index, charset] of ['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'].entries()) {
      const headers = { 'content-type': `application/json; charset=${charset}` }
      expect((await post(`{"name":"Encoded ${index}"}`, headers)).status, charset).toBe(201)
    }
  })

  test.each([
    'https://someone@example.org/face.png',
    'https://example.org\\@evil.example/face.png',
    'javascript:alert(1)',
  ])('a picture at %s is refused at its field', async (profileImage) => {
    const refused = await server.call('POST', '/mentors', { body: { profileImage } })
    expect(refused.status).toBe(400)
    expect(Object(refused.body.error).fields).toHaveProperty('profileImage')
    const plain = { profileImage: 'https://example.org/faces/noor@2x.png?by=a@b' }
    const { body } = await server.call('POST', '/mentors', { body: plain })
    expect(Object(body.error).fields).not.toHaveProperty('profileImage')
  })

  test('an unexpected error is a neutral 500', async () => {
    const broken = await startApp({
      hooks: {
        'career-fields': {
          present() {
            throw new Error('select secret from somewhere')
          },
        },
      },
    })
    const answer = await broken.call('POST', '/career-fields', { body: { name: 'x' } })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      error: { code: 'internal', message: 'Something went wrong on the server.' },
    })
    await broken.close()
  })
})

describe('headers', () => {
  test('are on every answer, errors included', async () => {
    const answers = await Promise.all([
      server.call('GET', '/health', { token: '' }),
      server.call('GET', '/users'),
      server.call('GET', '/users', { token: '' }),
      server.call('GET', '/nothing'),
      post('{'),
      server.call('GET', '/users/%E0%A4%A'),
      server.call('GET', '/api/docs', { token: '' }),
      server.call('GET', '/api/elsewhere'),
    ])
    for (const { headers, status } of answers) {
      expect(headers['x-content-type-options'], String(status)).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers.server).toBeUndefined()
    }
  })

  test('no answer of the API is cached', async () => {
    for (const path of ['/health', '/users', '/nothing', '/api/docs'])
      expect((await server.call('GET', path)).headers['cache-control'], path).toBe('no-store')
  })
})

describe('CORS', () => {
  const from = (origin: string, extra = {}) => ({ headers: { origin, ...extra } })

  test('a configured origin is allowed, with the headers that it needs', async () => {
    const { headers } = await server.call('GET', '/users', from('https://console.example.org'))
    expect(headers['access-control-allow-origin']).toBe('https://console.example.org')
    expect(String(headers['access-control-expose-headers'])).toContain('etag')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('a preflight needs no token', async () => {
    const asked = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,if-match,content-type',
    }
    const answer = await server.call('OPTIONS', '/users/1', {
      token: '',
      ...from('https://console.example.org', asked),
    })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toContain('PUT')
    expect(answer.headers['access-control-allow-headers']).toContain('if-match')
  })

  test.each(['https://evil.example.org', 'https://console.example.org.evil.org'])(
    '%s is not',
    async (origin) => {
      const { headers } = await server.call('GET', '/users', from(origin))
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )
})

test('health answers without a database', async () => {
  const alone = await startApp()
  await alone.store.pool.end()
  const answer = await alone.call('GET', '/health', { token: '' })
  expect([answer.status, answer.body]).toEqual([200, { status: 'healthy' }])
  const users = await alone.call('GET', '/users')
  expect(users.status).toBe(503)
  expect(users.headers['retry-after']).toBe('2')
  await alone.app.close()
})

test('a request with two lengths is refused before it is read', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    )
    socket.on('data', (chunk) => {
      resolve(String(chunk))
      socket.destroy()
    })
  })
  expect(answer).toMatch(/^HTTP\/1.1 400/)
})
