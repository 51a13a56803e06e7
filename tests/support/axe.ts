import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What was judged in forced colours already, in this worker: neither the width nor the shade is another there. */
const judged = new Set<string>()

/**
 * Fails with every accessibility fault axe finds in the page as it stands, and in the colours of a contrast theme
 * where it is seen for the first time, named by rule and place; `within` judges only what changed.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  expect(await faults(page, within)).toEqual([])
  const seen = `${await placeOf(page)} ${within}`
  if (judged.has(seen)) return
  judged.add(seen)
  await page.emulateMedia({ forcedColors: 'active' })
  try {
    expect(await faults(page, within, OF_COLOURS), 'in forced colours').toEqual([])
  } finally {
    await page.emulateMedia({ forcedColors: 'none' })
  }
}

/** Address, head and open dialogs, without what differs from record to record. */
function placeOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const address = location.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…')
    const parts = document.querySelectorAll(
      'dialog[open], [role="dialog"], [aria-busy="true"], [role="alert"]',
    )
    return [address, ...Array.from(parts, ({ tagName, className }) => tagName + className)].join(
      ' ',
    )
  })
}

/** Nothing else is another with other colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

async function faults(page: Page, within: string, rules?: string[]): Promise<string[]> {
  await settled(page)
  // Our pages have no frames, for which the other mode opens a page beside ours each time.
  const audit = new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    .options({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    })
  const { violations } = await audit.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

/**
 * Colours are judged when nothing fades any more, also of what is drawn anew after a change of the colours. What turns
 * for ever, like a spinner, or goes with the scrolling, is not waited for.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let left = 20; left > 0; left--) {
      // A frame by the window's own clock: that of the test may stand still.
      await new Promise<void>((resolve) => {
        const frame = new ResizeObserver(() => {
          frame.disconnect()
          resolve()
        })
        frame.observe(document.documentElement)
      })
      const ending = document
        .getAnimations()
        .filter(
          ({ timeline, playState }) => timeline === document.timeline && playState === 'running',
        )
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  })
}
