import type { Locator, Page } from '@playwright/test'

/** The control of one of a list's filters. */
export const filter = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name: label, exact: true })

/** The pill of a filter that takes several choices, set or not. */
export const choicePill = (page: Page, label: string): Locator =>
  page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: new RegExp(`^${label}(: |$)`) })

/** Sets such a filter to these choices and no others, by their labels. */
export async function choose(page: Page, label: string, ...choices: string[]): Promise<void> {
  await choicePill(page, label).click()
  const panel = page.getByRole('dialog', { name: label, exact: true })
  await panel.getByRole('checkbox').first().waitFor()
  const checked = panel.getByRole('checkbox', { checked: true })
  while ((await checked.count()) > 0) await checked.first().uncheck()
  for (const name of choices) await panel.getByRole('checkbox', { name, exact: true }).check()
  await panel.getByRole('button', { name: 'Apply' }).click()
}

/** The words of a filter that is set. */
export const chip = (page: Page, words: string): Locator =>
  page.getByRole('group', { name: 'Filters' }).getByText(words, { exact: true })

/** What takes it away again. */
export const taking = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${label}`, exact: true })

/** What the last of these requests asked for; nothing as long as there was none. */
export const asked = (seen: { url(): string }[]) =>
  Object.fromEntries(new URL(seen.at(-1)?.url() ?? 'http://none').searchParams)
