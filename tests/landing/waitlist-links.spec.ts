import { content } from '#landing/content.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

const { heading, bare, code, submit } = content.waitlistPages['waitlist-confirm']
const dead = content.waitlistPages['waitlist-link'].heading

test('a truncated link from a mail shows what is missing, the whole link needs one press', async ({
  page,
  faults,
}) => {
  faults.allow(/400 \(Bad Request\)/)
  const title = page.getByRole('heading', { level: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/waitlist-confirm')
  await expect(title).toHaveText(bare.heading)
  await expect(page.getByLabel(code)).toBeHidden()
  await expect(page.getByRole('button', { name: submit })).toBeHidden()
  await expect(page.getByRole('link', { name: bare.join })).toHaveAttribute('href', '/#waitlist')
  await expectAccessible(page)

  await test.step('the whole link, pasted into the same tab', async () => {
    await page.evaluate(() => {
      location.hash = `not-${'whole'.repeat(40)}`
    })
    await expect(title).toHaveText(heading)
    await expect(page.getByLabel(code)).toBeHidden()
    await expectAccessible(page)
  })
  await test.step('a link that a mail program has spoilt is answered by a page, too', async () => {
    await page.getByRole('button', { name: submit }).click()
    await expect(title).toHaveText(dead)
    await expectAccessible(page)
  })
})
