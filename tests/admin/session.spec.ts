import { admin, expect, signedOut, signIn, stored, test } from '../support/browser.ts'
import { moment } from '../support/screen.ts'

const API = '**/api/v1'
test('each page that exists has its address, behind a spinner; an unknown one opens the home page', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  await test.step('a spinner is shown while the session is checked', async () => {
    const { awaited: held, come: release } = moment()
    await page.route(`${API}/profile`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/admin/users')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
    release()
    await expect(heading).toHaveText('Users')
  })
  for (const [path, title] of [
    ['/admin', 'Dashboard'],
    ['/admin/career-fields', 'Career Fields'],
    ['/admin/settings', 'Settings'],
  ] as const)
    await test.step(`${path}`, async () => {
      await page.goto(path)
      await expect(heading).toHaveText(title)
    })
  for (const path of ['/admin/nowhere', '/admin/users/7/nowhere', '/admin/login'])
    await test.step(`${path} leads home`, async () => {
      await page.goto(path)
      await expect(heading).toHaveText('Dashboard')
      await expect(page).toHaveURL('/admin')
    })
})

test('a reload restores the session, at a backend without /profile too; what admin_user claims is never believed', async ({
  page,
}) => {
  await page.goto('/admin')
  await expect(page.getByText(admin.email)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('admin_user', '{"email":"forged@example.org"'))
  await page.route(`${API}/profile`, (route) => route.fulfill({ status: 404, json: {} }))
  await page.reload()
  await expect(page.getByText(admin.email)).toBeVisible()
  expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({ email: admin.email })
})

test('a reload while the profile fails keeps the session; Retry opens the page', {
  tag: '@nightly',
}, async ({ page, faults }) => {
  faults.allow(/Failed to load resource/)
  await page.goto('/admin/users?page=2')
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  const before = await stored(page)
  const retry = page.getByRole('button', { name: 'Retry' })
  let answer: { status: number; body: string } | undefined = { status: 503, body: '<h1>Busy</h1>' }
  await page.route(`${API}/profile`, (route) => (answer ? route.fulfill(answer) : route.abort()))
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText(
    'The server is temporarily unavailable. Try again later.',
  )
  await expect(retry).toBeFocused()
  answer = undefined
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'The server cannot be reached. Check your connection and try again.',
  )
  expect(await stored(page)).toEqual(before)
  await page.unroute(`${API}/profile`)
  await retry.click()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
})

test.describe('with a session of its own', () => {
  test.use({ storageState: signedOut })

  test.beforeEach(async ({ page }) => {
    await page.goto('/admin/users')
    await signIn(page)
    await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  })

  test('logout ends the session here, at the server, and in the other tabs', async ({
    page,
    context,
    api,
  }) => {
    const { token } = await stored(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    const other = await context.newPage()
    await other.goto('/admin/settings')
    await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible()

    const ended = page.waitForResponse(`${API}/auth/logout`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(other.getByLabel('Email')).toBeVisible()
    expect(await stored(page)).toEqual({})
    await ended
    const headers = { authorization: `Bearer ${token}` }
    expect((await api.get('profile', { headers })).status()).toBe(401)
    await page.goBack()
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('a logout without an answer from the server still ends the session', {
    tag: '@nightly',
  }, async ({ page }) => {
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
    await page.route(`${API}/auth/logout`, (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByRole('alert')).toBeEmpty()
    expect(await stored(page)).toEqual({})
    await warned
  })

  test('a 401 opens the sign-in page once, which returns to the page', async ({ page, api }) => {
    const { token } = await stored(page)
    const entries = await page.evaluate(() => history.length)
    // Ends the session during this call, so that no background request notices it sooner.
    await page.route(
      (url) => url.pathname.endsWith('/users') && url.searchParams.get('page') === '2',
      async (route) => {
        await api.post('auth/logout', { headers: { authorization: `Bearer ${token}` } })
        await route.continue()
      },
      { times: 1 },
    )
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/(users|auth\/login)$/.test(pathname)) calls.push(pathname)
    })
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.')
    await expect(page).toHaveURL(/\/admin\/login\?to=/)
    // The requested page may add a history entry; the sign-in page must not.
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(entries + 1)
    await signIn(page)
    await expect(page.getByText(/^Page 2 of/)).toBeVisible()
    // Before the new sign-in, the list was requested once.
    expect(calls.findIndex((url) => url.endsWith('/auth/login'))).toBe(1)
    await expect(page.getByText('401')).toHaveCount(0)
  })
})

test('a list that is not answered in 30 s fails in words, with Retry', {
  tag: '@nightly',
}, async ({ page }) => {
  // The test controls the clock from the start.
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 3_600_000)
  let calls = 0
  await page.route(`${API}/users?**`, (route) => (++calls === 1 ? undefined : route.continue()))
  await page.goto('/admin/users')
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return calls
    })
    .toBe(1)
  await page.clock.runFor(20_000)
  await expect(page.getByText('Failed to fetch users.')).toHaveCount(0)
  await page.clock.runFor(11_000)
  await expect(page.getByText('Failed to fetch users.').first()).toBeVisible()
  expect(calls).toBe(1)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
})
