import type { Locator, Page } from '@playwright/test'

const bars = (page: Page) => page.getByRole('group', { name: /^(Filters|Active filters)$/ })

/** The control of one of a list's filters. */
export const filter = (page: Page, label: string): Locator =>
  page.getByRole('combobox', { name: label, exact: true })

/** Opens the list of a Select by the keyboard: its input lies below what it shows. */
export async function openSelect(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

/** Sets a filter to these choices and no others, by their labels. */
export async function choose(page: Page, label: string, ...choices: string[]): Promise<void> {
  const control = filter(page, label)
  await openSelect(control)
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  const selected = page.getByRole('listbox').getByRole('option', { selected: true })
  const hasSeveral = await control.evaluate(
    (input) => input.closest('.ant-select-multiple') !== null,
  )
  if (hasSeveral) while ((await selected.count()) > 0) await selected.first().click()
  for (const name of choices)
    await page.getByRole('option', { name, exact: true }).filter({ visible: true }).click()
  // A list of several stays open; Escape once more would close the panel around it.
  if (hasSeveral) await control.press('Escape')
}

/** Opens the filters that have no place in the bar. */
export const openMore = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^More filters/ }).click()

/** The words of a filter that is set. */
export const chip = (page: Page, words: string): Locator =>
  // antd says it once more to screen readers.
  bars(page).getByText(words, { exact: true }).and(page.locator(':not([aria-live])'))

/** Removes a filter that has no control in the bar. */
export const taking = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${label}`, exact: true })

/** What the last of these requests asked for; nothing as long as there was none. */
export const asked = (seen: { url(): string }[]) =>
  Object.fromEntries(new URL(seen.at(-1)?.url() ?? 'http://none').searchParams)
