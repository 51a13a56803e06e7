import { expect, type Locator, type Page } from '@playwright/test'

/** More presses than any form has controls. */
const MOST = 90

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < MOST; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Types into each labelled field of a form, in the order the Tab key takes. */
export async function typeInto(
  page: Page,
  form: Locator,
  values: [label: string, text: string][],
): Promise<void> {
  for (const [label, text] of values) {
    const roles = (['textbox', 'spinbutton', 'combobox'] as const).map((role) =>
      form.getByRole(role, { name: label, exact: true }),
    )
    await tabTo(
      page,
      roles.reduce((one, other) => one.or(other)),
    )
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
}

/** Types into a field of records and takes the first record that is found. */
export async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
  const found = page.getByRole('listbox').getByRole('option')
  // Those of before the typing may hold it as well, behind others that the keys would take.
  await expect(found.filter({ hasNotText: text })).toHaveCount(0)
  await expect(found.first()).toBeVisible()
  // The first is the active one.
  await page.keyboard.press('Enter')
}

/** Presses Tab until `target` has the focus, and Enter on it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
