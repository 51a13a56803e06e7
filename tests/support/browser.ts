import { readFileSync } from 'node:fs'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { TOKEN_KEY } from '#contract/session.ts'
import { admin } from './product.ts'

export { admin, expect }

/** For `test.use({ storageState: signedOut })`: a browser that holds nothing. */
export const signedOut = { cookies: [], origins: [] }

/** What went wrong in the page although nobody asked: it fails the test at its end. */
interface Faults {
  /** Lets faults of this wording pass, where a test provokes them. */
  allow(wording: RegExp): void
}

interface Fixtures {
  faults: Faults
  /** The API with the admin's token, to prepare and look up records: `api.get('users')`. */
  api: APIRequestContext
}

/**
 * Playwright's `test`, against the product that the global setup started, signed in as the admin.
 * Fails on every console error, page error and violation of the content security policy. What the browser
 * says of answers of the API is left out: refusals are the console's business, and shown by it.
 */
export const test = base.extend<Fixtures>({
  // Set by the global setup, before any worker reads this file.
  baseURL: process.env.WAYMARK_URL,
  storageState: process.env.WAYMARK_STATE,

  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      const allowed: RegExp[] = []
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          console.error(`Policy violation: ${violatedDirective} ${blockedURI} ${sample}`)
        })
      })
      context.on('console', (message) => {
        if (message.type() !== 'error' || message.location().url.includes(`${API_BASE}/`)) return
        faults.push(message.text())
      })
      context.on('weberror', (fault) => faults.push(String(fault.error())))
      await use({ allow: (wording) => allowed.push(wording) })
      expect(faults.filter((fault) => !allowed.some((wording) => wording.test(fault)))).toEqual([])
    },
    { auto: true },
  ],

  api: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({
      baseURL: `${baseURL}${API_BASE}/`,
      extraHTTPHeaders: { authorization: `Bearer ${storedToken()}` },
    })
    await use(context)
    await context.dispose()
  },
})

/** Signs in through the sign-in page, with a session that the test may end. */
export async function signIn(page: Page, who = admin): Promise<void> {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What the browser keeps of the session: both keys of the specification, absent when it keeps nothing. */
export const stored = (page: Page): Promise<{ token?: string; user?: string }> =>
  page.evaluate(() => ({ token: localStorage.admin_token, user: localStorage.admin_user }))

/** The toast area. Its texts stand elsewhere too for a moment, for screen readers. */
export const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

function storedToken(): string {
  const state = JSON.parse(readFileSync(process.env.WAYMARK_STATE ?? '', 'utf8')) as {
    origins: { localStorage: { name: string; value: string }[] }[]
  }
  const entry = state.origins[0]?.localStorage.find(({ name }) => name === TOKEN_KEY)
  if (!entry) throw new Error('The signed-in state holds no token')
  return entry.value
}
