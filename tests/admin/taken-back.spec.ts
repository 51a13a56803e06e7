import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { draftTexts } from '../support/draft-texts.ts'
import { choose, openMore } from '../support/filters.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, openList, rowOf } from '../support/screen.ts'

const missions = registry.find(({ name }) => name === 'missions/templates') as Resource

test.afterEach(({ api }) => clean(api))

test('a title that was changed twice is restored from its history, and the list shows it', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const mission = await make(api, missions, { title: `First ${mark}` })
  await page.goto(`/admin/missions/${mission._id}`)
  const heading = page.getByRole('heading', { level: 1 })
  const history = page.getByRole('region', { name: 'History' })
  // The page shows these values already.
  const made = history.getByRole('button', { name: 'Details of Created' })
  await expect(made).toHaveAttribute('aria-expanded', 'false')
  await expect(history).not.toContainText(`First ${mark}`)
  await made.click()
  await expect(history).toContainText(`First ${mark}`)
  for (const title of [`Second ${mark}`, `Third ${mark}`]) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = dialog(page, 'Edit Mission')
    await form.getByLabel('Title').first().fill(title)
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(heading).toHaveText(title)
  }
  const latest = history.getByRole('listitem').first()
  await expect(latest).toContainText(`Third ${mark}`)
  await expect(latest).toContainText(`Second ${mark}`)
  await latest.getByRole('button', { name: 'Undo: Title' }).click()
  await expect(heading).toHaveText(`Second ${mark}`)
  await page.getByRole('link', { name: 'Back to Missions' }).click()
  await page.getByRole('searchbox').fill(mark)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toContainText(`Second ${mark}`)
})

test('drafts of an erased record are removed, for every user', {
  tag: '@nightly',
}, async ({ context, api }) => {
  const mark = unique()
  const typedInto = async (title: string) => {
    const { _id } = await make(api, missions, { title })
    const page = await context.newPage()
    await page.goto(`/admin/missions?edit=${_id}`)
    await dialog(page, 'Edit Mission').getByLabel('Title').first().fill(`${title} typed`)
    await expect.poll(() => draftTexts(page)).toEqual([expect.stringContaining('typed')])
    // As a browser that dies: nobody is asked.
    await page.close()
    return _id
  }

  const kestrel = await typedInto(`Kestrel ${mark}`)
  await api.delete(`missions/templates/${kestrel}`)
  const page = await context.newPage()
  await openList(page, 'missions', mark)
  await openMore(page)
  await choose(page, 'Show', 'Deleted')
  await page.getByRole('button', { name: `Erase Kestrel ${mark}` }).click()
  const asked = dialog(page, `Erase Kestrel ${mark} permanently?`)
  await asked.getByRole('textbox').fill(`Kestrel ${mark}`)
  await asked.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(asked).toBeHidden()
  await expect.poll(() => draftTexts(page)).toEqual([])

  const merlin = await typedInto(`Merlin ${mark}`)
  expect((await api.delete(`missions/templates/${merlin}/erase`)).status()).toBe(204)
  await page.goto(`/admin/missions?edit=${merlin}`)
  await expect(dialog(page, 'Edit Mission')).toContainText('This mission no longer exists.')
  await expect.poll(() => draftTexts(page)).toEqual([])
})
