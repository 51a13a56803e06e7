import { FORM_ANSWERS, type FormName, TRAP } from '#contract/forms.ts'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import {
  expectKept,
  join,
  letter,
  moment,
  place,
  postsOf,
  sendButton,
  write,
} from '../support/landing.ts'
import { unique } from '../support/records.ts'
import { resize } from '../support/screen.ts'

test.use({ storageState: signedOut, contextOptions: { reducedMotion: 'reduce' } })

const { forms, contact, waitlist, pages, header } = content
const refusal = { error: { code: 'unavailable', message: 'Not now.' } }

test('typed text is kept after a visit to another page', async ({ page }) => {
  await page.goto('/')
  const text = letter(unique())
  await write(page, text)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin sign-in' }).click()
  await expect(page).toHaveURL('/admin/login')
  await page.goBack()
  await expectKept(page, text)
})

test('a message that is being sent is read-only, and the focus stays', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/')
  const text = letter(unique())
  await write(page, text)
  const answer = moment()
  await page.route(postsOf('contact'), async (route) => {
    await answer.awaited
    await route.fulfill({ status: 503, json: refusal })
  })
  const subject = place(page, 'contact').getByLabel(contact.subject)
  await subject.press('Enter')
  await expect(sendButton(page)).toHaveText(forms.sending)
  await expect(subject).toBeFocused()
  await page.keyboard.type(' and more')
  await place(page, 'contact').getByLabel(contact.message, { exact: true }).focus()
  await page.keyboard.type(' and more')
  await expectKept(page, text)

  answer.come()
  await expect(sendButton(page)).toHaveText(forms.again)
  await subject.press('End')
  await page.keyboard.type(', again')
  await expectKept(page, { ...text, subject: `${text.subject}, again` })
})

test('the waitlist shows the address that joined, and takes another', {
  tag: '@nightly',
}, async ({ page }) => {
  const mark = unique()
  await page.goto('/')
  const done = page.getByRole('group', { name: pages.waitlist.heading })
  const email = place(page, 'waitlist').getByLabel(waitlist.email)
  await join(page, ` kofi.${mark}@example.org `)
  await expect(done).toBeFocused()
  await expect(done).toHaveAccessibleDescription(
    `${FORM_ANSWERS.waitlist} kofi.${mark}@example.org`,
  )

  await page.getByRole('banner').getByRole('link', { name: header.join, exact: true }).click()
  await expect(done).toBeFocused()
  await expect(done).toBeInViewport({ ratio: 1 })

  await done.getByRole('button', { name: waitlist.another }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('')
  await join(page, `ama.${mark}@example.org`)
  await expect(done.getByText(`ama.${mark}@example.org`)).toBeVisible()
})

test('a form that failed before and then succeeds keeps its height, at any width', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/')
  const walk = async (form: FormName) => {
    const at = page.locator(`.form-place-${form}`)
    const height = async () => (await at.boundingBox())?.height
    const fresh = await height()
    const answers = [{ status: 503, json: refusal }, { json: { message: FORM_ANSWERS[form] } }]
    await page.route(postsOf(form), (route) => route.fulfill(answers.shift()))
    if (form === 'contact') await write(page, letter(unique()))
    else await at.getByLabel(waitlist.email).fill('kofi@example.org')
    const button = at.locator('[type=submit]')
    await button.click()
    await expect(button).toHaveText(forms.again)
    const failed = await height()
    await button.click()
    const done = page.getByRole('group', { name: pages[form].heading })
    await expect(done).toBeFocused()
    await expect(done).toHaveAccessibleDescription(new RegExp(FORM_ANSWERS[form]))
    expect(await height()).toBe(failed)

    await done.getByRole('button').click()
    await expect(at.locator('[data-failure]')).toBeEmpty()
    expect(await height()).toBe(fresh)
    await page.unroute(postsOf(form))
  }
  for (const width of [390, 768, 1440])
    for (const form of ['waitlist', 'contact'] as const)
      await test.step(`${form} at ${width} px`, async () => {
        await resize(page, { width, height: 844 })
        await walk(form)
      })
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
