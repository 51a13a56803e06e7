import type { Locator } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { describe } from '#model/describe.ts'
import { fieldsOf } from '#model/draft.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import type { Field } from '#model/spec.ts'
import { humanise } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, sampleOf } from '../support/records.ts'
import { dialog, expectToast, openList, rowOf } from '../support/screen.ts'

test.afterEach(({ api }) => clean(api))

/** Every screen made from a declaration says and does what the declaration says. */
for (const resource of registry) {
  const { page: path, messages, title, api } = resource
  const lists = ({ pathname }: URL) => pathname === API_BASE + api.path
  const creates = ({ pathname }: URL) => pathname === API_BASE + api.create
  const items = ({ pathname }: URL) => pathname.startsWith(`${API_BASE + api.path}/`)
  const emptyList = { [api.listKey]: [], count: 0, pagination: { page: 1, limit: 10, total: 0 } }

  test.describe(`${resource.name}: the screen of a declaration`, () => {
    test('has its title, button, columns, and its words when it is empty', async ({ page }) => {
      await page.route(lists, (route) => route.fulfill({ json: emptyList }))
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      if (resource.subtitle) await expect(page.getByText(resource.subtitle)).toBeVisible()
      for (const { label } of resource.columns)
        await expect(page.getByRole('columnheader', { name: label })).toBeVisible()
      await expect(page.getByText(messages.empty).first()).toBeVisible()
      const next = page.getByRole('button', { name: messages.add })
      await expect(next).toHaveCount(2)
      await next.last().click()
      await expect(dialog(page, messages.createTitle)).toBeVisible()
    })

    test('tells a load that failed, never that there is nothing', async ({ page }) => {
      await page.route(lists, (route) => route.fulfill({ status: 500, body: '<h1>Oops</h1>' }))
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('alert')).toContainText(messages.loadFailed)
      await expect(page.getByText(messages.empty)).toHaveCount(0)
      await expect(page.getByText('Oops')).toHaveCount(0)
      await page.unroute(lists)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
    })

    test('asks for what its schema requires, and marks it', async ({ page }) => {
      await page.goto(`/admin/${path}`)
      await page.getByRole('button', { name: messages.add }).click()
      const form = dialog(page, messages.createTitle)
      for (const field of fieldsOf(resource, 'create'))
        if (!isChosen(field) && field.kind !== 'part') await control(form, field).fill('')
      await form.getByRole('button', { name: messages.submitCreate }).click()
      for (const field of fieldsOf(resource, 'create')) {
        if (!describe(resource.create, field.path)?.required) continue
        const label = labelOf(resource, field.path) ?? humanise(field.path)
        await expect(form.getByText(`${label} is required.`)).toBeVisible()
        await expect(control(form, field)).toHaveAttribute('aria-required', 'true')
      }
    })

    test('creates, edits and deletes with its own words', async ({ page, api: calls }) => {
      const sample = sampleOf(resource)
      await page.goto(`/admin/${path}`)
      await page.getByRole('button', { name: messages.add }).click()
      const form = dialog(page, messages.createTitle)
      await fill(form, resource, sample)
      await form.getByRole('button', { name: messages.submitCreate }).click()
      await expectToast(page, 'Success', messages.created)
      await expect(form).toBeHidden()

      const made = await make(calls, resource)
      const mark = String(made[resource.unique[0]?.path ?? '_id'])
      await openList(page, path, mark)
      await rowOf(page, mark).getByRole('button', { name: /^Edit/ }).click()
      const edit = dialog(page, messages.editTitle)
      await edit.getByRole('button', { name: messages.submitUpdate }).click()
      await expectToast(page, 'Success', messages.updated)

      await rowOf(page, mark)
        .getByRole('button', { name: /^Delete/ })
        .click()
      const question = page.getByRole('dialog')
      await expect(question).toContainText(messages.deleteQuestion)
      await question.getByRole('button', { name: 'Delete' }).click()
      await expectToast(page, 'Success', messages.deleted)
      await expect(rowOf(page, mark)).toHaveCount(0)
    })

    test('tells failed writes with its own words when the server has none', async ({
      page,
      api: calls,
    }) => {
      const made = await make(calls, resource)
      const mark = String(made[resource.unique[0]?.path ?? '_id'])
      await openList(page, path, mark)
      await expect(rowOf(page, mark)).toHaveCount(1)
      await page.route(items, (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
      )
      await page.route(creates, (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
      )
      await rowOf(page, mark)
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expectToast(page, 'Error', messages.deleteFailed)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

      await rowOf(page, mark).getByRole('button', { name: /^Edit/ }).click()
      const edit = dialog(page, messages.editTitle)
      await edit.getByRole('button', { name: messages.submitUpdate }).click()
      await expectToast(page, 'Error', messages.updateFailed)
      await edit.getByRole('button', { name: 'Cancel' }).click()
      await expect(edit).toBeHidden()

      await page.getByRole('button', { name: messages.add }).first().click()
      const form = dialog(page, messages.createTitle)
      await fill(form, resource, sampleOf(resource))
      await form.getByRole('button', { name: messages.submitCreate }).click()
      await expectToast(page, 'Error', messages.createFailed)
      await expect(form).toBeVisible()
    })
  })
}

/** Types a sample into the create form. */
async function fill(form: Locator, resource: Resource, sample: Record<string, unknown>) {
  for (const field of fieldsOf(resource, 'create')) {
    const value = sample[field.path]
    if (value === undefined) continue
    if (isChosen(field)) await control(form, field).selectOption(String(value))
    else await control(form, field).fill(Array.isArray(value) ? value.join(', ') : String(value))
  }
}

const isChosen = ({ kind }: Field) => kind === 'select' || kind === 'status'

const control = (form: Locator, field: Field) =>
  form.getByRole(isChosen(field) ? 'combobox' : 'textbox', { name: field.label, exact: true })
