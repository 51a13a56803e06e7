import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOKEN_KEY, USER_KEY } from '#contract/session.ts'
import { type Product, signIn, startProduct } from './product.ts'

/**
 * Before all browser tests: starts the product and signs the admin in once, so that most tests begin inside.
 * WAYMARK_URL in the environment takes a running product instead, which must know the same admin.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env.WAYMARK_URL
  const product: Product = given
    ? { url: given, stop: () => Promise.resolve() }
    : await startProduct()
  const folder = mkdtempSync(join(tmpdir(), 'waymark-signed-in-'))
  const tearDown = async () => {
    rmSync(folder, { recursive: true, force: true })
    await product.stop()
  }
  try {
    const state = join(folder, 'state.json')
    writeFileSync(state, JSON.stringify(await signedIn(product.url)))
    process.env.WAYMARK_URL = product.url
    process.env.WAYMARK_STATE = state
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

/** What the browser holds after a sign-in, as Playwright's storage state. */
async function signedIn(origin: string) {
  const { token, user } = await signIn(origin)
  const localStorage = [
    { name: TOKEN_KEY, value: token },
    { name: USER_KEY, value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
