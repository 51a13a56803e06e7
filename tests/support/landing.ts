import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { FORM_PATHS, type FormName, LEAST_FILL_MS, STAMP } from '#contract/forms.ts'
import { content } from '#landing/content.ts'

/** What a visitor types into the contact form. */
export interface Letter {
  name: string
  email: string
  subject: string
  message: string
}

const { contact, waitlist } = content

/** A letter that is not mistaken for another test's. */
export function letter(mark: string): Letter {
  return {
    name: 'Noor Haddad',
    email: `noor.${mark}@example.org`,
    subject: `A question about missions ${mark}`,
    message: `Good morning,\n\nis there a mission for a first week at work? ${mark}\n\nNoor`,
  }
}

/** The section of a form. */
export const place = (page: Page, form: FormName): Locator => page.locator(`#${form}`)

export const sendButton = (page: Page): Locator =>
  place(page, 'contact').locator('button[type=submit]')

/** Fills in the contact form. */
export async function write(page: Page, text: Letter): Promise<void> {
  const at = place(page, 'contact')
  await at.getByLabel(contact.name, { exact: true }).fill(text.name)
  await at.getByLabel(contact.email, { exact: true }).fill(text.email)
  await at.getByLabel(contact.subject, { exact: true }).fill(text.subject)
  await at.getByLabel(contact.message, { exact: true }).fill(text.message)
}

/** Fails unless every field of the contact form still holds what was typed; `inside` where it stands. */
export async function expectKept(page: Page, text: Letter, inside = '#contact'): Promise<void> {
  const at = page.locator(inside)
  await expect(at.getByLabel(contact.name, { exact: true })).toHaveValue(text.name)
  await expect(at.getByLabel(contact.email, { exact: true })).toHaveValue(text.email)
  await expect(at.getByLabel(contact.subject, { exact: true })).toHaveValue(text.subject)
  await expect(at.getByLabel(contact.message, { exact: true })).toHaveValue(text.message)
}

/** Joins the waitlist; `who` in the words of the page. */
export async function join(page: Page, email: string, who?: string): Promise<void> {
  const at = place(page, 'waitlist')
  await at.getByLabel(waitlist.email).fill(email)
  if (who) await at.getByLabel(waitlist.who).selectOption(who)
  await at.getByRole('button', { name: waitlist.submit }).click()
}

/** Waits until the stamps of the page's forms are so old that the server takes a post: a stamp begins with its time. */
export async function oldEnough(page: Page): Promise<void> {
  const stamp = page.locator(`[name=${STAMP}]`).first()
  await expect
    .poll(async () => Date.now() - Number.parseInt(await stamp.inputValue(), 36))
    .toBeGreaterThan(LEAST_FILL_MS)
}

/** For `page.route`: the address that a form posts to. */
export const postsOf = (form: FormName): string => `**${API_BASE}${FORM_PATHS[form]}`

/** Collects what is posted by a form. */
export function posted(page: Page, form: FormName): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(API_BASE + FORM_PATHS[form])) {
      seen.push(request)
    }
  })
  return seen
}

/** Sums the layout shifts into an attribute of the page from its beginning on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement
      for (const entry of list.getEntries()) {
        const shift = 'value' in entry ? Number(entry.value) : 0
        dataset.shift = String(Number(dataset.shift ?? 0) + shift)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** All layout shifts so far, whoever caused them. */
export const shifts = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))

/** Waits until no height of the page is a guess any more (island/lay-out.ts). */
export const laidOut = (page: Page): Promise<void> =>
  expect(page.locator('.footer')).toHaveClass(/\blaid\b/)

/** How far the page is scrolled. */
export const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

/** Reads the page from top to bottom: every section's heading is there, in its order, and visible. */
export async function readSections(page: Page): Promise<void> {
  const inOrder = [
    content.about,
    content.how,
    content.fields,
    content.advantages,
    content.pricing,
    content.testimonials,
    content.faq,
    waitlist,
    contact,
  ].map(({ heading }) => heading)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main h2')).toHaveText(inOrder)
  for (const heading of await page.locator('main h2').all()) {
    await heading.scrollIntoViewIfNeeded()
    await expect(heading).toBeInViewport()
  }
}
