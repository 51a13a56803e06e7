import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { chart } from '../support/analytics.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog, resize, rowOf, scrollWidth } from '../support/screen.ts'

const { step } = test
const users = named('users')
const missions = named('missions')

/** Sends events of a user and a mission, and waits until they are counted. */
async function tell(api: APIRequestContext, user: string, mission: string): Promise<void> {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const event = (eventType: string, minutes: number, more: object) => ({
    ...{ eventType, id: randomUUID(), user, timestamp: at(minutes) },
    ...more,
  })
  const session = randomUUID()
  const events = [
    event('session_started', 30, { session }),
    event('mission_assigned', 29, { mission }),
    event('mission_completed', 9, { mission }),
    event('session_ended', 8, { session }),
  ]
  expect((await api.post('events', { data: { events } })).status()).toBe(202)
  const sessions = async () =>
    Object(await (await api.get(`users/${user}/uses`)).json()).people?.sessions
  await expect.poll(sessions).toEqual({ total: 1, open: 0 })
}

test.afterEach(({ api }) => clean(api))

test('a learner is looked up from a chart’s bar to her timeline, and back', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const zofia = await make(api, users, { firstName: 'Zofia', lastName: mark })
  const title = `Map a street ${mark}`
  const mission = await make(api, missions, { title, difficulty: 'advanced' })
  await tell(api, zofia._id, mission._id)
  const main = page.getByRole('main')

  await page.goto('/admin/analytics?tab=missions&table=byDifficulty,byType')
  await chart(page, 'Missions by Difficulty')
    .getByRole('link', { name: /^.?Advanced.?: show these missions/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/missions\?difficulty=advanced/)
  await page.getByRole('searchbox').fill(mark)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await rowOf(page, mark).getByRole('link', { name: title }).click()

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/admin/missions/${mission._id}$`))
  const learners = page.getByRole('region', { name: 'Learners' })
  await expect(learners).toContainText('0 open, 1 completed')
  await learners.getByRole('link', { name: `Zofia ${mark}` }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Zofia ${mark}` })).toBeFocused()
  await expect(main.getByRole('tab')).toHaveText([
    'Timeline 2',
    'Missions 1',
    'Protocols 0',
    'Mentors 0',
    'Sessions 1',
  ])
  const lines = main.getByRole('tabpanel').getByRole('listitem')
  await expect(lines).toHaveText([
    new RegExp(`^Completed the mission ${title}`),
    new RegExp(`^Was assigned the mission ${title}`),
  ])
  await main.getByRole('tab', { name: /^Sessions/ }).click()
  await expect(lines).toHaveText([/^22 min/])
  await page.reload()
  await expect(lines).toHaveText([/^22 min/])

  await main.getByRole('link', { name: `Back to ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/missions\?search=\w+&difficulty=advanced$/)
})

test('a record’s page by keyboard and on a phone: its form in the address, and brought back when deleted', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const title = `Walk ${mark}`
  const mission = await make(api, missions, { title })
  const heading = page.getByRole('heading', { level: 1 })
  const form = dialog(page, 'Edit Mission')

  await page.goto(`/admin/missions?search=${mark}`)
  await step(
    'Enter on the name opens it, Enter on Edit its form, and Back closes that',
    async () => {
      await press(page, page.getByRole('link', { name: title }))
      await expect(heading).toBeFocused()
      await expect(heading).toHaveText(title)
      await expectAccessible(page)
      const edit = page.getByRole('button', { name: 'Edit', exact: true })
      await press(page, edit)
      await expect(form.getByLabel('Title').first()).toHaveValue(title)
      await expect(page).toHaveURL(new RegExp(`/admin/missions/${mission._id}/edit$`))
      await page.goBack()
      await expect(form).toBeHidden()
      await expect(edit).toBeFocused()
    },
  )
  await step('Back does not lose typed text, and a reload opens the form again', async () => {
    await page.goForward()
    await form.getByLabel('Title').first().fill(`${title} once more`)
    await page.goBack()
    await page.getByRole('button', { name: 'Stay' }).click()
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    await expect(heading).toHaveText(`${title} once more`)
    await expect(page).toHaveURL(new RegExp(`/admin/missions/${mission._id}$`))
    await page.goForward()
    await page.reload()
    await expect(form.getByLabel('Title').first()).toHaveValue(`${title} once more`)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`/admin/missions/${mission._id}$`))
  })
  await step(
    'on a phone nothing is cut off; a deleted record shows the author, and Restore brings it back',
    async () => {
      await resize(page, { width: 390, height: 844 })
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
      await expect.poll(() => scrollWidth(page)).toBe(390)
      await expectAccessible(page)
      await api.delete(`missions/templates/${mission._id}`)
      await page.reload()
      const restore = page.getByRole('button', { name: 'Restore', exact: true })
      await expect(page.getByText(/once more was deleted by First Admin on /)).toBeVisible()
      await expectAccessible(page)
      await tabTo(page, restore)
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText(`${title} once more`)
      await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    },
  )
})

test('a title that was changed twice is restored from its history, and the list shows it', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const mission = await make(api, missions, { title: `First ${mark}` })
  await page.goto(`/admin/missions/${mission._id}`)
  const heading = page.getByRole('heading', { level: 1 })
  const history = page.getByRole('region', { name: 'History' })
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
