import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, expectToast, openList } from '../support/screen.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource

test.afterEach(({ api }) => clean(api))

test('several deleted records are restored at once; a choice is removed', async ({ page, api }) => {
  const mark = unique()
  const names = ['Kestrel', 'Merlin'].map((one) => `${one} ${mark}`)
  for (const title of names) {
    const made = await make(api, named('missions/templates'), { title, description: 'High up' })
    expect((await api.delete(`${API_BASE}/missions/templates/${made._id}`)).status()).toBe(204)
  }
  const bar = (many: string) => page.getByRole('region', { name: `Selected ${many}` })

  await test.step('restored together, and live again', async () => {
    await page.goto(`/admin/missions?deleted=true&search=${mark}`)
    await page.getByRole('checkbox', { name: 'Select all 2 on this page' }).click()
    await expect(bar('missions').getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expectAccessible(page)
    await bar('missions').getByRole('button', { name: 'Restore' }).click()
    const asked = dialog(page, 'Restore 2 missions')
    await expect(asked).toContainText('2 missions will be restored.')
    await asked.getByRole('button', { name: 'Restore 2' }).click()
    await expectToast(page, 'Success', '2 missions restored.')
    await openList(page, 'missions', mark)
    for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible()
  })

  await test.step('optional values are cleared, and restored by Undo', async () => {
    await openList(page, 'missions', mark)
    await page.getByRole('checkbox', { name: 'Select all 2 on this page' }).click()
    await bar('missions').getByRole('button', { name: 'Set…' }).click()
    await page.getByRole('menuitem', { name: 'Set Description…' }).click()
    const asked = dialog(page, 'Set Description for 2 missions')
    await asked.getByRole('checkbox', { name: 'No value' }).click()
    await expect(asked).toContainText('2 missions will change.')
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Change 2' }).click()
    await expectToast(page, 'Success', '2 missions changed.')
    const stored = async () =>
      (await api.get(`${API_BASE}/missions/templates?search=${mark}`)).text()
    expect(await stored()).not.toContain('High up')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(stored).toContain('High up')
  })
})
