import type { Locator } from '@playwright/test'

/** Opens a folded entry of a list, by the beginning of its line: 'Step 2'. One that is open stays so. */
export async function openEntry(form: Locator, name: string): Promise<void> {
  const line = form.getByRole('button', { name: new RegExp(`^${name}(?!\\d)`) })
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
}

/** Does what an entry's menu offers: 'Move up', 'Remove'. */
export async function doWith(form: Locator, entry: string, item: string): Promise<void> {
  await form.getByRole('button', { name: `More actions for ${entry}`, exact: true }).click()
  await form.page().getByRole('menuitem', { name: item }).click()
}
