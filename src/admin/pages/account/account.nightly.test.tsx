// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseZone } from '#admin/format/region.ts'
import { exactTime } from '#admin/format/time.ts'
import { currentSession, enter, leave } from '#admin/http/session.ts'
import { chooseTheme } from '#admin/ui/theme/mode.ts'
import type { AccountChange, Account as AccountData, OwnSession } from '#contract/auth.ts'
import Account from './Account.tsx'

const user = userEvent.setup({ delay: null })
/** What the person types is right only if it is this. */
const PASSWORD = 'seven-cairns-uphill'
const at = '2026-11-20T10:00:00Z'

let account: AccountData
let sessions: OwnSession[]
let calls: { call: string; body: unknown }[]

beforeAll(() => {
  Object.assign(globalThis, {
    PublicKeyCredential: {
      parseRequestOptionsFromJSON: (options: unknown) => options,
      parseCreationOptionsFromJSON: (options: unknown) => options,
    },
  })
  globalThis.fetch = async (input) => {
    const request = input as Request
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (!call.startsWith('GET')) calls.push({ call, body })
    return answer(call, body)
  }
  return () => Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
})

/** A server of one account. */
function answer(call: string, body: unknown): Response {
  const { factors } = account
  const refuse = (fields: Record<string, string>) =>
    Response.json({ error: { code: 'invalid', message: 'Wrong.', fields } }, { status: 400 })
  const done = () => new Response(null, { status: 204 })
  const [, id] = /\/(?:sessions|passkeys)\/(\w\d)$/.exec(call) ?? []
  switch (call.replace(id ?? '\n', 'ID')) {
    case 'GET /account':
      return Response.json(account)
    case 'GET /account/sessions':
      return Response.json({ sessions })
    case 'PUT /account': {
      const { password, ...change } = body as AccountChange
      const isMoved = change.email !== undefined && change.email !== account.email
      const wrong = {
        ...(change.firstName === '' && { firstName: 'First name is required.' }),
        ...(isMoved && password === '' && { password: 'Password is required.' }),
        ...(isMoved && password && password !== PASSWORD && { password: 'is not your password' }),
      }
      if (Object.keys(wrong).length > 0) return refuse(wrong)
      account = { ...account, ...(change as Partial<AccountData>) }
      return Response.json(account)
    }
    case 'POST /account/password':
      return (body as { current: string }).current === PASSWORD
        ? done()
        : refuse({ current: 'is not your password' })
    case 'DELETE /account/sessions/ID':
      sessions = sessions.filter((one) => one.id !== id)
      return done()
    case 'DELETE /account/sessions':
      sessions = sessions.filter((one) => one.isCurrent)
      return done()
    case 'POST /account/passkeys/options':
      return Response.json({ ticket: 'k1', options: { challenge: 'abc' } })
    case 'POST /account/passkeys': {
      const { name } = body as { name: string }
      const passkeys = [...factors.passkeys, { id: 'p1', name, createdAt: at, lastUsedAt: null }]
      account = { ...account, factors: { ...factors, passkeys } }
      return Response.json(account)
    }
    case 'PUT /account/passkeys/ID':
      account.factors.passkeys[0] = { ...account.factors.passkeys[0], ...Object(body) }
      return Response.json(account)
    case 'DELETE /account/passkeys/ID':
      account = { ...account, factors: { ...factors, passkeys: [] } }
      return Response.json(account)
    case 'POST /account/totp':
      return Response.json({
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Waymark:ada?secret=J',
      })
    case 'PUT /account/totp':
      if ((body as { code: string }).code !== '123456') return refuse({ code: 'is not right' })
      account = { ...account, factors: { ...factors, totp: true, recoveryCodesLeft: 10 } }
      return Response.json({ recoveryCodes: ['aaaa-1111', 'bbbb-2222'] })
    case 'POST /account/recovery-codes':
      account = { ...account, factors: { ...factors, recoveryCodesLeft: 10 } }
      return Response.json({ recoveryCodes: ['cccc-3333', 'dddd-4444'] })
    default:
      return Response.json({}, { status: 404 })
  }
}

beforeEach(async () => {
  calls = []
  account = {
    ...{ _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org', role: 'admin' },
    ...{ must: [], preferences: {}, signOn: null, confirmedUntil: null },
    factors: { totp: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false },
  }
  const one = { address: '192.0.2.7', createdAt: at, lastUsedAt: at, isCurrent: false }
  sessions = [
    { ...one, id: 's1', device: 'Firefox on Linux', isCurrent: true },
    { ...one, id: 's2', device: 'Safari on iPhone' },
    { ...one, id: 's3', device: 'Chrome on Windows' },
  ]
  enter('t1', { ...account, account: true }, true)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Account />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Profile' })
})
afterEach(() => {
  cleanup()
  chooseZone(undefined)
  chooseTheme('system')
  leave()
})

const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => user.click(await button(name))
const fill = async (label: string, text: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}
const inDialog = async (name: string) => {
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name }))
}

test('a name is saved directly, another email needs the password; errors appear at their fields', async () => {
  await fill('First Name', 'Augusta')
  await press('Save profile')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({ firstName: 'Augusta', email: 'ada@example.org' })
  expect(calls[0]?.body).not.toHaveProperty('password')
  await waitFor(() => expect(currentSession()).toMatchObject({ user: { firstName: 'Augusta' } }))

  // All that is wrong is told at once.
  await fill('Email', 'augusta@example.org')
  await user.clear(screen.getByLabelText('First Name'))
  await press('Save profile')
  expect(await screen.findByText('Password is required.')).toBeDefined()
  expect(screen.getByText('First name is required.')).toBeDefined()
  await fill('First Name', 'Augusta')
  await fill('Your password', 'wrong')
  await press('Save profile')
  expect(await screen.findByText('is not your password')).toBeDefined()
  await fill('Your password', PASSWORD)
  await press('Save profile')
  await waitFor(() => expect(account.email).toBe('augusta@example.org'))
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
})

test('a new password needs the current one, and both fields are then cleared', async () => {
  await fill('New password', 'three-blue-waymarks')
  await press('Change password')
  expect(await screen.findByText('Enter your current password.')).toBeDefined()
  // What is wrong has the focus, and is read with it; so is what is to be known of the other.
  const present = screen.getByLabelText('Current password')
  await waitFor(() => expect(document.activeElement).toBe(present))
  const wordsOf = (field: Element) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(wordsOf(present)).toBe('Enter your current password.')
  expect(wordsOf(screen.getByLabelText('New password'))).toMatch(/^8 to 128 characters/)
  await fill('Current password', 'wrong')
  await press('Change password')
  expect(await screen.findByText('is not your password')).toBeDefined()
  await fill('Current password', PASSWORD)
  await press('Change password')
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
  expect(calls.at(-1)).toEqual({
    call: 'POST /account/password',
    body: { current: PASSWORD, next: 'three-blue-waymarks' },
  })
})

test('a session is signed out at once, all others after a question; the current one has no button', async () => {
  await screen.findByText('Firefox on Linux')
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
  await press('Sign out Safari on iPhone')
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(calls.map(({ call }) => call)).toEqual(['DELETE /account/sessions/s2'])
  await press('Sign out all other sessions')
  expect(calls).toHaveLength(1)
  await inDialog('Sign out all other sessions')
  await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull())
  expect(screen.getByText('Firefox on Linux')).toBeDefined()
})

test('a passkey is added, renamed and removed; cancelling adds none', async () => {
  const create = vi.fn()
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
  create.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await press('Add passkey')
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  await waitFor(() =>
    expect(calls.map(({ call }) => call)).toEqual(['POST /account/passkeys/options']),
  )
  create.mockResolvedValueOnce({ toJSON: () => ({ id: 'x' }) })
  await waitFor(async () => expect((await button('Add passkey')).className).not.toMatch(/loading/))
  await press('Add passkey')
  await press('Rename Passkey')
  expect(create).toHaveBeenLastCalledWith({ publicKey: { challenge: 'abc' } })
  expect(calls.at(-1)?.body).toEqual({ ticket: 'k1', name: 'Passkey', answer: { id: 'x' } })
  await fill('Passkey name', 'Key ring')
  await user.type(screen.getByLabelText('Passkey name'), '{Enter}')
  await press('Remove Key ring')
  expect(account.factors.passkeys).toHaveLength(1)
  await inDialog('Remove')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Key ring' })).toBeNull())
  expect(account.factors.passkeys).toEqual([])
})

test('an app is set up by its code; the recovery codes are shown once', async () => {
  await press('Set up app')
  const picture = await screen.findByRole('img', { name: 'QR code with the key' })
  expect(picture.innerHTML.length).toBeGreaterThan(1000)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
  const code = await screen.findByLabelText('Code from the app')
  await waitFor(() => expect(document.activeElement).toBe(code))
  await press('Cancel')
  await waitFor(async () => expect(document.activeElement).toBe(await button('Set up app')))
  await press('Set up app')
  await fill('Code from the app', '12')
  await press('Confirm')
  expect(await screen.findByText('Enter the six digits from the app.')).toBeDefined()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Code from the app')),
  )
  await fill('Code from the app', '000000')
  await press('Confirm')
  expect(await screen.findByText('is not right')).toBeDefined()
  await fill('Code from the app', '123 456')
  await press('Confirm')
  const dialog = await screen.findByRole('dialog')
  for (const code of ['aaaa-1111', 'bbbb-2222']) within(dialog).getByText(code)
  for (const name of ['Copy', 'Download']) within(dialog).getByRole('button', { name })
  await user.keyboard('{Escape}')
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
  within(dialog).getByText('aaaa-1111')
  await inDialog('I have saved them')
  await waitFor(() => expect(screen.queryByText('aaaa-1111')).toBeNull())
  expect(await screen.findByText('10 codes are left.')).toBeDefined()
  expect(await button('Remove app')).toBeDefined()
})

test('new recovery codes need a confirmation only if some are left', async () => {
  account = { ...account, factors: { ...account.factors, totp: true } }
  await press('Save profile')
  await screen.findByText('No codes are left.')
  await press('Create new codes')
  const dialog = await screen.findByRole('dialog', { name: 'Save these recovery codes' })
  expect(await screen.findByText('10 codes are left.')).toBeDefined()
  within(dialog).getByText('cccc-3333')
  await inDialog('I have saved them')
  await waitFor(() => expect(screen.queryByText('cccc-3333')).toBeNull())
  await press('Create new codes')
  await screen.findByText('Your current codes will stop working.')
  await inDialog('Create new codes')
  expect(await screen.findByText('dddd-4444')).toBeDefined()
})

test('theme and zone are stored with the account, and apply at once', async () => {
  const choose = async (label: string, value: string | RegExp) => {
    fireEvent.mouseDown(await screen.findByLabelText(label))
    fireEvent.click((await screen.findAllByRole('option', { name: value })).at(-1) as HTMLElement)
  }
  await choose('Time zone', 'Asia/Tokyo')
  await waitFor(() => expect(account.preferences).toMatchObject({ timeZone: 'Asia/Tokyo' }))
  await choose('Theme', 'Dark')
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  expect(exactTime('2026-03-10T23:00:00Z', Date.now())).toMatch(/^Mar 11, 2026, 08:00/)
  // Another device hears of it with the session.
  const preferences = { timeZone: 'Asia/Tokyo', theme: 'dark' }
  await waitFor(() => expect(currentSession()).toMatchObject({ user: { preferences } }))
})
