import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

const sizes = [360, 390, 768, 1024, 1440, 1920]
/** How far the page is scrolled; runs in the browser. */
const place = () => Math.round(scrollY)

test('ROUTE-05 a visitor of the landing page downloads nothing of the console', async ({
  page,
}) => {
  const bytes = { all: 0, script: 0 }
  const bodies: string[] = []
  page.on('requestfinished', async (request) => {
    const type = request.resourceType()
    if (type === 'font' || type === 'image') return
    const { responseBodySize } = await request.sizes()
    bytes.all += responseBodySize
    if (type === 'script') bytes.script += responseBodySize
    bodies.push(`${request.url()} ${await (await request.response())?.text()}`)
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')

  expect(bodies.length).toBeGreaterThan(1)
  for (const body of bodies) {
    expect(body).not.toMatch(/ant-|antd|tanstack|refinedev|react-dom|react\.|\/admin\.html/)
  }
  expect(bytes.script).toBeLessThanOrEqual(6000)
  expect(bytes.all).toBeLessThanOrEqual(40_000)
})

test('ROUTE-01 every path outside /admin shows the landing page', async ({ page }) => {
  for (const path of ['/', '/about', '/some/deep/path', '/administrator', '/admins/users']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one waymark at a time/)
  }
})

test('ROUTE-01 a navigation starts at the top; Back and reload restore the place', async ({
  page,
}) => {
  await page.goto('/first')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(place)).toBe(600)

  await page.getByRole('link', { name: 'Waymark', exact: true }).click()
  await page.waitForURL('/')
  expect(await page.evaluate(place)).toBe(0)

  await page.goBack()
  await expect.poll(() => page.evaluate(place)).toBe(600)
  await page.reload()
  await expect.poll(() => page.evaluate(place)).toBe(600)
})

test('ROUTE-01 the home link on the home page itself leads to the top', async ({ page }) => {
  await page.goto('/')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(place)).toBe(600)
  await page.getByRole('link', { name: 'Waymark', exact: true }).click()
  await expect.poll(() => page.evaluate(place)).toBe(0)
})

test('ROUTE-01 anchors lead to their section, clear of the sticky header', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto('/')
  for (const name of ['About', 'Waitlist']) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}$`))
    const section = page.locator(`#${name.toLowerCase()}`)
    await expect
      .poll(async () => Math.round((await section.boundingBox())?.y ?? -1))
      .toBeLessThan(320)
    const top = (await section.boundingBox())?.y ?? -1
    expect(top).toBeGreaterThanOrEqual(68)
    await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
  }
  await page.goto('/elsewhere#about')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport()
  expect(await page.evaluate(place)).toBeGreaterThan(0)
})

test('the hero joins the waitlist honestly and offers no download', async ({ page }) => {
  await page.goto('/')
  const download = page.getByRole('button', { name: 'Download App (Coming Soon)' })
  await expect(download).toHaveAttribute('aria-disabled', 'true')
  await expect(download).toHaveAccessibleDescription('The app is not released yet.')
  await page.getByRole('link', { name: 'Join the Waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'The waitlist is not open yet' })).toBeInViewport()
  await expect(page.getByText('© 2025 Waymark')).toBeVisible()
})

test('the phone menu opens, closes by Escape with focus kept, and closes on a choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.locator('summary')
  const about = page.getByRole('banner').getByRole('link', { name: 'About', exact: true })
  await expect(about).toBeHidden()
  await menu.click()
  await expect(about).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await about.click()
  await expect(about).toBeHidden()
  await expect(page.locator('#about h2')).toBeInViewport()
})

test('the keyboard reaches the content first', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Join the Waitlist' })).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of sizes) {
    test(`no axe finding, no sideways scroll and no shift at ${width} px, ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.addInitScript(watchShifts)
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      if (width < 720) await page.locator('summary').click()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(
        await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0)),
      ).toBeLessThanOrEqual(0.02)
    })
  }
}

/** Sums the layout shifts into an attribute of the page; runs in the browser. */
function watchShifts(): void {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement
    for (const entry of list.getEntries()) {
      const shift = 'value' in entry ? Number(entry.value) : 0
      dataset.shift = String(Number(dataset.shift ?? 0) + shift)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

test.describe('with JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the page reads whole and the menu works', async ({ page }) => {
    await page.goto('/')
    for (const name of [
      'One Host, and a team of Travelers',
      'How the pairing helps',
      'The waitlist is not open yet',
    ]) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    await page.locator('summary').click()
    await page.getByRole('banner').getByRole('link', { name: 'Waitlist', exact: true }).click()
    await expect(
      page.getByRole('heading', { name: 'The waitlist is not open yet' }),
    ).toBeInViewport()
  })
})
