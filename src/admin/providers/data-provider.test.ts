import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { DataProvider } from '@refinedev/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { listening } from '../../../tests/support/listening.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

let server: Server
let provider: DataProvider
let seen: Seen[] = []
let answer: (response: ServerResponse, call: Seen) => void
let http: typeof import('./http-client.ts')
let session: typeof import('#admin/http/session.ts') & typeof import('#admin/http/authenticate.ts')

const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

// The real client against a real socket: what the wire shows is what is promised.
beforeAll(async () => {
  const own = await listening(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    const text = Buffer.concat(chunks).toString()
    const call = { method, url, headers, body: text ? JSON.parse(text) : undefined }
    seen.push(call)
    answer(response, call)
  })
  server = own.server
  vi.stubEnv('VITE_API_URL', own.url)
  http = await import('./http-client.ts')
  session = {
    ...(await import('#admin/http/session.ts')),
    ...(await import('#admin/http/authenticate.ts')),
  }
  provider = (await import('./data-provider.ts')).dataProvider(registry)
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(() => {
  seen = []
  answer = json(200, { users: [], count: 0 })
})

const user = { _id: 'a/b', firstName: 'Ada', lastName: 'Lovelace', role: 'admin', version: 3 }

describe('lists', () => {
  test('send page, limit, search, order and declared filters', async () => {
    await provider.getList({
      resource: 'users',
      pagination: { currentPage: 2, pageSize: 10 },
      sorters: [
        { field: 'createdAt', order: 'desc' },
        { field: 'email', order: 'asc' },
      ],
      filters: [
        { field: 'search', operator: 'contains', value: 'a & b' },
        { field: 'role', operator: 'eq', value: 'admin' },
        { field: 'createdAt', operator: 'gte', value: '2026-01-01' },
        { field: 'isActive', operator: 'eq', value: undefined },
      ],
    })
    const url = new URL(seen[0]?.url ?? '', 'http://x')
    expect(url.pathname).toBe('/api/v1/users')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      page: '2',
      limit: '10',
      sort: '-createdAt,email',
      search: 'a & b',
      role: 'admin',
      createdAt_from: '2026-01-01',
    })
  })

  test('return rows with an id and the total', async () => {
    answer = json(200, { users: [user], count: 35 })
    const list = await provider.getList({ resource: 'users', pagination: { pageSize: 10 } })
    expect(list).toMatchObject({ data: [{ id: 'a/b', _id: 'a/b', firstName: 'Ada' }], total: 35 })
  })

  test('a list without paging is fetched whole and paged in the console', async () => {
    const all = Array.from({ length: 23 }, (_, at) => ({ _id: `c${at}`, name: `Field ${at}` }))
    answer = json(200, { careerFields: all, count: 23 })
    const list = await provider.getList({
      resource: 'career-fields',
      pagination: { currentPage: 3, pageSize: 10 },
    })
    expect(seen[0]?.url).toBe('/api/v1/career-fields')
    expect(list.total).toBe(23)
    expect(list.data.map(({ id }) => id)).toEqual(['c20', 'c21', 'c22'])
  })

  test('an unknown shape fails with the resource’s message', async () => {
    answer = json(200, { careerFields: null })
    await expect(provider.getList({ resource: 'career-fields' })).rejects.toMatchObject({
      message: 'API did not return an array for career fields.',
    })
  })
})

describe('records', () => {
  beforeEach(() => {
    answer = json(200, { data: user })
  })

  test('a record is read by its own address, with any id', async () => {
    const { data } = await provider.getOne({ resource: 'users', id: 'a/b' })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/users/a%2Fb' })
    expect(data).toMatchObject({ id: 'a/b', version: 3 })
  })

  test('a user is created at /auth/register, other resources at their own path', async () => {
    await provider.create({ resource: 'users', variables: { email: 'a@example.org' } })
    await provider.create({ resource: 'career-fields', variables: { name: 'Law' } })
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/v1/auth/register', { email: 'a@example.org' }],
      ['POST', '/api/v1/career-fields', { name: 'Law' }],
    ])
  })

  test('an update is a PUT with the version that it is based on', async () => {
    const variables = { firstName: 'Ada' }
    await provider.update({ resource: 'users', id: 'u1', variables, meta: { version: 3 } })
    await provider.update({ resource: 'users', id: 'u1', variables })
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/api/v1/users/u1', body: variables })
    expect(seen.map(({ headers }) => headers['if-match'])).toEqual(['"3"', undefined])
  })

  test('an empty answer to a write is a success', async () => {
    answer = (response) => response.writeHead(204).end()
    await expect(provider.deleteOne({ resource: 'users', id: 'u1' })).resolves.toEqual({
      data: { id: 'u1' },
    })
    expect(seen[0]).toMatchObject({ method: 'DELETE', url: '/api/v1/users/u1', body: undefined })
  })

  test('numeric ids are sent back as numbers, also selected ones', async () => {
    const variables = { title: 'Mend', careerFields: ['13', 'x'] }
    const sentAfter = async (field: object) => {
      answer = json(200, { careerFields: [{ ...field, name: 'Nursing' }] })
      await provider.getList({ resource: 'career-fields' })
      await provider.create({ resource: 'missions', variables })
      return seen.at(-1)?.body
    }
    expect(await sentAfter({ id: 13 })).toEqual({ title: 'Mend', careerFields: [13, 'x'] })
    expect(await sentAfter({ _id: 'a' })).toEqual(variables)
  })

  test('no parameter of the address changes method, headers, target or version (?method=delete)', async () => {
    const meta = {
      method: 'delete',
      headers: { 'x-evil': '1', 'if-match': '"9"' },
      version: '9',
      url: 'http://evil.example/',
      signal: 'x',
    }
    await provider.update({ resource: 'users', id: 'u1', variables: {}, meta })
    await provider.getOne({ resource: 'users', id: 'u1', meta })
    await provider.getList({ resource: 'users', meta })
    expect(seen.map(({ method, url }) => `${method} ${url?.split('?')[0]}`)).toEqual([
      'PUT /api/v1/users/u1',
      'GET /api/v1/users/u1',
      'GET /api/v1/users',
    ])
    for (const { headers } of seen) {
      expect(headers).not.toHaveProperty('x-evil')
      expect(headers).not.toHaveProperty('if-match')
    }
  })
})

describe('failures', () => {
  test('have status, the server’s message, its field errors and the current values', async () => {
    const error = {
      code: 'stale',
      message: 'Changed meanwhile.',
      fields: { email: 'Email is taken.' },
      current: { ...user, version: 4 },
    }
    answer = json(412, { error })
    await expect(
      provider.update({ resource: 'users', id: 'u1', variables: {}, meta: { version: 3 } }),
    ).rejects.toMatchObject({
      statusCode: 412,
      message: 'Changed meanwhile.',
      errors: { email: 'Email is taken.' },
      current: { version: 4 },
    })
  })

  test.each([
    ['an HTML page with 500', 500, '<html>Bad gateway</html>'],
    ['an HTML page with 200', 200, '<html>Please pay for the Wi-Fi</html>'],
    ['broken JSON with 200', 200, '{"users":['],
  ])('%s is a failure without a message, so the screen shows its own', async (_, status, text) => {
    answer = (response) => response.writeHead(status).end(text)
    await expect(provider.getList({ resource: 'users' })).rejects.toMatchObject({
      statusCode: status,
      message: '',
    })
  })

  test('a read or write without an answer is sent once: TanStack Query retries reads', async () => {
    answer = (response) => response.destroy()
    await expect(provider.getList({ resource: 'users' })).rejects.toMatchObject({
      statusCode: 0,
      isLost: true,
    })
    expect(seen).toHaveLength(1)
    seen = []
    await expect(provider.create({ resource: 'users', variables: {} })).rejects.toMatchObject({
      statusCode: 0,
      message: '',
    })
    expect(seen).toHaveLength(1)
  })

  test.each([
    [502, 'unknown', '<h1>Bad Gateway</h1>'],
    [504, 'unknown', 'upstream request timeout'],
    [503, 'refused', '<h1>Service Unavailable</h1>'],
    [503, 'refused', ''],
    [503, 'refused', '{"error":{"code":"unavailable","message":"Busy."}}'],
    [500, 'refused', ''],
    [0, 'unknown', ''],
  ])('a write that ends in %s has the outcome %s: %s', async (status, outcome, text) => {
    answer = (response) => (status ? response.writeHead(status).end(text) : response.destroy())
    const write = provider.create({ resource: 'users', variables: {} })
    await expect(write).rejects.toMatchObject({ outcome })
    expect(seen).toHaveLength(1)
  })

  test('an address in a path never takes the token elsewhere', async () => {
    await http.send({ method: 'GET', path: 'http://evil.example/steal' })
    expect(seen[0]?.url).toMatch(/^\/api\/v1\//)
  })
})

describe('the session', () => {
  async function signInAs(token: string) {
    const admin = {
      _id: 'a',
      firstName: 'Ada',
      lastName: 'L',
      email: 'a@example.org',
      role: 'admin',
    }
    answer = json(200, { token, user: admin })
    await session.signIn('a@example.org', 'secret')
    seen = []
  }

  test('every call carries its token', async () => {
    await signInAs('first')
    await provider.getList({ resource: 'users' })
    expect(seen[0]?.headers.authorization).toBe('Bearer first')
  })

  test('five calls that answer 401 end it once', async () => {
    await signInAs('second')
    let changes = 0
    const stop = session.onSession(() => changes++)
    answer = json(401, { error: { code: 'unauthenticated', message: 'Sign in.' } })
    const calls = Array.from({ length: 5 }, () => provider.getList({ resource: 'users' }))
    await Promise.allSettled(calls)
    stop()
    expect(changes).toBe(1)
    expect(session.currentSession()).toMatchObject({ status: 'out' })
  })

  test('a late 401 of an earlier session keeps the current one', async () => {
    await signInAs('third')
    let finish: () => void = () => undefined
    answer = (response) => {
      finish = () => json(401, { error: { message: 'Sign in.' } })(response)
    }
    const late = provider.getList({ resource: 'users' })
    await vi.waitFor(() => expect(seen).toHaveLength(1), 10_000)
    await signInAs('fourth')
    finish()
    await expect(late).rejects.toMatchObject({ statusCode: 401 })
    expect(session.currentSession()).toMatchObject({ status: 'in' })
    expect(session.credentialsNow().token).toBe('fourth')
  })
})
