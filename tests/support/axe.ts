import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The gate audits a few pages only (axe.spec.ts); every other state is audited by `npm run test:all`. */
const isGate = (process.env.TESTS ?? 'gate') === 'gate'

/**
 * Fails with every accessibility error that axe finds in the page as it is, also in forced colours, named by rule and
 * place. `within` limits the audit to one part of the page. Does nothing in the gate.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  if (isGate) return
  await expectNoViolations(page, within)
  await page.emulateMedia({ forcedColors: 'active' })
  try {
    expect(await faults(page, within, COLOUR_RULES), 'in forced colours').toEqual([])
  } finally {
    await page.emulateMedia({ forcedColors: 'none' })
  }
}

/** As expectAccessible, but in the colours as they are, and in the gate as well. */
export async function expectNoViolations(page: Page, within = 'html'): Promise<void> {
  expect(await faults(page, within)).toEqual([])
}

/** The rules whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The list of antd's Select is walked by its combobox's arrow keys, which scroll it. */
const isListOfSelect = (target: string) => target.includes('rc-virtual-list-holder')

async function faults(page: Page, within: string, rules?: string[]): Promise<string[]> {
  await settled(page)
  // Our pages have no frames, for which the other mode opens a page beside ours each time.
  const audit = new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    // antd measures its columns by a hidden row, which can have the focus by script alone.
    .exclude('.ant-table-measure-row')
    .options({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    })
  const { violations } = await audit.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.flatMap(({ target, failureSummary }) =>
      id === 'scrollable-region-focusable' && isListOfSelect(target.join(' '))
        ? []
        : [`${id} at ${target.join(' ')}: ${failureSummary}`],
    ),
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
