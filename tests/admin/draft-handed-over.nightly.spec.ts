import { expect, signedOut, signIn, test, toasts } from '../support/browser.ts'
import { draftNotice, keptDrafts } from '../support/draft-texts.ts'
import { dialog } from '../support/screen.ts'

test.use({ storageState: signedOut })

test('FORM-01 a page that goes before its draft is stored leaves it to the next, once', async ({
  page,
}) => {
  await page.goto('/admin/users')
  await signIn(page)
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new Error('Too late')
    }
  })
  await dialog(page, 'Add New User').getByLabel('First Name').fill('Wangari')
  // However long it tries: the page goes after the first failure.
  await expect(toasts(page).getByText('No drafts are kept')).toBeVisible()
  page.on('dialog', (question) => question.accept())
  await page.reload()
  await expect(dialog(page, 'Add New User').getByLabel('First Name')).toHaveValue('Wangari')
  await page.goto('/admin/users')
  const offered = draftNotice(page, 'a new user, “Wangari”,')
  await expect(offered).toBeVisible()
  await keptDrafts(page, 1)
  await offered.getByRole('button', { name: 'Discard' }).click()
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await keptDrafts(page, 0)
  await page.reload()
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await expect(draftNotice(page, '')).toHaveCount(0)
  await keptDrafts(page, 0)
})
