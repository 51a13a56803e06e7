import type { Locator } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { make, unique } from '../support/records.ts'
import { dialog, openList, rowOf, scrollWidth } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test('with a coarse pointer, the text of every field has at least 16 pixels', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  /** Fields with smaller letters, into which an iPhone would zoom. */
  const small = () =>
    page.locator('input, select, textarea').evaluateAll((fields) =>
      fields
        .filter(
          (field) =>
            !field.matches('[type=checkbox], [type=radio], [type=hidden], [tabindex="-1"]'),
        )
        .map((field) => `${field.id || field.ariaLabel} ${getComputedStyle(field).fontSize}`)
        .filter((one) => Number.parseFloat(one.split(' ').at(-1) ?? '') < 16),
    )
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  const check = (where: string, ready: Locator) =>
    test.step(where, async () => {
      await expect(ready).toBeAttached()
      expect(await small()).toEqual([])
      await expect.poll(() => scrollWidth(page)).toBe(390)
    })
  await openList(page, 'missions')
  await check('a list', page.getByRole('searchbox'))
  await page.getByRole('button', { name: 'Add Mission' }).first().tap()
  await check('a form', dialog(page, 'Add New Mission').getByLabel('Duration Value'))
  await page.goto('/admin/analytics')
  await check('dates', page.getByLabel('Start date'))
  await page.goto('/')
  await check('the landing page', page.getByLabel('Email').first())
})

test('on a phone users are cards, and nothing scrolls sideways', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const mark = unique()
  const long = 'Wolfeschlegelsteinhausenbergerdorff-Montgomery'
  await make(api, users, { firstName: long, lastName: mark })
  await openList(page, 'users', mark)
  await expect(page.getByRole('table')).toHaveCount(0)
  const card = rowOf(page, mark)
  await expect(card).toContainText(`${long} ${mark}`)
  await expect(card).toContainText('@example.org')
  await expect(card).toContainText('Active')
  await expect.poll(() => scrollWidth(page)).toBe(360)
  for (const button of await page.getByRole('main').getByRole('button').all()) {
    const box = await button.boundingBox()
    const name = await button.evaluate((element) => element.ariaLabel ?? element.textContent)
    expect(box?.height, name ?? '').toBeGreaterThanOrEqual(44)
  }
})

test('on a phone the whole life of a user fits', async ({ page }) => {
  const mark = unique()
  await openList(page, 'users', mark)
  await page.getByRole('button', { name: 'Add User' }).first().tap()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Pocket')
  await form.getByLabel('Last Name').fill(mark)
  await form.getByLabel('Email').fill(`${mark}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  await form.getByRole('button', { name: 'Create' }).tap()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: `More actions for Pocket ${mark}` }).tap()
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  await dialog(page, 'Edit User').getByLabel('First Name').fill('Bag')
  await dialog(page, 'Edit User').getByRole('button', { name: 'Update' }).tap()
  await expect(dialog(page, 'Edit User')).toBeHidden()

  await page.getByRole('button', { name: `More actions for Bag ${mark}` }).tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
  await expect(page.getByText('No users found').last()).toBeVisible()
})

test('on a phone a form is a sheet from below, and nothing scrolls sideways', {
  tag: '@nightly',
}, async ({ page }) => {
  await openList(page, 'users')
  await page.getByRole('button', { name: 'Add User' }).first().tap()
  const form = dialog(page, 'Add New User')
  // It grows while it opens.
  await expect
    .poll(async () => {
      const { x = -1, y = -1, width, height = 0 } = (await form.boundingBox()) ?? {}
      return { x, end: y + height, width }
    })
    .toEqual({ x: 0, end: 740, width: 360 })
  expect(await form.evaluate((element) => element.scrollWidth)).toBe(360)
})

test('deleted users have names even before their buttons load', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const { _id } = await make(api, users, { firstName: 'Gone', lastName: mark })
  await api.delete(`users/${_id}`)
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\/DeletedActions-/, async (route) => {
    await sent
    await route.fallback()
  })
  await page.goto(`/admin/users?search=${mark}&deleted=true`)
  const name = page.getByRole('link', { name: `Gone ${mark}` })
  await expect(name).toBeVisible()
  const width = async () => (await name.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(100)
  send()
  await expect(page.getByRole('button', { name: `Restore Gone ${mark}` })).toBeVisible()
  expect(await width()).toBeGreaterThan(100)
})
