import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog } from '../support/screen.ts'

const { step } = test
const missions = named('missions')

test.afterEach(({ api }) => clean(api))

test('the palette opens any record from anywhere by keyboard, and loses no typed text', async ({
  page,
  api,
}) => {
  const mark = unique()
  const title = `Walk ${mark}`
  const mission = await make(api, missions, { title })
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  const heading = page.getByRole('heading', { level: 1 })

  await step('over an edited form it asks before leaving', async () => {
    await page.goto('/admin/missions')
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
    await page.keyboard.press('n')
    const form = dialog(page, 'Add New Mission')
    await form.getByLabel('Title').first().fill(`Draft ${mark}`)
    for (const answer of ['Stay', 'Leave']) {
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await page.keyboard.type('activity')
      await expect(page.getByRole('option', { name: /^Activity/ }).first()).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(form.getByLabel('Title').first()).toHaveValue(`Draft ${mark}`)
      await page.getByRole('button', { name: answer, exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()
    }
    await expect(heading).toHaveText('Activity')
  })
  await step('words in any order find the record, and the header shows its path', async () => {
    await page.goto('/admin/settings')
    await expect(heading).toHaveText('Settings')
    await page.keyboard.press('/')
    await field.fill(`${mark} walk`)
    await expect(page.getByRole('group', { name: 'Missions' }).getByRole('option')).toHaveText([
      new RegExp(title),
    ])
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/admin/missions/${mission._id}$`))
    await expect(heading).toHaveText(title)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    await expect(crumbs).toHaveText(['Missions', title])
    await crumbs.getByRole('link').click()
    await expect(heading).toHaveText('Missions')
  })
})
