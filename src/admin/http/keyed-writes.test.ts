import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listening } from '../../../tests/support/listening.ts'

interface Seen {
  method: string | undefined
  key: string | undefined
  match: string | undefined
  text: string
}

/** How long the client waits before its second try. Here the clock jumps over it. */
const PAUSE = 1000
const setReal = globalThis.setTimeout
const timers = vi.spyOn(globalThis, 'setTimeout')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  timers.mockReset().mockImplementation(((run: () => void, ms: number) => {
    if (ms !== PAUSE) return setReal(run, ms)
    vi.setSystemTime(Date.now() + PAUSE)
    return setReal(run)
  }) as typeof setTimeout)
})
afterAll(() => vi.useRealTimers())

type Fate = (response: ServerResponse, call: Seen) => void

let server: Server
let seen: Seen[] = []
let fates: Fate[] = []
let http: typeof import('../providers/http-client.ts')
let session: typeof import('./session.ts') & typeof import('./authenticate.ts')

const lost: Fate = (response) => void response.destroy()
const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Fate =>
  (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

// The real client against a real socket: what the wire shows is what is promised.
beforeAll(async () => {
  const own = await listening(async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method, headers } = request
    const key = headers['idempotency-key']?.toString()
    const call = { method, key, match: headers['if-match'], text }
    seen.push(call)
    const fate = fates.shift() ?? answers(200, {})
    fate(response, call)
  })
  server = own.server
  vi.stubEnv('VITE_API_URL', own.url)
  http = await import('../providers/http-client.ts')
  session = { ...(await import('./session.ts')), ...(await import('./authenticate.ts')) }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Signs in to a server that says that it writes by changes, or does not. */
async function signIn(changes?: unknown) {
  const user = { _id: 'a', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }
  fates = [answers(200, { token: 't', user: { ...user, changes } })]
  await session.signIn('a@example.org', 'secret')
  seen = []
}

const put = () => http.write({ method: 'PUT', path: '/tags/1', body: { name: 'é' }, version: 3 })

describe('with a server that supports keys', () => {
  beforeEach(() => signIn(true))

  test('a write has a key of its own, and its answer names its change', async () => {
    fates = [answers(201, { _id: '1' }, { 'change-id': 'c1' })]
    expect(await http.write({ method: 'POST', path: '/tags' })).toEqual({
      body: { _id: '1' },
      changeId: 'c1',
    })
    await put()
    expect(seen[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(seen[1]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(seen[0]?.key).not.toBe(seen[1]?.key)
  })

  test.each([
    ['no answer', lost],
    ['502 of a proxy', answers(502, '<h1>Bad Gateway</h1>')],
    ['504 of a proxy', answers(504, '')],
  ])('after %s the write is retried once, and its answer counts', async (_, first) => {
    fates = [first, answers(200, { name: 'é' }, { 'change-id': 'c2' })]
    expect(await put()).toEqual({ body: { name: 'é' }, changeId: 'c2' })
    expect(seen).toHaveLength(2)
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ match: '"3"', text: '{"name":"é"}' })
  })

  test('a refusal of the retry is the final answer', async () => {
    fates = [lost, answers(409, { error: { message: 'Taken.' } })]
    await expect(put()).rejects.toMatchObject({ outcome: 'refused', message: 'Taken.' })
  })

  test.each([
    ['no answer', lost],
    ['503 in words', answers(503, { error: { message: 'Busy.' } })],
    ['500', answers(500, {})],
    ['401', answers(401, { error: { message: 'Sign in.' } })],
    ['429', answers(429, { error: { message: 'Too many.' } })],
  ])(
    'a retry that ends in %s leaves the result unknown, and there is no third attempt',
    async (_, second) => {
      fates = [lost, second]
      await expect(put()).rejects.toMatchObject({ outcome: 'unknown' })
      expect(seen).toHaveLength(2)
    },
  )

  test.each([
    ['400', answers(400, { error: { message: 'Wrong.' } })],
    ['500', answers(500, {})],
    ['503 in words', answers(503, { error: { message: 'Busy.' } })],
    ['503 of a proxy', answers(503, '<h1>Service Unavailable</h1>')],
  ])('after %s nothing is sent again', async (_, first) => {
    fates = [first]
    await expect(put()).rejects.toMatchObject({ outcome: 'refused' })
    expect(seen).toHaveLength(1)
  })

  test('the second try ends with the time limit of the first', async () => {
    fates = [lost, () => undefined]
    const write = http.write({ method: 'DELETE', path: '/tags/1', limit: 1100 })
    await expect(write).rejects.toMatchObject({ outcome: 'unknown' })
    // Other code sets timers, too.
    const limits = timers.mock.calls.map(([, ms]) => ms)
    expect(limits).toEqual(expect.arrayContaining([1100, 100]))
    expect(seen).toHaveLength(2)
  })

  test('no key is spent on a read', async () => {
    await http.send({ method: 'GET', path: '/tags' })
    expect(seen[0]?.key).toBeUndefined()
  })
})

test.each([undefined, false, 'yes'])(
  'a backend without key support (%s) gets no key, and no retry',
  async (changes) => {
    await signIn(changes)
    fates = [lost]
    await expect(put()).rejects.toMatchObject({ outcome: 'unknown' })
    expect(seen.map(({ key }) => key)).toEqual([undefined])
  },
)
