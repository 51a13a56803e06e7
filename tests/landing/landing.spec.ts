import type { Request } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { scrolled } from '../support/landing.ts'

test.use({ storageState: signedOut })

test('a visitor of the landing page downloads nothing of the console', async ({ page }) => {
  const bytes = { all: 0, script: 0 }
  const bodies: string[] = []
  const packed: (string | undefined)[] = []
  const look = async (request: Request) => {
    const type = request.resourceType()
    const response = await request.response()
    await response?.finished()
    const { responseBodySize } = await request.sizes()
    bodies.push(`${request.url()} ${type === 'font' ? '' : await response?.text()}`)
    if (type !== 'document' && type !== 'script' && type !== 'stylesheet') return
    bytes.all += responseBodySize
    if (type === 'script') bytes.script += responseBodySize
    packed.push(response?.headers()['content-encoding'])
  }
  const looks: Promise<void>[] = []
  page.on('request', (request) => {
    looks.push(look(request))
  })
  await page.goto('/')
  // Files that load on use count too.
  await page.getByRole('tab').last().click()
  await page.locator('.faq summary').first().click()
  await page.locator('#contact-name').fill('Noor')
  // An idle page has started all its requests.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await Promise.all(looks)

  expect(bodies.length).toBeGreaterThan(1)
  const console = /\bant-|antd|tanstack|refinedev|react-dom|react\.|\bzod\b|\/admin\.html/
  expect(bodies.flatMap((body) => body.match(console) ?? [])).toEqual([])
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) })
  expect(new Set(packed)).toEqual(new Set(['br']))
  expect(bytes.script).toBeLessThanOrEqual(6000)
  expect(bytes.all).toBeLessThanOrEqual(40_000)
})

test('every path outside /admin shows the landing page', async ({ page }) => {
  for (const path of ['/', '/about', '/some/deep/path', '/administrator', '/admins/users']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one waymark at a time/)
  }
})

test('a navigation starts at the top; Back and reload restore the place', async ({ page }) => {
  await page.goto('/first')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => scrolled(page)).toBe(600)

  await page.getByRole('banner').getByRole('link', { name: 'Waymark', exact: true }).click()
  await page.waitForURL('/')
  await expect.poll(() => scrolled(page)).toBe(0)

  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(600)
  await page.reload()
  await expect.poll(() => scrolled(page)).toBe(600)
})

test('the home link on the home page scrolls to the top', async ({ page }) => {
  await page.goto('/')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => scrolled(page)).toBe(600)
  await page.getByRole('banner').getByRole('link', { name: 'Waymark', exact: true }).click()
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('the hero offers no download before there is one, and the footer shows the year', async ({
  page,
}) => {
  await page.goto('/')
  const download = page.getByRole('button', { name: content.hero.download })
  await expect(download).toHaveAttribute('aria-disabled', 'true')
  await expect(download).toHaveAccessibleDescription(content.hero.downloadNote)
  await expect(page.getByText('© 2025 Waymark')).toBeVisible()
})
