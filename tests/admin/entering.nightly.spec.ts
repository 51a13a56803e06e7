import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { codeAt, halfMinute } from '../support/authenticator-app.ts'
import { expectAccessible } from '../support/axe.ts'
import { admin, expect, signedOut, signIn, test } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startOidcProvider } from '../support/oidc-provider.ts'
import { type Product, startProduct } from '../support/product.ts'
import { dialog, expectToast } from '../support/screen.ts'

const OWN = 'five-grey-stones'
const NEW = 'Ines Duarte'
const EDITOR = { email: 'edda.editor@example.org', email_verified: true, groups: ['editors'] }

let product: Product
let mail: MailServer
let provider: Awaited<ReturnType<typeof startOidcProvider>>
/** A host name: browsers allow no passkeys for an IP address. */
let place: string

test.use({ storageState: signedOut })
test.beforeAll(async () => {
  const port = await freePort()
  place = `http://localhost:${port}`
  mail = await startMailServer()
  provider = await startOidcProvider(`${place}${API_BASE}/auth/oidc/callback`, {
    edda: { ...EDITOR, given_name: 'Edda', family_name: 'Editor' },
  })
  product = await startProduct({
    ...{ PORT: String(port), PUBLIC_URL: place, DEMO: 'off', CONSOLE_ROLES: 'editor' },
    ...{ SECOND_FACTOR_ROLES: 'admin', SMTP_URL: mail.url },
    ...{ MAIL_FROM: 'Waymark <waymark@example.org>', OIDC_ISSUER: provider.issuer },
    ...{ OIDC_CLIENT_ID: 'waymark', OIDC_CLIENT_SECRET: 'a-secret-that-both-know' },
    ...{ OIDC_NAME: 'Acme', OIDC_ROLES: 'groups: editors=editor' },
  })
})
test.afterAll(async () => {
  await product?.stop()
  await provider?.stop()
  await mail?.close()
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** An authenticator app. Each code is of a later half minute than the previous one, as the server requires. */
function appOf(key: string): () => Promise<string> {
  let last = 0
  return async () => {
    await expect.poll(() => halfMinute() + 1, { timeout: 60_000 }).toBeGreaterThan(last)
    last = Math.max(halfMinute(), last + 1)
    return codeAt(key, last)
  }
}

/** The link in the first mail to an address after the first `after` mails. */
async function mailedLink(to: string, after: number): Promise<string> {
  const find = () => mail.received.slice(after).find((one) => one.to.includes(to))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const [link = ''] =
    /http\S+set-password#[\w-]{43}/.exec(find()?.raw.replaceAll('=3D', '=') ?? '') ?? []
  return link
}

async function setPassword(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByText('Choose a password that only you know')).toBeVisible()

  await expectAccessible(page)
  await page.getByLabel('New password').fill(OWN)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('You can now sign in with your new password')).toBeVisible()

  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
}

test('an admin adds a second factor, signs in and confirms by its code, creates a user without a password, and resets a forgotten one', async ({
  page,
}) => {
  test.slow()
  let nextCode = async () => ''
  await test.step('a role that needs a second factor sees no page without one', async () => {
    await page.goto(`${place}/admin/users`)
    await signIn(page)
    await expect(page.getByText('Your role requires two-step verification.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add passkey' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set up app' }).click()
    const shown = page.getByText(/^([A-Z2-7]{1,4} )+[A-Z2-7]{1,4}$/)
    await expect(page.getByRole('img', { name: 'QR code with the key' })).toBeVisible()

    nextCode = appOf((await shown.innerText()).replaceAll(' ', ''))
    await expectAccessible(page)
    await page.getByLabel('Code from the app').fill(await nextCode())
    await page.getByRole('button', { name: 'Confirm' }).click()
    const codes = dialog(page, 'Save these recovery codes')
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: 'I have saved them' }).click()
    await expect(heading(page)).toHaveText('Users')
  })
  await test.step('two-step verification asks for the code of the app', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await signIn(page)
    await expect(page.getByText('Confirm your identity to finish signing in')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await page.getByLabel('Code from the app').fill(await nextCode())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(page)).toHaveText('Users')
  })
  await test.step('a user is created without a password, and gets a link by mail', async () => {
    const before = mail.received.length
    await page.getByRole('button', { name: 'Add User' }).first().click()
    const form = dialog(page, 'Add New User')
    const [first = '', last = ''] = NEW.split(' ')
    await form.getByLabel('First Name').fill(first)
    await form.getByLabel('Last Name').fill(last)
    await form.getByLabel('Email').fill('ines@example.org')
    await form.getByRole('button', { name: 'Send a password link instead' }).click()
    await expect(
      form.getByText('The user gets an email with a link to set a password.'),
    ).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create' }).click()
    await expectToast(page, 'Success', 'User created successfully.')
    expect(await mailedLink('ines@example.org', before)).toContain(place)
  })

  await test.step('a sensitive action is confirmed by an app’s code, and continues by itself', async () => {
    const error = { code: 'forbidden', rule: 'confirm', message: 'Confirm your identity.' }
    // As a server answers whose session is older than a quarter of an hour.
    await page.route(
      /\/users\/[^/]+\/link$/,
      (route) => route.fulfill({ status: 403, json: { error } }),
      {
        times: 1,
      },
    )
    await page.getByRole('button', { name: `More actions for ${NEW}` }).click()
    await page.getByRole('menuitem', { name: 'Copy password reset link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const asked = dialog(page, 'Confirm your identity')
    await expect(asked.getByLabel('Your password')).toBeFocused()
    await asked.getByRole('button', { name: 'Use your authenticator app' }).click()
    await asked.getByLabel('Code from the app').fill('000000')
    await asked.getByRole('button', { name: 'Confirm' }).click()
    await expect(asked.getByText('This code or passkey is wrong.')).toBeVisible()
    await asked.getByLabel('Code from the app').fill(await nextCode())
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Confirm' }).click()
    const shown = page.getByRole('dialog', { name: /^Password reset link for/ })
    await expect(shown.getByLabel('Password reset link')).toHaveValue(/set-password#/)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(shown).toHaveCount(0)
  })
  await test.step('a forgotten password is reset by a mailed link', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    const before = mail.received.length
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(admin.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('status')).toContainText('If an account with this email exists')
    await expectAccessible(page)
    await setPassword(page, await mailedLink(admin.email, before))
    await signIn(page)
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await signIn(page, { ...admin, password: OWN })
    // The page before has a button of this name, too.
    await expect(page.getByText('Confirm your identity to finish signing in')).toBeVisible()
    await page.getByLabel('Code from the app').fill(await nextCode())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(page)).toHaveText('Dashboard')
  })
})

test('the provider’s button opens it, returns, and signs in', async ({ page }) => {
  await page.goto(`${place}/admin/missions`)

  await page.getByRole('link', { name: 'Sign in with Acme' }).click()
  await expect(heading(page)).toHaveText('Missions')
  await page.goto(`${place}/admin/account`)
  await expect(page.getByLabel('Email')).toHaveValue(EDITOR.email)
  await test.step('cancelling single sign-on is reported, and other methods still work', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    // Otherwise the provider would sign the same user in again.
    await page.context().clearCookies()
    await fetch(`${provider.issuer}/as/nobody`)
    await page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expectAccessible(page)
  })
})
