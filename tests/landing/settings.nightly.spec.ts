import type { Locator, Page } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { laidOut, place, readSections, sendButton } from '../support/landing.ts'

test.use({ storageState: signedOut })

/** The main text and controls of every section. */
function mainThings(page: Page): Locator[] {
  const { hero, how, pricing, fields, advantages, contact, waitlist, faq } = content
  return [
    page.locator('.hero').getByRole('link', { name: hero.join }),
    page.getByRole('button', { name: hero.download }),
    ...how.tabs.map(({ tab }) => page.getByRole('tab', { name: tab })),
    ...fields.list.map(({ name }) => page.getByRole('heading', { name, exact: true })),
    ...advantages.list.map(({ title }) => page.getByRole('heading', { name: title })),
    ...pricing.tiers.map(({ price }) => page.locator('#pricing').getByText(price)),
    ...faq.list.map(({ question }) => page.getByText(question)),
    place(page, 'waitlist').getByLabel(waitlist.email),
    place(page, 'waitlist').getByRole('button', { name: waitlist.submit }),
    ...[contact.name, contact.email, contact.subject, contact.message].map((label) =>
      place(page, 'contact').getByLabel(label, { exact: true }),
    ),
    sendButton(page),
  ]
}

/** Fails if any of these is cut off at the side, or the page scrolls sideways. */
async function expectWhole(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.clientWidth)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(wide)
  await laidOut(page)
  const look = async (thing: Locator) => {
    await expect(thing).toBeVisible()
    const { x = -1, width = 0 } = (await thing.boundingBox()) ?? {}
    expect(x, String(thing)).toBeGreaterThanOrEqual(0)
    expect(x + width, String(thing)).toBeLessThanOrEqual(wide)
  }
  await Promise.all(mainThings(page).map(look))
}

test.describe('at 200 % zoom of a 1280 px window', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('nothing is cut off, and the menu can be scrolled to its end', async ({ page }) => {
    await page.goto('/')
    await readSections(page)
    await expectWhole(page)
    await page.locator('.menu summary').click()
    const last = page.getByRole('banner').getByRole('link', { name: content.contact.nav })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing animates, and everything is visible', async ({ page }) => {
    await page.goto('/')
    await readSections(page)
    await page.getByRole('tab').nth(2).click()
    await page.locator('.faq summary').first().click()
    await sendButton(page).hover()
    const moving = await page.evaluate(() => document.getAnimations().length)
    expect(moving).toBe(0)
    await page.getByRole('banner').getByRole('link', { name: content.header.join }).click()
    const heading = page.locator('#waitlist h2')
    await expect(heading).toBeInViewport()
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe('auto')
  })
})

test('with forced colours the selected tab, the current section and errors are distinguishable', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const look = (element: Locator) =>
    element.evaluate((node) => {
      const { textDecorationLine, borderBottomStyle, outlineStyle, color, backgroundColor } =
        getComputedStyle(node)
      return [textDecorationLine, borderBottomStyle, outlineStyle, color, backgroundColor].join()
    })
  const tabs = page.getByRole('tab')
  expect(await look(tabs.nth(0))).not.toBe(await look(tabs.nth(1)))

  await page.getByRole('banner').getByRole('link', { name: content.pricing.nav }).click()
  const current = page.locator('.header-links [aria-current]')
  await expect(current).toHaveText(content.pricing.nav)
  await expect(current).toHaveCSS('text-decoration-line', 'underline')

  await sendButton(page).click()
  await expect(page.locator('#contact-name-error')).toBeVisible()
  await expect(place(page, 'contact').getByRole('alert')).toBeVisible()
})
