import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

test('a new admin chooses a password, adds a passkey, and signs in with only that', async ({
  page,
  api,
  baseURL,
}) => {
  const person = {
    ...{ firstName: 'Noor', lastName: 'Haddad', role: 'admin' },
    ...{ email: `noor.${Date.now()}@example.org`, password: 'given-by-another' },
  }
  const own = 'three-blue-waymarks'
  expect((await api.post('auth/register', { data: person })).status()).toBe(201)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })

  await test.step('first the assigned password is changed; then the requested page opens', async () => {
    // Browsers allow no passkeys for an IP address.
    await page.goto(`${String(baseURL).replace('127.0.0.1', 'localhost')}/admin/account`)
    await signIn(page, person)
    await expect(page.getByText('Someone else set your current password')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password').fill(own)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expectAccessible(page)
  })
  await test.step('a passkey is added', async () => {
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByRole('button', { name: 'Remove Passkey' })).toBeVisible()
  })
  await test.step('it signs in without a password', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
    await expect(page.getByText(/last used just now/)).toBeVisible()
  })
})
