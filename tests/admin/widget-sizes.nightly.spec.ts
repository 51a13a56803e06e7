import type { APIRequestContext, Page } from '@playwright/test'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { expectAccessible } from '../support/axe.ts'
import { boxFaults } from '../support/boxes.ts'
import { expect, test } from '../support/browser.ts'
import { expectShown, makeDashboard, widgetAt } from '../support/dashboards.ts'
import { clean } from '../support/records.ts'
import { resize, scrollWidth } from '../support/screen.ts'
import {
  answerWidgets,
  emptyAnswers,
  longAnswers,
  typeIn,
  WIDGET_CALLS,
} from '../support/widget-answers.ts'

const CARDS = '[role=region][aria-busy]'
const SIZES = [
  [0, 0, 1, 1],
  [1, 0, 1, 2],
  [2, 0, 2, 2],
  [0, 2, 2, 1],
] as const
/** How many rows of the grid these take. */
const BLOCK = 3

/** Every type in every size, each named by both. */
const everySize = (api: APIRequestContext, layout: 'grid' | 'list') =>
  makeDashboard(api, {
    layout,
    widgets: WIDGET_TYPES.flatMap((type, block) =>
      SIZES.map(([x, y, width, height]) => {
        const title = `${type} ${width}x${height}`
        return widgetAt(type, x, block * BLOCK + y, { id: title, title, size: { width, height } })
      }),
    ),
  })

const all = WIDGET_TYPES.length * SIZES.length
const desktop = { width: 1440, height: 900 }

test.afterEach(({ api }) => clean(api))

const WIDTHS = [
  [1440, 900],
  [1280, 720],
  [720, 450],
  [390, 844],
] as const

/** On the desktop, a smaller one, at 200 % and on a phone. */
async function expectHeld(page: Page) {
  for (const [width, height] of WIDTHS)
    await test.step(`${width} pixels`, async () => {
      await resize(page, { width, height })
      await expect.poll(() => scrollWidth(page)).toBe(width)
      await expectWhole(page)
    })
}

/** Cards move to their places, and measure themselves there. */
const expectWhole = (page: Page) => expect.poll(() => boxFaults(page, CARDS)).toEqual([])

/** One line each: a word that breaks has two boxes, or one twice as high. */
async function expectUnbroken(page: Page, word: string) {
  const all = () =>
    page.getByText(word, { exact: true }).evaluateAll((words) =>
      words.map((one) => ({
        boxes: one.getClientRects().length,
        isHigh: one.clientHeight >= 1.9 * Number.parseFloat(getComputedStyle(one).fontSize),
      })),
    )
  await expect.poll(all).toEqual(SIZES.map(() => ({ boxes: 1, isHigh: false })))
}

/** Presses a button of each widget at once. */
const pressAll = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })

test('in the list layout each widget holds its text at every size, on the desktop, a phone and at 200 %', async ({
  page,
  api,
}) => {
  // Four times the measures of 24 widgets.
  test.slow()
  const { _id } = await everySize(api, 'list')
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  await expectShown(page, all)
  await expectHeld(page)
  await expectUnbroken(page, 'Healthy')
})

test('in the grid each widget fits its text at every size, on the desktop, a phone and at 200 %: while loading, after a failure, with figures, long ones, none and stale ones', async ({
  page,
  api,
}) => {
  test.slow()
  const { _id } = await everySize(api, 'grid')
  const broken = {
    status: 503,
    json: { error: { message: 'The database of the figures cannot be reached at this moment.' } },
  }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let answers: typeof longAnswers | 'broken' | 'real' = 'broken'
  await page.route(WIDGET_CALLS, async (route) => {
    await held
    if (answers === 'real') return route.continue()
    return route.fulfill(answers === 'broken' ? broken : { json: { data: answers[typeIn(route)] } })
  })
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  const retries = page.getByRole('button', { name: /^Retry / })

  await test.step('while they load', async () => {
    await expect(page.locator('[role=region][aria-busy=true]')).toHaveCount(all)
    await expectWhole(page)
  })
  await test.step('when they fail', async () => {
    release()
    await expect(retries).toHaveCount(all)
    await expectWhole(page)
  })
  await test.step('with the figures of the server', async () => {
    answers = 'real'
    await pressAll(page, /^Retry /)
    await expect(retries).toHaveCount(0)
    await expectShown(page, all)
    await expectHeld(page)
    await expectUnbroken(page, 'Healthy')
  })
  await test.step('with long figures and names', async () => {
    await resize(page, desktop)
    answers = longAnswers
    await pressAll(page, /^Refresh /)
    await expect(page.getByText('1,234,567', { exact: true }).first()).toBeVisible()
    await expectShown(page, all)
    await expectHeld(page)
    await expectAccessible(page)
  })
  await test.step('with nothing counted yet', async () => {
    await resize(page, desktop)
    await page.emulateMedia({ colorScheme: 'dark' })
    answers = emptyAnswers
    await pressAll(page, /^Refresh /)
    await expect(page.getByText('1,234,567', { exact: true })).toHaveCount(0)
    await expectShown(page, all)
    await expectHeld(page)
    await expectAccessible(page)
  })
  await test.step('with old values', async () => {
    await resize(page, desktop)
    answers = 'broken'
    await pressAll(page, /^Refresh /)
    await expect(retries).toHaveCount(all)
    for (const size of [desktop, { width: 390, height: 844 }]) {
      await resize(page, size)
      await expectWhole(page)
    }
  })
})

test('a tall card shows a sparkline of one figure', async ({ page, api }) => {
  const lines = {
    userStats: 'Active users per day',
    missionStats: 'Missions assigned per day',
    protocolStats: 'Protocols assigned per day',
    mentorStats: 'Mentors assigned per day',
  }
  const types = Object.keys(lines)
  const { _id } = await makeDashboard(api, {
    widgets: types.flatMap((type, at) => [
      widgetAt(type, at, 0, { id: `low ${type}`, title: `low ${type}` }),
      widgetAt(type, at, 1, { id: type, title: type, size: { width: 1, height: 2 } }),
    ]),
  })
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  await expectShown(page, 2 * types.length)
  for (const [type, caption] of Object.entries(lines))
    await expect(
      page.getByRole('region', { name: type, exact: true }).getByRole('figure'),
    ).toContainText(caption)
  await expect(page.getByRole('figure')).toHaveCount(types.length)
})

test('warnings are visible at every size, counted, the first in full', async ({ page, api }) => {
  const first =
    'Passwords and tokens cross the network in clear: HOST is 0.0.0.0, and nothing says so.'
  const second = 'Requests come through a proxy at 10.0.0.7, but TRUST_PROXY is off.'
  const warnings = [first, second]
  const { systemStatus } = emptyAnswers
  await answerWidgets(page, { ...emptyAnswers, systemStatus: { ...systemStatus, warnings } })
  const { _id } = await makeDashboard(api, {
    widgets: SIZES.map(([x, y, width, height]) => {
      const title = `System ${width}x${height}`
      return widgetAt('systemStatus', x, y, { id: title, title, size: { width, height } })
    }),
  })
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  await expectShown(page, SIZES.length)
  for (const size of [desktop, { width: 390, height: 844 }]) {
    await resize(page, size)
    for (const [, , width, height] of SIZES) {
      const card = page.getByRole('region', { name: `System ${width}x${height}` })
      const box = card.locator('[tabindex="0"]')
      await expect(card.getByText('Healthy')).toBeVisible()
      await box.evaluate((element) => {
        element.scrollTop = 0
        element.scrollIntoView({ block: 'center' })
      })
      await expect(box.getByText('2 warnings')).toBeInViewport({ ratio: 0.9 })
      await expect(box.getByText(first)).toBeInViewport({ ratio: 0.3 })
      // What has no room is scrolled to, by keys, too.
      await box.focus()
      let presses = 0
      await expect
        .poll(async () => {
          const isSeen = await box.getByText(second).evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect()
            const frame = element.closest('[tabindex="0"]')?.getBoundingClientRect()
            const floor = Math.min(frame?.bottom ?? 0, innerHeight)
            return top >= (frame?.top ?? 0) && (top + bottom) / 2 <= floor
          })
          if (!isSeen && presses++ < 20) await box.press('ArrowDown')
          return isSeen
        })
        .toBe(true)
    }
    await expect
      .poll(async () => (await boxFaults(page, CARDS)).filter((fault) => /over|leaves/.test(fault)))
      .toEqual([])
  }
  await expectAccessible(page)
})
