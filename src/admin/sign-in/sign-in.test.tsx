// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ada = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org', role: 'admin' }
const user = userEvent.setup({ delay: null })
let calls: { path: string; body: unknown }[]
let answers: Record<string, { status?: number; body?: unknown }>

/** Plays the server by a table of answers; what is not in it is 404. */
beforeEach(() => {
  calls = []
  answers = {}
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/admin/login')
  vi.resetModules()
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1', '')
    const text = await request.text()
    calls.push({ path, body: text === '' ? undefined : JSON.parse(text) })
    const { status = 200, body = {} } = answers[path] ?? { status: 404 }
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(hash = '') {
  if (hash) history.replaceState(null, '', `/admin/login${hash}`)
  const { SignIn } = await import('./SignIn.tsx')
  render(<SignIn notice={undefined} preload={() => undefined} />)
  return import('#admin/http/session.ts')
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
async function typePassword() {
  await user.type(await screen.findByLabelText('Email'), ada.email)
  await user.type(screen.getByLabelText('Password'), 'secret')
  await press('Sign in')
}
const methods = (more: object) => {
  answers['/auth/methods'] = {
    body: { forgotten: false, passkeys: false, signOn: null, ...more },
  }
}

test('after the password the app’s code is required; a wrong one is reported, a recovery code works too', async () => {
  methods({})
  answers['/auth/login'] = { body: { ticket: 't', factors: ['totp', 'recovery'] } }
  const { currentSession } = await open()
  await typePassword()
  const code = await screen.findByLabelText('Code from the app')
  expect(code).toHaveProperty('autocomplete', 'one-time-code')
  expect(code).toHaveProperty('inputMode', 'numeric')
  expect(localStorage.getItem('admin_token')).toBeNull()
  answers['/auth/factor'] = { status: 401, body: { error: { message: 'This is not the code.' } } }
  await user.type(code, '123 456')
  await press('Continue')
  expect(await screen.findByText('This is not the code.')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ ticket: 't', code: '123456' })
  await press('Use a recovery code')
  await user.type(await screen.findByLabelText('Recovery code'), 'aaaa-1111')
  answers['/auth/factor'] = { body: { token: 'tok', user: ada } }
  await press('Continue')
  await waitFor(() => expect(currentSession()).toMatchObject({ status: 'in' }))
  expect(calls.at(-1)?.body).toEqual({ ticket: 't', recovery: 'aaaa-1111' })
})

test('a password reset is offered if the server sends mail; its answer is the same for every address', async () => {
  methods({ forgotten: true })
  answers['/auth/forgotten'] = { status: 202 }
  await open()
  await press('Forgot password?')
  await user.type(await screen.findByLabelText('Email'), 'nobody@example.org')
  await press('Send link')
  expect(await screen.findByText(/^If an account with this email exists/)).toBeDefined()
  expect(calls.at(-1)).toEqual({ path: '/auth/forgotten', body: { email: 'nobody@example.org' } })
  await press('Back')
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'nobody@example.org')
})

test('the server’s other methods are offered, in a reserved place', async () => {
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: unknown) => options,
  })
  const get = vi.fn(() => Promise.resolve({ toJSON: () => ({ id: 'x' }) }))
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  methods({ passkeys: true, signOn: { name: 'Alpine ID' } })
  answers['/auth/passkey/options'] = { body: { ticket: 'k', options: { challenge: 'c' } } }
  answers['/auth/passkey'] = { body: { token: 'tok', user: ada } }
  history.replaceState(null, '', '/admin/login?to=%2Fadmin%2Fusers')
  const { currentSession } = await open()
  const link = await screen.findByRole('link', { name: /Alpine ID/ })
  expect(link.getAttribute('href')).toBe('/api/v1/auth/oidc/start?to=%2Fadmin%2Fusers')
  await press('Use a passkey')
  await waitFor(() => expect(currentSession()).toMatchObject({ status: 'in' }))
  expect(calls.at(-1)).toEqual({
    path: '/auth/passkey',
    body: { ticket: 'k', answer: { id: 'x' } },
  })
})

test('a backend without other methods is asked once, and has a plain page', async () => {
  await open()
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/auth/methods']))
  cleanup()
  vi.resetModules()
  await open()
  await typePassword()
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/auth/login'))
  expect(calls.filter(({ path }) => path === '/auth/methods')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /passkey/i })).toBeNull()
  expect(screen.queryByRole('button', { name: /Forgot/ })).toBeNull()
})

test('single sign-on returns a ticket for the session, a link that needs the password, or an error in our words', async () => {
  methods({})
  answers['/auth/oidc/session'] = { body: { token: 'tok', user: ada } }
  const { currentSession } = await open('#ticket=abc')
  await waitFor(() => expect(currentSession()).toMatchObject({ status: 'in' }))
  expect(location.hash).toBe('')
  expect(calls.find(({ path }) => path === '/auth/oidc/session')?.body).toEqual({ ticket: 'abc' })

  cleanup()
  answers['/auth/login'] = { body: { token: 'tok', user: ada } }
  await open('#link=xyz')
  await screen.findByText(/^An account with your email already exists/)
  await typePassword()
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ link: 'xyz' }))

  cleanup()
  await open('#problem=no_role')
  expect(await screen.findByText(/^Your account has no access/)).toBeDefined()
  cleanup()
  await open('#problem=Call%20this%20number')
  expect(await screen.findByText(/Failed to sign in with the other account/)).toBeDefined()
  expect(document.body.textContent).not.toContain('Call')
})
