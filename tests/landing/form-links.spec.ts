import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { place } from '../support/landing.ts'

// Reduced motion: the next click does not meet a page that still scrolls.
test.use({ storageState: signedOut, contextOptions: { reducedMotion: 'reduce' } })

const { hero, header, pricing, waitlist, contact } = content

test('every link to the waitlist focuses its email field', async ({ page }) => {
  await page.goto('/')
  const email = place(page, 'waitlist').getByLabel(waitlist.email)
  const ways = [
    page.getByRole('banner').getByRole('link', { name: header.join, exact: true }),
    page.locator('.hero').getByRole('link', { name: hero.join }),
    page.locator('.tier-free').getByRole('link'),
    page.locator('.tier-premium').getByRole('link'),
  ]
  for (const way of ways) {
    await way.click()
    await expect(email).toBeFocused()
    await expect(email).toBeInViewport()
    await expect(page).toHaveURL('/#waitlist')
    await email.blur()
  }
  // A link to the present address; then one to another section.
  await page.evaluate(() => scrollTo(0, 0))
  await ways[0]?.click()
  await expect(email).toBeFocused()
  await expect(email).toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/#faq')
  await expect(email).not.toBeFocused()
})

test('a question about Enterprise starts with its subject, and replaces no typed text', async ({
  page,
}) => {
  await page.goto('/')
  const write = page.locator('.tier-enterprise').getByRole('link')
  const subject = place(page, 'contact').getByLabel(contact.subject)
  await write.click()
  await expect(subject).toHaveValue(pricing.tiers[2].name)
  await expect(subject).toBeInViewport()
  await subject.fill('My own words')
  await write.click()
  await expect(subject).toHaveValue('My own words')
})
