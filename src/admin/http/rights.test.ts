import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const ada = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org' }
let calls: string[]
let answers: Record<string, { status: number; body: unknown }>
let stored: Map<string, string>
let session: typeof import('./session.ts') & typeof import('./authenticate.ts')

/** Plays the browser's part: fetch by the table of answers. */
beforeEach(async () => {
  calls = []
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
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const path = new URL(url).pathname.replace('/api/v1', '')
    calls.push(path)
    const { status, body } = answers[path] ?? { status: 404, body: {} }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  session = { ...(await import('./session.ts')), ...(await import('./authenticate.ts')) }
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const login = () => session.signIn('ada@example.org', 'secret')

describe('a role that a server lets in', () => {
  const may = { open: ['editor'], resources: { mentors: { actions: ['read'] } }, pages: {} }
  const eda = { ...ada, role: 'editor', access: may }
  const refusal = 'The role editor has no access to the console.'
  const profile = (user: unknown) => {
    answers['/profile'] = { status: 200, body: user }
  }
  const refused = async () => {
    answers['/users'] = { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
    const { send } = await import('../providers/http-client.ts')
    await expect(send({ method: 'GET', path: '/users' })).rejects.toThrow('No.')
  }
  beforeEach(async () => {
    vi.stubGlobal('addEventListener', () => undefined)
    session.watch()
    answers['/auth/login'] = { status: 200, body: { token: 't1', user: eda } }
    await login()
  })

  test('signs in, and continues with its new rights after a refusal shows that they changed', async () => {
    expect(session.currentSession()).toEqual({ status: 'in', user: eda, stored: true })
    profile(eda)
    await refused()
    await vi.waitFor(() => expect(calls).toContain('/profile'), 10_000)
    expect(session.currentSession()).toEqual({ status: 'in', user: eda, stored: true })
    const less = { ...eda, access: { ...may, resources: {} } }
    profile(less)
    await refused()
    const next = { status: 'in', user: less, stored: true, isChanged: true }
    await vi.waitFor(() => expect(session.currentSession()).toEqual(next), 10_000)
  })

  test('is signed out with the server’s message when it has no access any more', async () => {
    profile({ ...eda, access: { open: [], refusal } })
    await refused()
    const out = { status: 'out', message: refusal }
    await vi.waitFor(() => expect(session.currentSession()).toEqual(out), 10_000)
    expect(stored.size).toBe(0)
  })

  test('is refused at sign-in with the server’s message', async () => {
    const user = { ...eda, access: { open: [], refusal } }
    answers['/auth/login'] = { status: 200, body: { token: 't2', user } }
    await expect(login()).rejects.toThrow(refusal)
  })
})
