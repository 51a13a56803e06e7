import type { Page } from '@playwright/test'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { expectAccessible } from '../support/axe.ts'
import { boxFaults } from '../support/boxes.ts'
import { expect, test } from '../support/browser.ts'
import { expectShown, makeDashboard, widgetAt } from '../support/dashboards.ts'
import { clean } from '../support/records.ts'
import { answerWidgets, emptyAnswers, longAnswers } from '../support/widget-answers.ts'

const CARDS = '[data-wall] [role=region]'

/** A widget by words: 'userStats 0,0 2x1'. */
const at = (words: string) => {
  const [type = '', x, y, width, height] = words.split(/[ ,x]/)
  const size = { width: Number(width), height: Number(height) }
  return widgetAt(type, Number(x), Number(y), { id: words, title: words, size })
}

const six = WIDGET_TYPES.map((type, index) => `${type} ${index % 4},${Math.floor(index / 4)} 1x1`)
const boards: Record<string, readonly string[]> = {
  'one widget': ['userStats 0,0 1x1'],
  'six widgets': six,
  'nine widgets': [...six, 'mentorStats 2,1 2x1', 'protocolStats 0,2 2x2', 'recentUsers 2,2 1x2'],
}

/** The smallest font size among the elements, in pixels. */
const smallestType = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      Math.min(...all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
    )

test.afterEach(({ api }) => clean(api))

const LOOKS = [
  [longAnswers, 1280, 720, 'dark'],
  [emptyAnswers, 1920, 1080, 'light'],
] as const

/** The least font size of the large figures and of any text, in pixels of a 1080p screen. */
const leastOf = (count: number) => {
  if (count > 6) return { figures: 40, texts: 14 }
  return count > 2 ? { figures: 56, texts: 18 } : { figures: 72, texts: 24 }
}

for (const [name, widgets] of Object.entries(boards))
  test(`a wall display of ${name} can be read from afar, whatever its size`, {
    tag: widgets === six ? [] : '@nightly',
  }, async ({ page, api }) => {
    const { _id } = await makeDashboard(api, { widgets: widgets.map(at) })
    for (const [answers, width, height, colorScheme] of LOOKS) {
      // A window that fills its screen cannot be resized again in every Chromium.
      const wall = await page.context().newPage()
      await answerWidgets(wall, answers)
      await wall.emulateMedia({ colorScheme })
      await wall.setViewportSize({ width, height })
      await wall.goto(`/admin/dashboards/${_id}?kiosk=1&range=lastMonth`)
      await expectShown(wall, widgets.length)
      await expect.poll(() => boxFaults(wall, CARDS)).toEqual([])
      // In pixels of a screen 1920 wide.
      const unit = width / 1920
      const least = leastOf(widgets.length)
      const figures = `${CARDS} .ant-statistic:not(li *) .ant-statistic-content-value`
      await expect
        .poll(() => smallestType(wall, figures))
        .toBeGreaterThanOrEqual(least.figures * unit)
      await expect
        .poll(() => smallestType(wall, `${CARDS} *`))
        .toBeGreaterThanOrEqual(least.texts * unit)
      await expect(wall.getByText(/^Last update: /)).toBeInViewport({ ratio: 1 })
      await expectAccessible(wall)
      await wall.close()
    }
  })
