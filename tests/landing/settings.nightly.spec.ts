import type { Locator, Page } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { laidOut, place, readSections, sendButton } from '../support/landing.ts'
import { resize } from '../support/screen.ts'

test.use({ storageState: signedOut })

/** What a visitor reads or uses in every section. */
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

/** Fails when something of the page is cut off at the right, or lies under something else. */
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

test('large text is not cut off on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.locator('.menu summary')
  for (const [width, size] of [
    [390, '200%'],
    [320, '150%'],
  ] as const)
    await test.step(`${size} at ${width} px`, async () => {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize
      }, size)
      await resize(page, { width, height: 844 })
      await expectWhole(page)
      const outside = await page.evaluate(() => {
        const wide = document.documentElement.clientWidth
        const all = [...document.querySelectorAll('body :not(svg, svg *, .form-trap *)')]
        return all
          .filter((one) => one.getBoundingClientRect().right > wide + 1)
          .map(({ className, textContent }) => `${className}: ${textContent}`)
      })
      expect(outside).toEqual([])
      await menu.click()
      const last = page.getByRole('banner').getByRole('link', { name: content.contact.nav })
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
    })
})

test('the text in the pictures is large enough to read; in a low window the whole menu is visible', async ({
  page,
}) => {
  await page.goto('/')
  for (const width of [320, 390, 768])
    await test.step(`the text at ${width} px`, async () => {
      await resize(page, { width, height: 844 })
      for (const { id } of content.how.tabs) {
        await page.locator(`#how-tab-${id}`).click()
        const sizes = await page.locator(`#how-${id} .how-art text`).evaluateAll((texts) =>
          texts.map((text) => {
            const { a = 0, b = 0 } = (text as SVGTextElement).getScreenCTM() ?? {}
            return Math.hypot(a, b) * Number.parseFloat(getComputedStyle(text).fontSize)
          }),
        )
        for (const size of sizes) expect(size, id).toBeGreaterThanOrEqual(width < 390 ? 11 : 12)
      }
    })
  await test.step('the menu', async () => {
    await resize(page, { width: 740, height: 360 })
    await page.locator('.menu summary').click()
    for (const link of await page.locator('.menu-panel a').all())
      await expect(link).toBeInViewport({ ratio: 1 })
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
