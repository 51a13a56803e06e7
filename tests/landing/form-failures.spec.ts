import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import {
  expectKept,
  letter,
  place,
  posted,
  postsOf,
  sendButton,
  write,
} from '../support/landing.ts'
import { unique } from '../support/records.ts'
import { moment } from '../support/screen.ts'

test.use({ storageState: signedOut })

const { forms, contact } = content
const stored = { message: 'It has arrived.' }
const refused = (message: string, fields?: Record<string, string>) => ({
  error: { code: 'invalid', message, ...(fields && { fields }) },
})

test('a message fails in every way, keeps its text, and is delivered', async ({ page }) => {
  await page.goto('/')
  const posts = posted(page, 'contact')
  const text = letter(unique())
  const at = place(page, 'contact')
  const email = at.getByLabel(contact.email, { exact: true })

  await test.step('with errors it is not sent; each is shown at its field until it is corrected', async () => {
    const name = at.getByLabel(contact.name, { exact: true })
    await email.fill('noor@example')
    await sendButton(page).click()

    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription(forms.missing)
    await expect(email).toHaveAccessibleDescription(forms.badEmail)
    await expect(at.getByRole('alert')).toHaveText(forms.invalid)

    await name.fill('N')
    await expect(name).toHaveAttribute('aria-invalid', 'false')
    await expect(name).toHaveAccessibleDescription('')
    await email.pressSequentially('.or')
    await expect(email).toHaveAttribute('aria-invalid', 'false')
    await email.fill('')
    await expect(email).toHaveAccessibleDescription(forms.missing)
    await expect(at.getByRole('alert')).toHaveText(forms.invalid)
    await write(page, text)
    await expect(at.locator('[data-failure]')).toBeEmpty()
  })

  await test.step('the server’s errors appear at their fields, the rest beside the button', async () => {
    await page.route(postsOf('contact'), (route) => {
      const json = refused('Not quite.', { email: 'We cannot write there.', other: 'And this.' })
      return route.fulfill({ status: 400, json })
    })
    await sendButton(page).click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('We cannot write there.')
    // The form with errors was not sent.
    expect(posts).toHaveLength(1)
    await expect(at.getByRole('alert')).toHaveText(`${forms.invalid} And this.`)
    await expect(sendButton(page)).toHaveText(contact.submit)
    await expectKept(page, text)
    await page.unroute(postsOf('contact'))
  })

  await test.step('after any failure the text stays, the page shows what to do, and Try again works', async () => {
    const limit = 'Too many messages. Try again in 10 minutes.'
    const tooLong = 'The message is too long.'
    const html = { contentType: 'text/html', body: '<h1>Not us</h1>' }
    const answers = [
      { answer: { abort: 'internetdisconnected' }, says: forms.offline },
      { answer: { abort: 'connectionreset' }, says: forms.offline },
      { answer: { status: 500, json: refused('boom') }, says: forms.failed },
      { answer: { status: 502, ...html }, says: forms.failed },
      { answer: { status: 200, ...html }, says: forms.failed },
      { answer: { status: 200, body: '' }, says: forms.failed },
      { answer: { status: 413, json: refused(tooLong) }, says: tooLong },
      {
        answer: { status: 429, headers: { 'retry-after': '600' }, json: refused(limit) },
        says: limit,
      },
    ]
    await email.fill(text.email)
    for (const { answer, says } of answers) {
      await page.route(
        postsOf('contact'),
        (route) =>
          'abort' in answer ? route.abort(answer.abort) : route.fulfill(answer as { body: string }),
        { times: 1 },
      )
      await sendButton(page).click()
      await expect(at.getByRole('alert')).toHaveText(says)
      await expect(sendButton(page)).toHaveText(forms.again)
      await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'false')
      await expect(sendButton(page)).toBeFocused()
      await expectKept(page, text)
    }
    await page.route(postsOf('contact'), (route) => route.fulfill({ json: stored }))
    await at.getByRole('button', { name: forms.again }).click()
    await expect(at.getByText(stored.message)).toBeVisible()
    await expect(page.locator('[data-done=contact]')).toBeFocused()
    await expect(sendButton(page)).toBeHidden()
  })

  await test.step('another message starts empty', async () => {
    await at.getByRole('button', { name: forms.another }).click()
    await expect(at.getByLabel(contact.name, { exact: true })).toBeFocused()
    await expectKept(page, { name: '', email: '', subject: '', message: '' })
    await expect(sendButton(page)).toHaveText(contact.submit)
  })
})

test('a double click and Enter send once; a fast visitor sees no error', async ({ page }) => {
  const posts = posted(page, 'contact')
  let arrived = 0
  const answer = moment()
  await page.route(postsOf('contact'), async (route) => {
    arrived = await page.evaluate(() => performance.now())
    await answer.awaited
    await route.fulfill({ json: stored })
  })
  await page.goto('/')
  await write(page, letter(unique()))
  await sendButton(page).dblclick()
  await expect(sendButton(page)).toHaveText(forms.sending)
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(sendButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await place(page, 'contact').getByLabel(contact.subject).press('Enter')

  answer.come()
  await expect(place(page, 'contact').getByText(stored.message)).toBeVisible()
  expect(posts).toHaveLength(1)
  expect(arrived).toBeGreaterThan(2000)
})

test('a server without an answer times out, and the text stays', {
  tag: '@nightly',
}, async ({ page }) => {
  // The test ends the time limit of twenty seconds itself.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => {
      const control = new AbortController()
      addEventListener('timeover', () => control.abort(new DOMException('Over', 'TimeoutError')))
      return control.signal
    }
  })
  await page.route(postsOf('contact'), () => {
    // Never answers.
  })
  const posts = posted(page, 'contact')
  await page.goto('/')
  const text = letter(unique())
  await write(page, text)
  await sendButton(page).click()
  await expect(sendButton(page)).toHaveText(forms.sending)
  await expect.poll(() => posts.length).toBe(1)
  await page.evaluate(() => void dispatchEvent(new Event('timeover')))
  await expect(place(page, 'contact').getByRole('alert')).toHaveText(forms.offline)
  await expect(sendButton(page)).toHaveText(forms.again)
  await expectKept(page, text)
})

test('a visitor who leaves while sending finds no stuck button after returning', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.route(postsOf('contact'), () => {
    // Never answers.
  })
  const posts = posted(page, 'contact')
  await page.goto('/')
  await write(page, letter(unique()))
  await sendButton(page).click()
  await expect.poll(() => posts.length).toBe(1)
  await page.goto('/about')
  await page.unroute(postsOf('contact'))
  await page.goBack()
  await expect(sendButton(page)).not.toHaveText(forms.sending)
  await expect(sendButton(page)).not.toHaveAttribute('aria-disabled', 'true')
})
