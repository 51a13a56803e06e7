import type { Locator, Page } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { laidOut, scrolled } from '../support/landing.ts'

// Reduced motion: a jump does not scroll smoothly.
test.use({ storageState: signedOut, contextOptions: { reducedMotion: 'reduce' } })

const anchored = [
  'about',
  'how',
  'fields',
  'advantages',
  'pricing',
  'testimonials',
  'faq',
  'contact',
] as const
const headerLink = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('link', { name, exact: true })

test('every anchor leads to its section, clear of the sticky header', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto('/')
  await laidOut(page)
  for (const id of anchored) {
    await headerLink(page, content[id].nav).click()
    await expect(page).toHaveURL(`/#${id}`)
    const heading = page.locator(`#${id} h2`)
    await expect(heading).toBeInViewport({ ratio: 1 })
    await expect.poll(async () => (await heading.boundingBox())?.y, id).toBeGreaterThanOrEqual(68)
    await expect(headerLink(page, content[id].nav)).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('.header-links [aria-current]')).toHaveCount(1)
  }

  await page.goto('/elsewhere#about')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
})

test('the phone menu closes by Escape with focus kept, on a choice, outside and on leaving the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.locator('.menu summary')
  const about = headerLink(page, content.about.nav)
  await expect(about).toBeHidden()
  await menu.click()
  await expect(about).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await expect(menu).toBeFocused()

  await page.keyboard.press('Enter')
  for (const id of anchored) {
    await page.keyboard.press('Tab')
    await expect(headerLink(page, content[id].nav)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(about).toBeHidden()
  await expect(page.locator('main :focus')).toBeInViewport()

  await menu.click()
  await page.mouse.click(4, 840)
  await expect(about).toBeHidden()
  await menu.click()
  await about.click()
  await expect(about).toBeHidden()
  await expect(page.locator('#about h2')).toBeInViewport()
})

test('the keyboard reaches the content first', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: content.header.skip })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\w+$/)
  await page.keyboard.press('Tab')
  await expect(page.locator('.hero').getByRole('link', { name: content.hero.join })).toBeFocused()
})
