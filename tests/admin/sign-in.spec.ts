import { expectAccessible } from '../support/axe.ts'
import { admin, expect, signedOut, signIn, stored, test } from '../support/browser.ts'
import { moment } from '../support/screen.ts'

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
    const message = 'Too many failed sign-ins. Try again in 8 minutes.'
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
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
    }
  })
  await test.step('the button is disabled while the request runs, and one click sends one request', async () => {
    let calls = 0
    const { awaited: held, come: release } = moment()
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

test('sign-in redirects to no other site', async ({ page, baseURL }) => {
  await page.goto(`/admin/login?to=${encodeURIComponent('//example.org/admin')}`)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(page.url()).toBe(`${baseURL}/admin`)
})
