import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, named, remember, unique } from '../support/records.ts'
import { chosenIn, openList } from '../support/screen.ts'

const { step } = test
const users = named('users')
const missions = named('missions')

test.afterEach(({ api }) => clean(api))

test('an analyst exports users, changes two addresses in the file, imports it, fixes a bad row, and undoes all', async ({
  page,
  api,
}) => {
  const mark = unique()
  const emailOf = (name: string, end = 'org') => `${name}.${mark}@example.${end}`
  for (const name of ['ada', 'ben', 'cyd'])
    await make(api, users, { firstName: name, lastName: mark, email: emailOf(name) })
  const stored = async () => {
    const { users: found } = await (await api.get(`users?search=${mark}&sort=firstName`)).json()
    return found.map(({ email }: { email: string }) => email)
  }
  const title = (name: string) => page.getByRole('heading', { level: 2, name })
  const tabs = page.getByRole('tab')
  let file = ''

  await step('the current list is exported, and changed in the file', async () => {
    await openList(page, 'users', mark)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    file = await readFile(await (await downloading).path(), 'utf8')
    for (const name of ['ada', 'ben']) file = file.replace(emailOf(name), emailOf(name, 'net'))
    file = file.replace(emailOf('cyd'), 'no address')
  })

  await step('it is dropped on Import; its columns are recognized', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(title('Choose a file')).toBeVisible()
    await expectAccessible(page)
    const buffer = Buffer.from(file)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await expect(title('Map columns')).toBeFocused()
    const email = page.getByRole('combobox', { name: 'Field for column Email' })
    await expect(chosenIn(email)).toHaveText('Email')
    await expect(chosenIn(page.getByLabel('Match rows by'))).toHaveText('ID')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preview 3 rows' }).click()
  })

  await step('two changes, and a bad row that is fixed by keyboard', async () => {
    await expect(title('Review the changes')).toBeFocused()
    await expect(tabs).toHaveText(['All3', 'New0', 'Changed2', 'Unchanged0', 'With errors1'])
    await expectAccessible(page)
    const row = page.getByRole('row', { name: 'no address' })
    await expect(row).toContainText(/mail/)
    await row.getByRole('button', { name: /^Fix row/ }).focus()
    await page.keyboard.press('Enter')
    const fixing = page.getByRole('dialog', { name: /^Fix row/ })
    const email = fixing.getByLabel('Email')
    await expect(email).toBeFocused()
    await expect(email).toHaveValue('no address')
    await expect(email).toHaveAccessibleDescription(/mail/)
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(emailOf('cyd'))
    await page.keyboard.press('Enter')
    await expect(fixing).toHaveCount(0)
    await expect(tabs).toHaveText(['All3', 'New0', 'Changed2', 'Unchanged1', /With errors0$/])
    await expect(tabs.last()).toBeFocused()
    await page.reload()
    await page.getByRole('tab', { name: /^Changed/ }).click()
    await expect(page.getByRole('row', { name: new RegExp(`ada ${mark}`) })).toContainText(
      `${emailOf('ada')}Then: ${emailOf('ada', 'net')}`,
    )
    expect(await stored()).toEqual(['ada', 'ben', 'cyd'].map((name) => emailOf(name)))
  })

  await step('it is applied as one change, and undone', async () => {
    await page.getByRole('button', { name: 'Import 2 rows (2 changed)' }).click()
    await expect(title('2 users changed.')).toBeFocused()
    expect(await stored()).toEqual([emailOf('ada', 'net'), emailOf('ben', 'net'), emailOf('cyd')])
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('This import was undone.')).toBeVisible()
    expect(await stored()).toEqual(['ada', 'ben', 'cyd'].map((name) => emailOf(name)))
  })
})

test('a German file is read in its own format, once the meaning of 1.000 is chosen', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const text = `Export\n\nTitle;Type;Duration Value;Duration Unit\nWomen\x92s ${mark} \x96 50 \x80;research;1.000;minutes\n`
  await page.goto('/admin/missions/import')
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'missionen.csv', mimeType: 'text/csv' },
    // Each character is one byte, as in Windows-1252.
    buffer: Buffer.from(text, 'latin1'),
  })
  const reading = page.getByRole('region', { name: 'File format' })
  await expect(reading).toContainText('Western European (Windows-1252)')
  await expect(reading).toContainText('Semicolon (;)')
  await expect(reading).toContainText(`Women’s ${mark} – 50 €`)
  await expect(reading).toContainText('Row 3')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Preview 1 row' }).click()
  const question = page.getByRole('radiogroup', { name: 'How does this file write numbers?' })
  await expect(question).toHaveAccessibleDescription(/^Choose one/)
  await expectAccessible(page)
  await question.getByLabel('Decimal comma (1.234,5)').check()
  await page.getByRole('button', { name: 'Preview 1 row' }).click()
  await page.getByRole('button', { name: 'Import 1 row (1 new)' }).click()
  await expect(page.getByRole('heading', { name: '1 mission created.' })).toBeVisible()
  const { path, listKey } = missions.api
  const answer = await api.get(`${path.slice(1)}?search=${mark}`)
  const { [listKey]: found } = await answer.json()
  for (const { _id } of found) remember(missions, _id)
  expect(found).toMatchObject([
    { title: `Women’s ${mark} – 50 €`, estimatedDuration: { value: 1000, unit: 'minutes' } },
  ])
})
