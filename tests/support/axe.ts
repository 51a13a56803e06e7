import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Fails with every accessibility fault axe finds in the page as it stands, named by rule and place;
 * `within` judges only what changed.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await settled(page)
  // Our pages have no frames, for which the other mode opens a page beside ours each time.
  const audit = new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    .options({ resultTypes: ['violations'] })
  const { violations } = await audit.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}

/** Colours are judged when nothing fades any more. What turns for ever, like a spinner, or goes with the scrolling, is not waited for. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
