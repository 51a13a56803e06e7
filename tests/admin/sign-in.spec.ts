import type { Request } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { admin, expect, signedOut, signIn, stored, test, toasts } from '../support/browser.ts'

const API = '**/api/v1'
const wrong = { password: 'not-the-password' }

test.use({ storageState: signedOut })

test('the sign-in page has its parts, and the keyboard starts in the email', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waymark Admin')
  await expect(page.getByText('Sign in to access the admin panel', { exact: true })).toBeVisible()
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required')
  await expect(email).toBeFocused()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('required')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('link', { name: 'Return to main site' })).toHaveAttribute('href', '/')
  await expect(page).toHaveTitle('Sign in · Waymark Admin')
})

test('the banner shows a refusal, the input stays, and then an admin signs in', async ({
  page,
}) => {
  const login = `${API}/auth/login`
  const banner = page.getByRole('alert')
  const button = page.getByRole('button', { name: 'Sign in' })
  await page.goto('/admin/login')

  await test.step('without a server message it shows the cause, else that the login failed', async () => {
    await page.route(login, (route) => route.abort())
    await signIn(page)
    await expect(banner).toContainText('The server cannot be reached')
    await page.unroute(login)
    await page.route(login, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    )
    await signIn(page)
    await expect(banner).toHaveText('Login failed')
    await page.unroute(login)
  })
  await test.step('a rate limit shows the remaining time', async () => {
    const message = 'Too many failed sign-ins. Please try again in 8 minutes.'
    await page.route(login, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '480' },
        json: { error: { code: 'too_many_requests', message } },
      }),
    )
    await signIn(page)
    await expect(banner).toHaveText(message)
    await expect(page.getByLabel('Email')).toHaveValue(admin.email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(admin.password)
    await expect(button).toBeEnabled()
    await page.unroute(login)
  })
  await test.step('the server’s own message; the page is accessible with it, light and dark', async () => {
    const answered = page.waitForResponse(login)
    await signIn(page, { ...admin, password: wrong.password })
    const { error } = await (await answered).json()
    expect(error.message).toBeTruthy()
    await expect(banner).toHaveText(error.message)
    await expect(page).toHaveURL('/admin/login')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(wrong.password)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
    }
  })
  await test.step('the button is disabled while the request runs, and one click sends one request', async () => {
    let calls = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(login, async (route) => {
      calls++
      await held
      await route.continue()
    })
    await signIn(page)
    await expect(button).toBeDisabled()
    await expect.poll(() => calls).toBe(1)
    await page.getByLabel('Email').press('Enter')
    release()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
    expect(calls).toBe(1)
  })
  await test.step('an admin enters, and the session is stored under its two keys', async () => {
    await expect(page).toHaveURL('/admin')
    const { token, user } = await stored(page)
    expect(token).toMatch(/^\S{20,}$/)
    expect(JSON.parse(user ?? '')).toMatchObject({ email: admin.email, role: 'admin' })
  })
})

test('without browser storage, the session lives in the page, with a notice', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
  })
  await page.goto('/admin/users')
  await signIn(page)
  await expect(toasts(page).getByText('reloading the page signs you out')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('a plain user is refused: nothing is stored, and the session is ended at once', async ({
  page,
  api,
}) => {
  const user = {
    firstName: 'Plain',
    lastName: 'User',
    email: `plain.${Date.now()}@example.org`,
    password: 'no-console-for-me',
  }
  expect((await api.post('auth/register', { data: user })).status()).toBe(201)
  await page.goto('/admin/login')
  const answered = page.waitForResponse(`${API}/auth/login`)
  const ended = page.waitForResponse(`${API}/auth/logout`)
  await signIn(page, user)
  await expect(page.getByRole('alert')).toHaveText('Unauthorized: Admin access required')
  expect(await stored(page)).toEqual({})
  await ended
  const { token } = await (await answered).json()
  const headers = { authorization: `Bearer ${token}` }
  expect((await api.get('profile', { headers })).status()).toBe(401)
})

test('the browser stores a marker of the device only for the next sign-in', {
  tag: '@nightly',
}, async ({ page, context }) => {
  await page.goto('/admin/login')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const [cookie, ...more] = await context.cookies(`${new URL(page.url()).origin}/api/v1/auth/login`)
  expect(more).toEqual([])
  expect(cookie).toMatchObject({
    name: 'sign-in-device',
    path: '/api/v1/auth',
    httpOnly: true,
    sameSite: 'Strict',
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  const sent = page.waitForRequest(`${API}/auth/login`)
  await signIn(page)
  const headers = await (await sent).allHeaders()
  expect(headers.cookie).toBe(`sign-in-device=${cookie?.value}`)
  const read = page.waitForRequest(`${API}/users?*`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Users', exact: true }).click()
  expect((await (await read).allHeaders()).cookie).toBeUndefined()
})

test('a guarded page is replaced by the sign-in page, and Back does not return to it', async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/admin/users')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page).toHaveURL('/admin/login?to=%2Fadmin%2Fusers')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('after sign-in the visitor is on the requested page', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/admin/users?page=2')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
})

test('sign-in redirects to no other site', async ({ page, baseURL }) => {
  await page.goto(`/admin/login?to=${encodeURIComponent('//example.org/admin')}`)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(page.url()).toBe(`${baseURL}/admin`)
})

test('an unknown path opens the sign-in page, and from there the home page', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/admin/no/such/page')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
})

test('the sign-in page is light, and loads the console while the visitor types', {
  tag: '@nightly',
}, async ({ page }) => {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto('/admin/login')
  await page.waitForLoadState('networkidle')
  // The client comes after the first paint, and before anybody has typed a password.
  const isClient = (one: Request) => /\/assets\/client-.*\.js$/.test(one.url())
  await expect.poll(() => requests.filter(isClient).length).toBe(1)
  // Its bytes are held by the byte budgets of npm run check.
  expect(requests.length).toBeLessThanOrEqual(12)
  const hasConsole = () => requests.some((one) => /\/assets\/console-.*\.js$/.test(one.url()))
  expect(hasConsole()).toBe(false)
  await page.getByLabel('Email').pressSequentially('a')
  await expect.poll(hasConsole).toBe(true)
})
