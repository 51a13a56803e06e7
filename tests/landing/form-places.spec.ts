import { TRAP } from '#contract/forms.ts'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { expectKept, letter, write } from '../support/landing.ts'
import { unique } from '../support/records.ts'

test.use({ storageState: signedOut, contextOptions: { reducedMotion: 'reduce' } })

const { forms } = content

test('typed text is kept after a visit to another page', async ({ page }) => {
  await page.goto('/')
  const text = letter(unique())
  await write(page, text)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin sign-in' }).click()
  await expect(page).toHaveURL('/admin/login')
  await page.goBack()
  await expectKept(page, text)
})

test('visitors neither see the honeypot nor reach it by keyboard', async ({ page }) => {
  await page.goto('/')
  for (const form of ['waitlist', 'contact'] as const) {
    const trap = page.locator(`#${form}-${TRAP}`)
    const { x = 0, width = 0 } = (await trap.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThan(0)
    const label = await page.getByText(forms.trap).first().boundingBox()
    expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThan(0)

    await page.locator(`#${form}-email`).focus()
    const submit = page.locator(`#${form}-form [type=submit]`)
    const met: string[] = []
    while (!(await submit.evaluate((button) => button === document.activeElement))) {
      expect(met.length).toBeLessThan(10)
      await page.keyboard.press('Tab')
      met.push(await page.evaluate(() => document.activeElement?.id ?? ''))
    }
    expect(met).not.toContain(`${form}-${TRAP}`)
  }
})
