import { expect, test } from '../support/browser.ts'
import { choose, press, tabTo, typeInto } from '../support/keyboard.ts'
import { clean, make, named, remember, unique } from '../support/records.ts'
import { chosenIn, dialog, openList, rowOf } from '../support/screen.ts'

test('a user is created, edited and deleted only by keyboard', async ({ page }) => {
  const mark = unique()
  await page.goto('/admin/users')
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Add User' }))
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Add New User')
  await expect(form.getByLabel('First Name')).toBeFocused()
  await typeInto(page, form, [
    ['First Name', 'Key'],
    ['Last Name', mark],
    ['Email', `${mark}@example.org`],
    ['Password', 'nine-white-cairns'],
  ])
  const role = form.getByRole('combobox', { name: 'Role' })
  await tabTo(page, role)
  for (const [key, name] of [
    ['ArrowDown', 'Admin'],
    ['ArrowUp', 'User'],
  ] as const) {
    // The first key opens the list, which scrolls to the chosen option in a timer.
    await page.keyboard.press('ArrowDown')
    await page.getByRole('listbox').waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(chosenIn(role)).toHaveText(name)
  }
  await tabTo(page, form.getByRole('button', { name: 'Create' }))
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()

  await tabTo(page, page.getByPlaceholder('Search users...'))
  await page.keyboard.type(mark)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toHaveCount(1)

  await tabTo(page, page.getByRole('button', { name: `Edit Key ${mark}` }))
  await page.keyboard.press('Enter')
  const edit = dialog(page, 'Edit User')
  await expect(edit.getByLabel('First Name')).toBeFocused()
  await typeInto(page, edit, [['First Name', 'Board']])
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(page.getByRole('button', { name: `Edit Board ${mark}` })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: `Delete Board ${mark}` }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the focus stays inside a dialog', async ({ page }) => {
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  const form = dialog(page, 'Add New Career Field')
  await expect(form.getByLabel('Field Name')).toBeFocused()
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    const isInside = await form.evaluate((element) =>
      element.parentElement?.contains(document.activeElement),
    )
    expect(isInside).toBe(true)
  }
})

test('keys that end a composition do nothing else', async ({ page, context }) => {
  const keys = await context.newCDPSession(page)
  /** Presses a key while an input method composes text. */
  const pressComposing = async (key: string) => {
    const event = { key, code: key, windowsVirtualKeyCode: 229 }
    await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
    await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  const compose = (text: string) =>
    keys.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 })
  await page.goto('/admin/mentors')
  await page.getByRole('button', { name: 'Add Mentor' }).click()
  const form = dialog(page, 'Add New Mentor')
  const skills = form.getByRole('combobox', { name: 'Skills' })
  const tags = chosenIn(skills)
  await skills.focus()
  await compose('かんじ')
  for (const key of ['Enter', 'ArrowDown']) await pressComposing(key)
  await expect(skills).toHaveValue('かんじ')
  await keys.send('Input.insertText', { text: '漢字' })
  await page.keyboard.press('Enter')
  await expect(tags).toHaveText(['漢字'])

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  await expect(palette).toBeFocused()
  await compose('かんじ')
  await pressComposing('Escape')
  await expect(palette).toHaveValue('かんじ')
  await expect(palette).toBeFocused()
})

test('a mission with steps is created and edited only by keyboard', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const field = await make(api, named('career-fields'))
  const title = `Key mission ${unique()}`
  await page.goto('/admin/missions')
  await press(page, page.getByRole('button', { name: 'Add Mission' }))
  const form = dialog(page, 'Add New Mission')
  await typeInto(page, form, [['Title', title]])
  await tabTo(page, form.getByRole('combobox', { name: 'Type' }).or(form.getByLabel('Type')))
  await page.keyboard.type('research')
  await tabTo(page, form.getByRole('combobox', { name: 'Difficulty' }))
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await choose(page, form.getByRole('combobox', { name: 'Career Fields' }), String(field.name))
  await typeInto(page, form, [['Skills', 'listening, asking, listening']])
  await press(page, form.getByRole('button', { name: 'Add step' }))
  await expect(form.getByLabel('Step 1 title')).toBeFocused()
  await page.keyboard.type('Second thoughts')
  await press(page, form.getByRole('button', { name: 'Add step' }))
  await expect(form.getByLabel('Step 2 title')).toBeFocused()
  await page.keyboard.type('First thoughts')
  const menu = form.getByRole('button', { name: 'More actions for step 2' })
  await page.keyboard.press('Shift+Tab')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('moved to position 1 of 2')).toBeAttached()
  await press(page, form.getByRole('button', { name: 'Create' }))
  await expect(form).toBeHidden()

  const list = await (await api.get(`missions/templates?search=${title}`)).json()
  expect(list.missions).toMatchObject([
    {
      type: 'research',
      difficulty: 'intermediate',
      careerFields: [field._id],
      skills: ['listening', 'asking'],
      steps: [
        { title: 'First thoughts', order: 0 },
        { title: 'Second thoughts', order: 1 },
      ],
    },
  ])

  await openList(page, 'missions', title)
  await press(page, page.getByRole('button', { name: `Edit ${title}` }))
  const edit = dialog(page, 'Edit Mission')
  await expect(edit.getByRole('button', { name: /^Step 2/ })).toContainText('Second thoughts')
  await typeInto(page, edit, [['Duration Value', '3']])
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(rowOf(page, '3 hours')).toHaveCount(1)
  remember(named('missions'), list.missions[0]._id)
  await clean(api)
})
