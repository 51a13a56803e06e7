import { readFileSync } from 'node:fs'
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
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

/** The context that the signed-in tests of a worker share, and a page in it that stays. */
interface Shared {
  context: BrowserContext
  keeper: Page
  isSpoilt: boolean
}

const STATE = process.env.WAYMARK_STATE

/**
 * Playwright's `test`, against the product that the global setup started, signed in as the admin.
 * Fails on every console error, page error and violation of the content security policy. What the browser
 * says of answers of the API is left out: refusals are the console's business, and shown by it.
 */
export const test = base.extend<Fixtures, { openShared: () => Promise<Shared> }>({
  // Set by the global setup, before any worker reads this file.
  baseURL: process.env.WAYMARK_URL,
  storageState: STATE,

  openShared: [
    async ({ browser }, use, { project }) => {
      let shared: Shared | undefined
      await use(async () => {
        if (shared?.isSpoilt) {
          await shared.context.close()
          shared = undefined
        }
        shared ??= await openShared(browser, project.use as PlaywrightTestOptions)
        return shared
      })
      await shared?.context.close()
    },
    { scope: 'worker' },
  ],

  // A page costs less where files and compiled scripts of an earlier one are still there.
  context: async (
    { browser, storageState, timezoneId, hasTouch, openShared },
    use,
    { project },
  ) => {
    const isUsual = storageState === STATE && timezoneId === project.use.timezoneId && !hasTouch
    if (isUsual) {
      const shared = await openShared()
      await empty(shared)
      await use(shared.context)
      await Promise.all(
        shared.context.pages().map((page) => (page === shared.keeper ? undefined : page.close())),
      )
    } else {
      const context = await browser.newContext()
      await tellViolations(context)
      await use(context)
      await context.close()
    }
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

  api: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({
      baseURL: `${baseURL}${API_BASE}/`,
      // A connection of each call's own: one that was kept may be closed by the server as it is used again.
      extraHTTPHeaders: { authorization: `Bearer ${storedToken()}`, connection: 'close' },
    })
    await use(context)
    await context.dispose()
  },
})

async function openShared(
  browser: Browser,
  { viewport, locale, timezoneId }: PlaywrightTestOptions,
): Promise<Shared> {
  const context = await browser.newContext({
    ...(process.env.WAYMARK_URL && { baseURL: process.env.WAYMARK_URL }),
    ...(STATE && { storageState: STATE }),
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
    viewport,
  })
  await tellViolations(context)
  const keeper = await context.newPage()
  // Of the same origin, so that it holds the process that draws them all, and without a script.
  await keeper.goto('/robots.txt')
  const shared = { context, keeper, isSpoilt: false }
  // What cannot be taken back.
  spoils(shared, context, ['addInitScript'])
  spoils(shared, context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'])
  return shared
}

/** Has a context that was given an init script or a clock not be shared with a later test. */
function spoils<T extends object>(shared: Shared, of: T, ways: (keyof T)[]): void {
  for (const way of ways) {
    const act = of[way] as (...given: unknown[]) => unknown
    Object.assign(of, {
      [way]: (...given: unknown[]) => {
        shared.isSpoilt = true
        return act.apply(of, given)
      },
    })
  }
}

/** Makes a shared context what it was: signed in, online, and with nothing else. */
async function empty({ context, keeper }: Shared): Promise<void> {
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  await context.unrouteAll()
  await keeper.evaluate((entries) => {
    localStorage.clear()
    for (const { name, value } of entries) localStorage.setItem(name, value)
    indexedDB.deleteDatabase('waymark')
  }, storedEntries())
}

/** Has what the content security policy refuses told as an error. */
async function tellViolations(context: BrowserContext): Promise<void> {
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

function storedEntries(): { name: string; value: string }[] {
  const state = JSON.parse(readFileSync(STATE ?? '', 'utf8')) as {
    origins: { localStorage: { name: string; value: string }[] }[]
  }
  return state.origins[0]?.localStorage ?? []
}

function storedToken(): string {
  const entry = storedEntries().find(({ name }) => name === TOKEN_KEY)
  if (!entry) throw new Error('The signed-in state holds no token')
  return entry.value
}
