import type { APIRequestContext } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { choose, openMore } from '../support/filters.ts'
import { unique } from '../support/records.ts'
import { dialog, openList, rowOf, scrollWidth } from '../support/screen.ts'

async function makeDeleted(api: APIRequestContext, title: string): Promise<void> {
  const made = await api.post(`${API_BASE}/missions/templates`, {
    data: { title, type: 'research' },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { _id } = await made.json()
  const gone = await api.delete(`${API_BASE}/missions/templates/${_id}`)
  expect(gone.status()).toBe(204)
}

test('a deleted record is found in the deleted list, restored, and finally erased, only by keyboard', async ({
  page,
  api,
}) => {
  const mark = unique()
  const names = ['Kestrel', 'Merlin', 'Osprey'].map((one) => `${one} ${mark}`)
  for (const title of names) await makeDeleted(api, title)
  const [kestrel = '', merlin = '', osprey = ''] = names

  await openList(page, 'missions', mark)
  await expect(page.getByText('No missions found').first()).toBeVisible()
  await openMore(page)
  await choose(page, 'Show', 'Deleted')
  await expect(page).toHaveURL(/deleted=true/)
  // The latest first, with when and by whom.
  await expect(rowOf(page, mark)).toHaveText([osprey, merlin, kestrel].map((n) => new RegExp(n)))
  await expect(rowOf(page, merlin)).toContainText('by First Admin')
  for (const absent of ['Edit', 'Delete'])
    await expect(page.getByRole('button', { name: `${absent} ${merlin}` })).toHaveCount(0)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }

  // Restored: the title has the focus, and the record is among all others again.
  await page.getByRole('button', { name: `Restore ${osprey}` }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // Erased: only with the name typed. Cancel is a Tab away and changes nothing.
  const erase = page.getByRole('button', { name: `Erase ${merlin} permanently` })
  await erase.focus()
  await page.keyboard.press('Enter')
  const question = dialog(page, `Erase ${merlin} permanently?`)
  const field = question.getByRole('textbox')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Merlin')
  await page.keyboard.press('Enter')
  await expect(question).toContainText('The name does not match.')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(erase).toBeFocused()
  await expect(rowOf(page, mark)).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type(merlin)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toHaveText([new RegExp(kestrel)])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // Back in the address takes the filter back; and what was restored can be edited.
  await page.getByRole('button', { name: 'Remove filter Show' }).click()
  await expect(page).not.toHaveURL(/deleted/)
  await expect(rowOf(page, mark)).toHaveText([new RegExp(osprey)])
  await page.goBack()
  await expect(rowOf(page, mark)).toHaveText([new RegExp(kestrel)])
})

test('on a phone a deleted record can be restored', { tag: '@nightly' }, async ({ page, api }) => {
  const mark = unique()
  const name = `Kestrel ${mark}`
  await makeDeleted(api, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/missions?deleted=true&search=${mark}`)
  await expect(rowOf(page, name)).toContainText('Deleted')
  await expect.poll(() => scrollWidth(page)).toBe(390)
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await openList(page, 'missions', mark)
  await expect(rowOf(page, name)).toHaveCount(1)
})

test('a user whose email was taken meanwhile stays deleted, and the toast explains it', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const email = `${mark}@example.org`
  const add = async (lastName: string) => {
    const made = await api.post(`${API_BASE}/auth/register`, {
      data: { firstName: 'Ines', lastName, email, password: 'three-blue-waymarks' },
    })
    expect(made.ok(), await made.text()).toBe(true)
    return String((await made.json())._id)
  }
  await api.delete(`${API_BASE}/users/${await add('Former')}`)
  await add('Later')
  await page.goto(`/admin/users?deleted=true&search=${mark}`)
  await page.getByRole('button', { name: 'Restore Ines Former' }).click()
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByRole('listitem'),
  ).toContainText('It was not restored.')
  await expect(rowOf(page, 'Ines Former')).toHaveCount(1)
})
