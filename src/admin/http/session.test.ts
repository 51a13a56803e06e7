import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LOGIN_FAILED, NOT_ADMIN } from '#contract/auth.ts'

type Answer = { status: number; body?: unknown } | 'none'

const ada = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org', role: 'admin' }
let outliving: string[]
let calls: { method: string; path: string; authorization: string | null }[]
let answers: Record<string, Answer>
let stored: Map<string, string>
let session: typeof import('./session.ts') & typeof import('./authenticate.ts')

/** Plays the browser's part: fetch by the table of answers, and a storage that can be blocked. */
beforeEach(async () => {
  calls = []
  outliving = []
  answers = {}
  stored = new Map()
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubEnv('VITE_API_URL', 'http://waymark.example')
  vi.stubGlobal('fetch', ({ url, method, headers, keepalive }: Request) => {
    const path = new URL(url).pathname.replace('/api/v1', '')
    calls.push({ method, path, authorization: headers.get('authorization') })
    if (keepalive && headers.get('content-type') === null) outliving.push(path)
    const answer = answers[path] ?? { status: 404, body: {} }
    if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'))
    const { status, body } = answer
    return Promise.resolve(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
    )
  })
  session = { ...(await import('./session.ts')), ...(await import('./authenticate.ts')) }
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const login = () => session.signIn('ada@example.org', 'secret')
const paths = () => calls.map(({ method, path }) => `${method} ${path}`)

describe('sign-in', () => {
  test.each([
    ['bare', { token: 't1', user: ada }],
    ['under data', { data: { token: 't1', user: ada } }],
  ])('an admin’s session is stored, body %s', async (_, body) => {
    answers['/auth/login'] = { status: 200, body }
    await login()
    expect(session.currentSession()).toEqual({ status: 'in', user: ada, stored: true })
    expect(stored.get('admin_token')).toBe('t1')
    expect(JSON.parse(stored.get('admin_user') ?? '')).toEqual(ada)
  })

  test.each(['user', 'ADMIN', ' admin ', ''])(
    'role %j is refused, nothing is stored, and its session is ended at the server',
    async (role) => {
      answers['/auth/login'] = { status: 200, body: { token: 't1', user: { ...ada, role } } }
      await expect(login()).rejects.toThrow(NOT_ADMIN)
      expect(stored.size).toBe(0)
      expect(session.credentialsNow().token).toBeNull()
      const ended = { method: 'POST', path: '/auth/logout', authorization: 'Bearer t1' }
      await vi.waitFor(() => expect(calls[1]).toEqual(ended), 10_000)
    },
  )

  test.each<[string, Answer, string]>([
    ['its error.message', { status: 401, body: { error: { message: 'No.' } } }, 'No.'],
    ['its message', { status: 400, body: { message: 'Bad.' } }, 'Bad.'],
    ['its error text', { status: 429, body: { error: 'Too many.' } }, 'Too many.'],
    ['an HTML page', { status: 502, body: '<html>' }, LOGIN_FAILED],
    ['an empty body', { status: 200, body: '' }, LOGIN_FAILED],
    ['no token', { status: 200, body: { user: ada } }, LOGIN_FAILED],
    ['an object as token', { status: 200, body: { token: {}, user: ada } }, LOGIN_FAILED],
    ['no user', { status: 200, body: { token: 't1' } }, LOGIN_FAILED],
    ['no answer', 'none', 'The server cannot be reached. Check your connection and try again.'],
  ])('a failure with %s is reported', async (_, answer, message) => {
    answers['/auth/login'] = answer
    await expect(login()).rejects.toThrow(message)
    expect(stored.size).toBe(0)
    expect(paths().filter((path) => path === 'POST /auth/login')).toHaveLength(1)
  })

  test('storage that refuses leaves a session for this page', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    answers['/auth/login'] = { status: 200, body: { token: 't1', user: ada } }
    await login()
    expect(session.currentSession()).toMatchObject({ status: 'in', stored: false })
    expect(session.credentialsNow().token).toBe('t1')
  })
})

describe('start-up', () => {
  beforeEach(() => {
    stored.set('admin_token', 't1')
    stored.set('admin_user', '{"role":"admin","email":"forged@example.org"')
  })

  test.each([
    ['bare', ada],
    ['under user', { user: ada }],
    ['under data', { data: ada }],
    ['under data.user', { data: { user: ada } }],
  ])('the profile restores an admin, body %s', async (_, body) => {
    answers['/profile'] = { status: 200, body }
    await session.restore()
    expect(session.currentSession()).toEqual({ status: 'in', user: ada, stored: true })
    expect(JSON.parse(stored.get('admin_user') ?? '')).toEqual(ada)
    expect(calls).toEqual([{ method: 'GET', path: '/profile', authorization: 'Bearer t1' }])
  })

  test('preloads run before the sign-in completes, and a sign-out meanwhile wins', async () => {
    answers['/profile'] = { status: 200, body: ada }
    const read: unknown[] = []
    await session.restore((user) => {
      read.push(user, session.currentSession().status)
      return Promise.resolve()
    })
    expect(read).toEqual([ada, 'loading'])
    expect(session.currentSession()).toMatchObject({ status: 'in' })

    await session.restore(() => Promise.resolve(session.leave('Elsewhere.')))
    expect(session.currentSession()).toEqual({ status: 'out', message: 'Elsewhere.' })
  })

  test('a missing /profile is looked for at /users/profile', async () => {
    answers['/users/profile'] = { status: 200, body: { data: ada } }
    await session.restore()
    expect(session.currentSession()).toMatchObject({ status: 'in' })
    expect(paths()).toEqual(['GET /profile', 'GET /users/profile'])
  })

  test('a /profile that answered 404 is not requested again in a session', async () => {
    answers['/users/profile'] = { status: 200, body: ada }
    await session.restore()
    await session.restore()
    expect(paths()).toEqual(['GET /profile', 'GET /users/profile', 'GET /users/profile'])
    answers = { '/profile': { status: 200, body: ada } }
    await session.restore()
    expect(session.currentSession()).toMatchObject({ status: 'in' })
  })

  test.each<[string, Answer, string]>([
    ['another role', { status: 200, body: { ...ada, role: 'user' } }, NOT_ADMIN],
    ['401', { status: 401, body: {} }, 'Your session has ended. Sign in again.'],
    ['403', { status: 403, body: { message: 'Not you.' } }, 'Not you.'],
    ['404 twice', { status: 404, body: {} }, 'Your session has ended. Sign in again.'],
  ])('%s signs out and clears both keys', async (_, answer, message) => {
    answers['/profile'] = answer
    await session.restore()
    expect(session.currentSession()).toEqual({ status: 'out', message })
    expect(stored.size).toBe(0)
  })

  const outOfOrder = 'The server is temporarily unavailable. Try again later.'
  test.each<[string, Answer, string]>([
    ['500', { status: 500, body: { error: { message: 'Broken.' } } }, 'Broken.'],
    ['503 of HTML', { status: 503, body: '<html>' }, outOfOrder],
    ['200 of HTML', { status: 200, body: '<html>' }, outOfOrder],
    ['a user without a role', { status: 200, body: { _id: 'a' } }, outOfOrder],
    ['no answer', 'none', 'The server cannot be reached. Check your connection and try again.'],
  ])('%s keeps the session, and the next try restores it', async (_, answer, message) => {
    answers['/profile'] = answer
    await session.restore()
    expect(session.currentSession()).toEqual({ status: 'unanswered', message })
    expect(stored.get('admin_token')).toBe('t1')
    expect(stored.has('admin_user')).toBe(true)
    answers['/profile'] = { status: 200, body: ada }
    await session.restore()
    expect(session.currentSession()).toEqual({ status: 'in', user: ada, stored: true })
  })

  test('a server without an answer has 30 s', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let asked = 0
    vi.stubGlobal('fetch', ({ signal }: Request) => {
      asked++
      return new Promise((_answer, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason))
      })
    })
    void session.restore()
    await vi.advanceTimersByTimeAsync(29_900)
    expect(session.currentSession().status).toBe('loading')
    await vi.advanceTimersByTimeAsync(200)
    expect(session.currentSession()).toMatchObject({ status: 'unanswered' })
    expect(asked).toBe(1)
  })

  test.each(['undefined', 'null', 'two words', 'line\nbreak', 'x'.repeat(5000), ''])(
    'an invalid token is dropped before it is sent (%#)',
    async (token) => {
      stored.set('admin_token', token)
      await session.restore()
      expect(calls).toEqual([])
      expect(session.currentSession()).toEqual({ status: 'out' })
      expect(stored.size).toBe(0)
    },
  )
})

describe('the end', () => {
  beforeEach(async () => {
    answers['/auth/login'] = { status: 200, body: { token: 't1', user: ada } }
    await login()
  })

  test.each<Answer>(['none', { status: 500, body: {} }])(
    'logout ends the session although the call fails, which is only logged',
    async (answer) => {
      answers['/auth/logout'] = answer
      await session.signOut()
      expect(session.currentSession()).toEqual({ status: 'out' })
      expect(stored.size).toBe(0)
      expect(calls.at(-1)).toMatchObject({ path: '/auth/logout', authorization: 'Bearer t1' })
      expect(outliving).toEqual(['/auth/logout'])
      expect(console.warn).toHaveBeenCalledOnce()
    },
  )

  test('only the session that a 401 belongs to ends', () => {
    const { generation } = session.credentialsNow()
    session.expire(generation - 1)
    expect(session.currentSession().status).toBe('in')
    session.expire(generation)
    expect(session.currentSession().status).toBe('out')
  })

  test('an ending session keeps the newer token of another tab', () => {
    stored.set('admin_token', 'newer')
    session.expire(session.credentialsNow().generation)
    expect(stored.get('admin_token')).toBe('newer')
  })
})
