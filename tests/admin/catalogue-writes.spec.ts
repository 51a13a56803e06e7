import type { Locator } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, openList, rowOf } from '../support/screen.ts'

/** How the forms of the catalogue stand while a write is on its way. */

const named = (page: string) => registry.find((one) => one.page === page) as Resource

test.afterEach(({ api }) => clean(api))

test('Cancel and the submit button are disabled while saving; the focus stays', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  for (const [path, title, button] of [
    ['mentors', 'Edit Mentor', 'Update Mentor'],
    ['protocols', 'Edit Protocol', 'Update'],
  ] as const) {
    const resource = named(path)
    const name = `Held ${mark}`
    await make(api, resource, { [resource.search[0] ?? '']: name })
    await openList(page, path, mark)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = dialog(page, title)
    await control(form, path === 'mentors' ? 'Name' : 'Protocol Title').fill(`${name} anew`)
    let release: (answer: 'fail' | 'pass') => void = () => {}
    let held = 0
    await page.route(
      ({ pathname }) => pathname.startsWith(`${API_BASE}${resource.api.path}/`),
      async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        const answer = await new Promise<'fail' | 'pass'>((resolve) => {
          release = resolve
          held++
        })
        return answer === 'fail' ? route.fulfill({ status: 500, body: '' }) : route.continue()
      },
    )
    const submit = form.getByRole('button', { name: button })
    const cancel = form.getByRole('button', { name: 'Cancel' })
    await submit.press('Enter')
    await expect(submit).toBeDisabled()
    await expect(submit.getByRole('img', { name: 'loading' })).toBeVisible()
    await expect(cancel).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Close' })).toBeEnabled()
    const hasFocus = () => form.evaluate((box) => box.contains(document.activeElement))
    await expect.poll(hasFocus).toBe(true)
    await expect.poll(() => held).toBe(1)
    release('fail')
    await expect(submit).toBeEnabled()
    await expect(cancel).toBeEnabled()
    await expect(submit).toBeFocused()
    await expect(submit.getByRole('img', { name: 'loading' })).toHaveCount(0)

    await page.keyboard.press('Enter')
    await expect(submit).toBeDisabled()
    await expect.poll(() => held).toBe(2)
    release('pass')
    await expect(form).toBeHidden()
    await expect(rowOf(page, `${name} anew`).first()).toBeVisible()
    await page.unrouteAll()
  }
})

/** The control of a label that is no beginning of another's. */
function control(form: Locator, label: string): Locator {
  return form
    .getByRole('textbox', { name: label, exact: true })
    .or(form.getByRole('combobox', { name: label, exact: true }))
}
