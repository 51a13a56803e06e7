import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test, toasts } from '../support/browser.ts'
import { choose } from '../support/filters.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, drawn, openList, resize, rowOf } from '../support/screen.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')
const protocols = named('protocols')
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test.afterEach(({ api }) => clean(api))

test('a person is found by last and first name, over the names in between', async ({
  page,
  api,
}) => {
  const mark = unique()
  await make(api, users, { firstName: 'María del Carmen', lastName: mark })
  await make(api, users, { firstName: 'Noor', lastName: mark })
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(`${mark}, maria`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(rowOf(page, mark)).toContainText('María del Carmen')
})

test('protocols have a control for it, with a label', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  for (const title of ['B', 'A', 'C']) await make(api, protocols, { title: `${title} ${mark}` })
  await openList(page, 'protocols', mark)
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  const order = (letters: string) => [...letters].map((letter) => `${letter} ${mark}`)
  await expect(titles).toHaveText(order('CAB'))
  await choose(page, 'Sort', 'Protocol Title')
  await expect(titles).toHaveText(order('ABC'))
  await expect(
    page.getByRole('status').filter({ hasText: 'sorted by Protocol Title, ascending' }),
  ).toBeAttached()
  await press(page, page.getByRole('button', { name: 'Order: ascending' }))
  await expect(titles).toHaveText(order('CBA'))
  await expect(page.getByRole('button', { name: 'Order: descending' })).toBeFocused()
  await page.reload()
  await expect(titles).toHaveText(order('CBA'))
  await choose(page, 'Sort', 'Default order')
  await expect(titles).toHaveText(order('CAB'))
  await expect(page.getByRole('button', { name: /^Order/ })).toHaveCount(0)
})

/** The controls in sight that a click would not reach, by name. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const within = document.querySelector('.Toaster-toast')
    return [...document.querySelectorAll<HTMLElement>('a, button, input, select')].flatMap(
      (one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const isInSight = width > 1 && y > 0 && y < innerHeight && x > 0 && x < innerWidth
        if (!isInSight || within?.contains(one)) return []
        // What is scrolled below the bar is out of reach with or without it.
        if (y < 56 && !one.closest('.topbar, .sidebar')) return []
        const top1 = document.elementFromPoint(x, y)
        return within?.contains(top1) ? [one.ariaLabel ?? one.textContent ?? one.tagName] : []
      },
    )
  })
}

test('the toast of a save covers no control of the list; on a phone it may cover a row', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  for (let count = 0; count < 11; count++) await make(api, users, { lastName: mark })
  await openList(page, 'users', mark)
  for (const size of [desktop, { width: 800, height: 600 }, phone])
    await test.step(`at ${size.width} px`, async () => {
      await resize(page, size)
      const edit = page.getByRole('button', { name: /^Edit/ })
      if (size === phone) {
        // Rows of a table have a menu too, without this: it closes when they become a phone's.
        await expect(edit).toHaveCount(0)
        await page
          .getByRole('button', { name: /^More actions for/ })
          .last()
          .click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
      } else await edit.last().click()
      const form = dialog(page, 'Edit User')
      await form.getByLabel('First Name').fill(`Saved ${size.width}`)
      await form.getByRole('button', { name: 'Update' }).click()
      await expect(form).toBeHidden()
      const toast = toasts(page).getByRole('listitem')
      // A toast with the pointer on it stays.
      await toast.hover()
      const next = page.getByRole('button', { name: 'Next' })
      if (size !== phone) expect(await covered(page)).toEqual([])
      await next.scrollIntoViewIfNeeded()
      // A phone has no room beside it: a row goes below it, what stands at the end of the list does not.
      const under = await covered(page)
      expect(size === phone ? under.filter((name) => !name.includes(mark)) : under).toEqual([])
      await expect(toast).toHaveCount(1)
      await next.click()
      await expect(page.getByText('11–11 of 11')).toBeVisible()
      await page.getByRole('button', { name: 'Previous' }).click()
      await expect(page.getByText('1–10 of 11')).toBeVisible()
    })
})

test('a list by keyboard: sorted, traversed without its dates, and emptied with the focus kept', {
  tag: '@nightly',
}, async ({ page, api }) => {
  let isPhone = false
  const remove = (name: string) =>
    page.getByRole('button', { name: `${isPhone ? 'More actions for' : 'Delete'} ${name}` })
  const open = async () => {
    const mark = unique()
    for (const firstName of ['Cem', 'Bea', 'Ada'])
      await make(api, users, { firstName, lastName: mark })
    await openList(page, 'users', mark)
    await expect(remove('Cem')).toBeVisible()
    return mark
  }
  const doRemove = async (name: string) => {
    await press(page, remove(name))
    if (isPhone) {
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press('End')
      await expect(page.getByRole('menuitem').last()).toBeFocused()
      await page.keyboard.press('Enter')
    }
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, question.getByRole('button', { name: 'Delete' }))
    await expect(remove(name)).toHaveCount(0)
  }
  const empty = async () => {
    for (const name of ['Bea', 'Cem', 'Ada']) {
      await doRemove(name)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
  }
  const mark = await open()

  await test.step('sorting is shown at each header that sorts, without a pointer on it', async () => {
    const header = (name: string) => page.getByRole('columnheader', { name })
    for (const name of ['Name', 'Email', 'Created', 'Last Login'])
      await expect(header(name).locator('svg').first()).toBeVisible()
    await expect(header('Created')).toHaveAttribute('aria-sort', 'descending')
    for (const name of ['Role', 'Status', 'Actions'])
      await expect(header(name).locator('svg')).toHaveCount(0)
    const button = header('Email')
    await press(page, button)
    await expect(header('Email')).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.locator('[aria-sort]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(header('Email')).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Enter')
    await expect(header('Email')).not.toHaveAttribute('aria-sort')
    await expect(button).toBeFocused()
  })
  await test.step('the Tab key moves from a row’s buttons to the next row’s, skipping its dates', async () => {
    await tabTo(page, page.getByRole('button', { name: 'More actions for Ada' }))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: `Select Bea ${mark}` })).toBeFocused()
  })
  await test.step(
    'a deletion moves the focus to the next row, then to the previous one, then to the title',
    empty,
  )
  await test.step('and also on a phone', async () => {
    await page.setViewportSize(phone)
    isPhone = true
    await open()
    await empty()
  })
})

test.describe('dates', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('are distinguishable days; their age is shown on hover', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.clock.setFixedTime('2026-11-22T10:30:00Z')
    const times = ['2026-11-22T04:44:00Z', '2026-11-13T08:00:00Z', '2026-11-12T19:00:00Z']
    await page.route('**/api/v1/users?*', (route) =>
      route.fulfill({
        json: {
          users: times.map((createdAt, index) => ({
            _id: `u${index}`,
            firstName: 'Ada',
            createdAt,
          })),
          count: times.length,
        },
      }),
    )
    await page.goto('/admin/users')
    const shown = page.getByRole('row').getByRole('time')
    // What follows the comma is for screen readers.
    await expect(shown).toHaveText(['Today 10:14', '13 Nov 2026, 13:30', '13 Nov 2026, 00:30'])
    await expect(shown.nth(1).getByText(', 13:30')).toHaveCSS('width', '1px')
    await expect(shown.nth(1)).toHaveAttribute('title', '13 Nov 2026, 13:30 (last week)')
  })
})

test.describe('one’s own account', () => {
  test('cannot be deleted from the list, and the button explains why', async ({ page }) => {
    await openList(page, 'users', 'amina.osei@example.org')
    const button = page.getByRole('button', {
      name: /^Delete .* You cannot delete your own account\.$/,
    })
    await tabTo(page, button)
    await expect(page.getByRole('tooltip')).toHaveText('You cannot delete your own account.')
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    // A dialog would cover the search.
    await page.getByRole('searchbox').click()
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

/** A phone's list of users that shows one, who has long texts. */
async function openPhone(page: Page, api: APIRequestContext) {
  await page.setViewportSize(phone)
  const mark = unique()
  const email = `${mark}.de-los-angeles.navarro@example.org`
  const firstName = 'Wolfeschlegelsteinhausen Maximiliana'
  await make(api, users, { firstName, lastName: mark, role: 'admin', email })
  await openList(page, 'users', mark)
  const card = rowOf(page, mark)
  await expect(card).toContainText(email)
  await expect(card).toContainText(/Created Today/)
  return card
}

test('on a phone a saved view is offered, filters are in a sheet, and the whole row opens the record', async ({
  page,
  api,
}) => {
  const view = { _id: 'v', version: 1, resource: 'users', name: 'Those who lead', query: '' }
  await page.route('**/api/v1/views?*', (route) =>
    route.fulfill({ json: { views: [{ ...view, shared: true, owner: 'x' }], count: 1 } }),
  )
  const card = await openPhone(page, api)
  await expect(page.getByRole('button', { name: 'Add User' })).toBeInViewport()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(page.getByRole('menu').getByText(view.name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = dialog(page, 'Filters')
  await choose(page, 'Role', 'Admin')
  await sheet.getByRole('button', { name: 'Show 1', exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  // Beside its name.
  await card.click({ position: { x: 200, y: 60 } })
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/)
})

test('on a phone a row has two lines, and Add is at the thumb', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const card = await openPhone(page, api)
  // Whole: of a line that has no room for all, the address gives up its end.
  const role = card.getByText('Admin', { exact: true })
  const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
  expect(await role.evaluate(right)).toBeLessThan(await role.locator('..').evaluate(right))
  await page.evaluate(() => document.fonts.ready)
  await drawn(page)
  const { x = 0, width = 0 } = (await role.boundingBox()) ?? {}
  expect(x + width).toBeLessThan((await card.getByText('Active').boundingBox())?.x ?? 0)
  const { y = 0, height = 0 } = (await card.boundingBox()) ?? {}
  expect(y).toBeLessThan(200)
  expect(height).toBeLessThan(96)
  await expect
    .poll(() => page.getByRole('button', { name: 'Add User' }).boundingBox())
    .toMatchObject({ width: 56, height: 56, x: 390 - 72, y: 844 - 72 })
})
