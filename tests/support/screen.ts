import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { listLink } from '#admin/format/list-address.ts'
import { API_BASE } from '#contract/api.ts'

/** The table row, or on a phone the card, that shows this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text })

export const dialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title })

/** Presses the page beside a dialog, once nothing that was above it is in the way any more. */
export async function pressBeside(above: Locator): Promise<void> {
  const around = above.page().locator('.ant-modal-wrap').filter({ has: above })
  await around.click({ position: { x: 20, y: 400 } })
}

/** What a toast says, by title and text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(toast).toContainText(title + text)
}

/** Opens a resource's screen, searched by a text where it can be. */
export async function openList(page: Page, path: string, search?: string): Promise<void> {
  await page.goto(listLink(path, search === undefined ? {} : { search }))
}

/** Counts the requests of one method to paths below the API's base that begin so. */
export function counted(page: Page, method: string, path: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === method && pathname.startsWith(API_BASE + path)) seen.push(request)
  })
  return seen
}

/** Holds answers back: those that await `awaited` are sent when the test calls `come`. */
export function moment(): { awaited: Promise<void>; come: () => void } {
  let come = () => {}
  const awaited = new Promise<void>((resolve) => {
    come = resolve
  })
  return { awaited, come }
}

/**
 * Waits until the page has drawn twice: what a change of its size, or an answer that it was given, sets off has
 * begun by then.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

/**
 * Resizes the window and waits until the page has reacted: some frames without a change of the document. Throws when
 * the page is still changing after 120 frames.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  const isQuiet = await page.evaluate(
    ({ width, most, quiet }) =>
      new Promise<boolean>((resolve) => {
        let count = 0
        let changedAt = 0
        const watcher = new MutationObserver(() => {
          changedAt = count
        })
        watcher.observe(document, { subtree: true, childList: true, attributes: true })
        const look = () => {
          count++
          // Tables become cards at once; what measures itself follows a frame or two later.
          const isDone = innerWidth === width && count - changedAt > quiet
          if (isDone || count > most) {
            watcher.disconnect()
            resolve(isDone)
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { width: size.width, most: 120, quiet: 3 },
  )
  if (!isQuiet) throw new Error('The page was still changing 120 frames after its size changed.')
}

/** How wide all that the page holds is: as wide as the window, when nothing goes sideways. */
export const scrollWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

/** What is chosen in a select: the names of its tags, or the one it holds. */
export const chosenIn = (field: Locator): Locator =>
  field
    .locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]')
    .locator('.ant-select-selection-item')

/** Chooses in a select by the words of an option. */
export async function pick(field: Locator, name: string): Promise<void> {
  // Any key opens it; a click would hit what is chosen, which lies over the field.
  await field.press('ArrowDown')
  await field.page().getByRole('listbox').getByRole('option', { name, exact: true }).click()
}

/** The value below a label of antd's Descriptions: the cell of the next row in the label's column. */
export function factOf(page: Page, label: string): Locator {
  const th = `../preceding-sibling::tr[1]/th[normalize-space()="${label}"]`
  const same = `count(preceding-sibling::td) = count(${th}/preceding-sibling::th)`
  return page.locator(`xpath=//td[${th}][${same}]`).filter({ visible: true })
}
