import type { APIRequestContext } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { choose, openMore } from '../support/filters.ts'
import { unique } from '../support/records.ts'
import { dialog, openList, rowOf } from '../support/screen.ts'

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
  // The latest deletion first, with its time and author.
  await expect(rowOf(page, mark)).toHaveText([osprey, merlin, kestrel].map((n) => new RegExp(n)))
  await expect(rowOf(page, merlin)).toContainText('by First Admin')
  for (const absent of ['Edit', 'Delete'])
    await expect(page.getByRole('button', { name: `${absent} ${merlin}` })).toHaveCount(0)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }

  // After a restore the title has the focus.
  await page.getByRole('button', { name: `Restore ${osprey}` }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // Erasing needs the typed name.
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

  // Back restores the filter.
  await page.getByRole('button', { name: 'Remove filter Show' }).click()
  await expect(page).not.toHaveURL(/deleted/)
  await expect(rowOf(page, mark)).toHaveText([new RegExp(osprey)])
  await page.goBack()
  await expect(rowOf(page, mark)).toHaveText([new RegExp(kestrel)])
})
