import type { Locator, Page } from '@playwright/test'

/** The control of one of a list's filters. */
export const filter = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name: label, exact: true })

/** The words of a filter that is set. */
export const chip = (page: Page, words: string): Locator =>
  page.getByRole('group', { name: 'Filters' }).getByText(words, { exact: true })

/** What takes it away again. */
export const taking = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: `Remove filter ${label}`, exact: true })

/** What the last of these requests asked for; nothing as long as there was none. */
export const asked = (seen: { url(): string }[]) =>
  Object.fromEntries(new URL(seen.at(-1)?.url() ?? 'http://none').searchParams)
