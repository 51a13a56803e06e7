import type { Locator, Page } from '@playwright/test'
import { registry } from '#resources/index.ts'
import { chooseRange } from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'
import { pick } from '../support/screen.ts'
import { translateAlways, translateOnce } from '../support/translator.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ actionTimeout: 15_000 })

const WAITING = '[aria-busy="true"], .ant-skeleton, [class*=Spinner-], .ant-spin-spinning'
/** What differs between two visits. */
const OF_THE_MOMENT =
  /updated.{1,12}ago|updatedjustnow|\d+min(utes?)?ago|justnow|(until|Today)\d\d:\d\d|Uptime.*?Averageresponse|\d+(\.\d+)?ms/g

interface Visit {
  page: Page
  /** Does something, and notes what the page shows then. */
  step: (what: string, act: () => Promise<unknown>) => Promise<void>
}

/** The menu's words for a page where they are not its heading. */
const LINKS: Record<string, RegExp> = {
  'My account': /^Logged in/,
  Dashboards: /^Custom dashboards/,
}

/** What one does on a page that is no list, by its heading. */
const WAYS: Record<string, (visit: Visit) => Promise<void>> = {
  Dashboard: async () => {},
  Dashboards: async ({ page, step }) => {
    const range = page.getByRole('combobox', { name: 'Date range' })
    await step('of a week', () => pick(range, 'Last 7 days'))
    await step('of a month', () => pick(range, 'Last month'))
    await step('edited', () => button(page, 'Edit').first().click())
    await step('widget added', async () => {
      await button(page, 'Add Widget').click()
      await page
        .getByRole('dialog')
        .getByRole('button')
        .filter({ hasText: 'How many users' })
        .click()
    })
    await step('cancelled', async () => {
      await button(page, 'Cancel').click()
      await button(page.getByRole('dialog'), 'Discard').click()
    })
  },
  Analytics: async ({ page, step }) => {
    for (const range of ['Last month', 'Last 7 days'])
      await step(range, () => chooseRange(page, range))
    for (const tab of ['Missions', 'Protocols', 'User Growth'])
      await step(tab, () => page.getByRole('tab', { name: tab }).click())
    await step('a table', () =>
      button(page, /^Table: show/)
        .first()
        .click(),
    )
    await step('compared', () => page.getByLabel('Compare with the previous period').check())
  },
  Activity: async ({ page, step }) => {
    const what = page.getByRole('combobox', { name: 'Resource' })
    await step('of missions', () => pick(what, 'Missions'))
    await step('of users', () => pick(what, 'Users'))
    await step('next', () => button(page, 'Next').click())
    await step('security', () => page.getByRole('tab', { name: 'Security' }).click())
  },
  Settings: async ({ page, step }) => {
    await step('tokens', () =>
      page
        .getByRole('link', { name: /tokens/i })
        .first()
        .click(),
    )
    await step('new token', () => button(page, 'New token').first().click())
    await step('closed', () => page.keyboard.press('Escape'))
  },
  'My account': async () => {},
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })

/** What one does on a list: as much of it as this one has. */
async function useList({ page, step }: Visit): Promise<void> {
  const main = page.getByRole('main')
  const has = async (one: Locator) => (await one.count()) > 0 && (await one.first().isEnabled())
  const sort = page.locator('th[tabindex]')
  const search = main.getByRole('searchbox')
  const boxes = main.getByRole('row').getByRole('checkbox')
  const edit = main.getByRole('button', { name: /^Edit / })
  const add = main.getByRole('button', { name: /^Add / })
  const details = main.getByRole('button', { name: /^Details of / })
  if (await has(sort))
    for (const way of ['up', 'down']) await step(`sorted ${way}`, () => sort.first().click())
  if (await has(button(page, 'Next'))) await step('next', () => button(page, 'Next').click())
  if ((await boxes.count()) > 2) {
    await step('one selected', () => boxes.nth(1).click())
    await step('two selected', () => boxes.nth(2).click())
    await step('none selected', () => page.keyboard.press('Escape'))
  }
  if (await has(details)) {
    await step('expanded', () => details.first().click())
    await step('folded', () => details.first().click())
  }
  if (await has(search)) {
    for (const text of ['an', 'zzzz', ''])
      await step(`search for '${text}'`, async () => {
        await search.fill(text)
        await search.press('Enter')
      })
  }
  if (await has(edit)) {
    await step('edit form', () => edit.first().click())
    await step('closed', () => page.keyboard.press('Escape'))
  }
  if (await has(add)) {
    await step('add form', () => add.first().click())
    const form = page.getByRole('dialog')
    await step('refused', () =>
      form
        .getByRole('button', { name: /^(Create|Add|Save)/ })
        .last()
        .click(),
    )
    await step('typed', () => form.getByRole('textbox').first().fill('Zoe'))
    await step('closed', async () => {
      await page.keyboard.press('Escape')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Discard/ })
        .click()
    })
  }
}

/** Goes from the home page to a page and uses it, and looks after each step. */
async function visit(page: Page, name: string, look: (what: string) => Promise<void>) {
  const step: Visit['step'] = (what, act) =>
    test.step(what, async () => {
      await act()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator(WAITING)).toHaveCount(0)
      await look(what)
    })
  await step('home', () => page.goto('/admin'))
  const link = LINKS[name] ?? new RegExp(`^${name}\\b`)
  await step('opened', () => page.getByRole('link', { name: link }).first().click())
  await (WAYS[name] ?? useList)({ page, step })
}

/** All words of the page, without what lies between them: an element may stand apart where a text does not. */
async function words(page: Page): Promise<string> {
  const text = await page.locator('body').innerText()
  return text.replace(/\s+/g, '').replace(OF_THE_MOMENT, '')
}

/** The words of a page that has come to rest. */
async function wordsAtRest(page: Page): Promise<string> {
  let last = ''
  const isSame = async () => {
    const before = last
    last = await words(page)
    return last === before
  }
  await expect.poll(isSame, { intervals: [700] }).toBe(true)
  return last
}

const LISTS = registry
  .filter(({ hasOwnPage, hasNoPage }) => !hasOwnPage && !hasNoPage)
  .map(({ title }) => title)

for (const name of [...Object.keys(WAYS), ...LISTS])
  test(`${name} shows the same when the browser translates it`, async ({ page, context }) => {
    const plain = new Map<string, string>()
    await visit(page, name, async (what) => {
      plain.set(what, await wordsAtRest(page))
    })
    await page.close()
    for (const when of ['once', 'as it changes'])
      await test.step(`translated ${when}`, async () => {
        const translated = await context.newPage()
        if (when !== 'once') await translateAlways(translated)
        await visit(translated, name, async (what) => {
          await expect.poll(() => words(translated), what).toBe(plain.get(what))
          if (when === 'once') await translateOnce(translated)
        })
        await translated.close()
      })
  })
