import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type PlaywrightTestOptions,
  type Route,
  type WebError,
} from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { TOKEN_KEY, USER_KEY } from '#contract/auth.ts'
import { admin, startProduct, signIn as startSession } from './product.ts'

export { admin, expect }

/** For `test.use({ storageState: signedOut })`: a browser that holds nothing. */
export const signedOut = { cookies: [], origins: [] }

/** Errors of the page that no test asked for: they fail the test at its end. */
interface Faults {
  /** Lets errors of this wording pass, where a test provokes them. */
  allow(wording: RegExp): void
}

interface Fixtures {
  faults: Faults
  /** The API with the admin's token, to prepare and look up records: `api.get('users')`. */
  api: APIRequestContext
}

interface WorkerFixtures {
  /** The product that serves the tests of one worker, with a database of its own, and a session of the admin. */
  product: { url: string; token: string; signedIn: StorageState }
}

type StorageState = Exclude<PlaywrightTestOptions['storageState'], string | undefined>

/** How long a worker may take to start the product, and to end it, in milliseconds. */
const PRODUCT_LIMIT = 60_000

/**
 * Playwright's `test`, signed in as the admin. Each worker has a server and a database, each test a fresh context.
 * Fails on every console error, page error and violation of the content security policy. Errors that the browser
 * logs for answers of the API are left out: the console shows those itself.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it depends on from the pattern.
    async ({}, use) => {
      const { url, stop } = await startProduct()
      try {
        const { token, user } = await startSession(url)
        await use({ url, token, signedIn: signedInState(url, token, user) })
      } finally {
        await stop()
      }
    },
    { scope: 'worker', timeout: PRODUCT_LIMIT },
  ],
  baseURL: ({ product }, use) => use(product.url),
  storageState: ({ product }, use) => use(product.signedIn),

  context: async ({ context }, use) => {
    await reportViolations(context)
    await use(context)
  },

  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      const allowed: RegExp[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() !== 'error' || message.location().url.includes(`${API_BASE}/`)) return
        faults.push(message.text())
      }
      const onError = (fault: WebError) => faults.push(String(fault.error()))
      context.on('console', onConsole).on('weberror', onError)
      await use({ allow: (wording) => allowed.push(wording) })
      context.off('console', onConsole).off('weberror', onError)
      expect(faults.filter((fault) => !allowed.some((wording) => wording.test(fault)))).toEqual([])
    },
    { auto: true },
  ],

  api: async ({ playwright, product }, use) => {
    const context = await playwright.request.newContext({
      baseURL: `${product.url}${API_BASE}/`,
      // A new connection for each call: the server may close a kept one just as it is used again.
      extraHTTPHeaders: { authorization: `Bearer ${product.token}`, connection: 'close' },
    })
    await use(context)
    await context.dispose()
  },
})

/** What the browser holds after a sign-in. */
function signedInState(origin: string, token: string, user: object): StorageState {
  const localStorage = [
    { name: TOKEN_KEY, value: token },
    { name: USER_KEY, value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/** Logs what the content security policy blocks as an error. */
async function reportViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`Policy violation: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
}

/** Signs in through the sign-in page, with a session that the test may end. */
export async function signIn(page: Page, who = admin): Promise<void> {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What the browser keeps of the session: both keys of the specification, absent when it keeps nothing. */
export const stored = (page: Page): Promise<{ token?: string; user?: string }> =>
  page.evaluate(() => ({ token: localStorage.admin_token, user: localStorage.admin_user }))

/** The server's own answer to a request that a test looks at first, over a connection of its own. */
export function serverAnswer(route: Route): Promise<APIResponse> {
  return route.fetch({ headers: { ...route.request().headers(), connection: 'close' } })
}

/** The toast area. Its texts stand elsewhere too for a moment, for screen readers. */
export const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })
