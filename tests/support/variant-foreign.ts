import { expect, type Locator, type Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { TOKEN_KEY } from '#contract/auth.ts'
import { type Foreign, type Seen, startForeign } from '../fixtures/foreign/server.ts'
import { test } from './browser.ts'
import type { Product } from './product.ts'
import { dialog, expectToast } from './screen.ts'
import { buildVariant, type Variant } from './variant.ts'

/** What the stories of one file share: the backend, where the console is, and what its browsers did. */
interface ForeignVariant {
  readonly foreign: Foreign
  readonly url: string
  /** The origins that any API was asked at. */
  readonly asked: ReadonlySet<string>
  /** Calls that never got an answer, but for those that the page itself gave up. */
  readonly broken: readonly string[]
  /** Opens a page with the session kept already, so that not every story begins at the sign-in. */
  open(page: Page, path: string): Promise<void>
  /** The writes below a path that have arrived so far, as the server saw them. */
  writes(path: string): Seen[]
}

/** Before the tests of a file: starts the foreign backend, builds the console for it and serves that. */
export function startForeignVariant(): ForeignVariant {
  let foreign: Foreign
  let variant: Variant | undefined
  let product: Product | undefined
  const asked = new Set<string>()
  const broken: string[] = []
  const url = () => product?.url ?? ''

  test.beforeAll(async () => {
    // It builds the console.
    test.setTimeout(600_000)
    foreign = await startForeign()
    variant = await buildVariant({ env: { VITE_API_URL: foreign.origin } })
    product = await variant.serveConsole()
    foreign.allow(product.url)
  })
  test.afterAll(async () => {
    await product?.stop()
    variant?.remove()
    await foreign?.stop()
  })
  test.beforeEach(({ context }) => {
    // Its answers take their time, and there are many of them.
    test.slow()
    context.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (pathname.startsWith(API_BASE)) asked.add(origin)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText
      if (why !== 'net::ERR_ABORTED') broken.push(`${request.method()} ${request.url()}: ${why}`)
    })
  })

  return {
    get foreign() {
      return foreign
    },
    get url() {
      return url()
    },
    asked,
    broken,
    async open(page, path) {
      const session = { key: TOKEN_KEY, token: foreign.token }
      await page.addInitScript(({ key, token }) => localStorage.setItem(key, token), session)
      await page.goto(`${url()}/admin/${path}`)
    },
    writes: (path) =>
      foreign.seen.filter((call) => call.method !== 'GET' && call.path.startsWith(path)),
  }
}

/** Chooses a record in a reference field by typing a part of its name. */
export async function choose(
  form: Locator,
  label: string,
  text: string,
  name: string,
): Promise<void> {
  const field = form.getByRole('combobox', { name: label, exact: true })
  // Whoever comes to the field finds its text marked; typing without coming to it first would go before the text.
  await field.focus()
  await field.pressSequentially(text)
  await form.page().getByRole('option', { name, exact: true }).click()
  await field.press('Tab')
}

/** Deletes the record of a row, reading the question and what is said when it is done. */
export async function remove(
  page: Page,
  name: string,
  question: string,
  done: string,
): Promise<void> {
  const opener = page.getByRole('button', { name: `Delete ${name}`, exact: true })
  await opener.click()
  const asks = dialog(page, `Delete ${name}?`)
  await expect(asks).toContainText(question)
  await asks.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', done)
  await expect(opener).toHaveCount(0)
}
