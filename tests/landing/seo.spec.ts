import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

interface Manifest {
  start_url: string
  icons: { src: string; sizes: string }[]
}

test('metadata for search engines and chats matches the visible page, and its images exist', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(content.meta.title)
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    content.meta.description,
  )
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const told = blocks.map((json) => JSON.parse(json) as Record<string, unknown>)
  expect(told.map((data) => data['@type'])).toEqual(['FAQPage', 'Organization'])
  const entries = Object(told[0]).mainEntity as { name: string; acceptedAnswer: { text: string } }[]
  const shown = await page.locator('.faq details').evaluateAll((all) =>
    all.map((one) => ({
      name: one.querySelector('summary')?.textContent?.trim(),
      answer: one.querySelector('p')?.textContent?.trim(),
    })),
  )
  expect(
    entries.map(({ name, acceptedAnswer }) => ({ name, answer: acceptedAnswer.text })),
  ).toEqual(shown)

  const linked = await page
    .locator('head link:not([rel=preload]):not([rel=canonical])')
    .evaluateAll((links) =>
      links.map((link) => `${link.getAttribute('rel')} ${link.getAttribute('href')}`),
    )
  expect(linked).toEqual([
    'icon /favicon.ico',
    'icon /favicon.svg',
    'apple-touch-icon /apple-touch-icon.png',
    'manifest /site.webmanifest',
  ])
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(2)

  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as Manifest
  expect(manifest.start_url).toBe('/')
  const sizes = Object.fromEntries(manifest.icons.map(({ src, sizes }) => [src, sizes]))
  sizes['/apple-touch-icon.png'] = '180x180'
  sizes['/share.png'] = '1200x630'
  for (const [address, size] of Object.entries(sizes)) {
    const measured = await page.evaluate(async (src) => {
      const picture = new Image()
      picture.src = src
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, address)
    expect(measured, address).toBe(size)
  }
  for (const icon of await page.locator('link[rel=icon]').all())
    expect((await page.request.get((await icon.getAttribute('href')) ?? '')).status()).toBe(200)
  expect((await (await page.request.get('/share.png')).body()).length).toBeLessThan(120_000)
})
