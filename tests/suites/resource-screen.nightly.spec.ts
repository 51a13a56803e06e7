import type { APIRequestContext, Page, Response } from '@playwright/test'
import { hasFieldsOfItsOwn } from '#admin/crud/form/fields.ts'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import { API_BASE } from '#contract/api.ts'
import type { Action } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { getAt } from '#model/paths.ts'
import { isListedWhole, labelOf, type Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { openSelect } from '../support/filters.ts'
import { canMake, clean, remember } from '../support/records.ts'
import {
  control,
  fill,
  findable,
  isTyped,
  makeMarked,
  markedBody,
} from '../support/resource-forms.ts'
import { counted, dialog, drawn, expectToast, openList, resize, rowOf } from '../support/screen.ts'

const { step } = test
const phone = { width: 390, height: 844 }

test.afterEach(({ api }) => clean(api))

/** A table, and a list body of its own. */
const SHOWN = ['users', 'protocols']

/**
 * A screen made from a declaration says and does what the declaration says: one story, at one opening of the page.
 * That this holds for every resource is shown without a browser (src/admin/resource-screens.nightly.test.tsx).
 */
for (const resource of registry.filter(({ page }) => SHOWN.includes(page))) {
  const { page: path, messages, title, api } = resource
  const can = (action: Action) => resource.actions.includes(action)

  test(`${resource.name}: the screen of a declaration`, async ({ page, api: calls }) => {
    const lists = ({ pathname }: URL) => pathname === API_BASE + api.path
    const add = page.getByRole('button', { name: messages.add })

    await step('a list that fails shows its message', async () => {
      await page.route(lists, (route) => route.fulfill({ status: 500, body: '<h1>Oops</h1>' }))
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('alert')).toContainText(messages.loadFailed)
      await expect(page.getByText(messages.empty)).toHaveCount(0)
      await expect(page.getByText('Oops')).toHaveCount(0)
      await page.unroute(lists)
    })

    await step('Retry shows an empty list: title, button, columns and text', async () => {
      const json = { [api.listKey]: [], count: 0, pagination: { page: 1, limit: 10, total: 0 } }
      await page.route(lists, (route) => route.fulfill({ json }))
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText(messages.empty).first()).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      if (resource.subtitle) await expect(page.getByText(resource.subtitle)).toBeVisible()
      for (const { label } of resource.list ? [] : resource.columns)
        await expect(page.getByRole('columnheader', { name: label })).toBeVisible()
      await expect(add).toHaveCount(can('create') ? 2 : 0)
      await page.unroute(lists)
    })

    const mark = can('create')
      ? await createInScreen(page, calls, resource)
      : await openMade(page, calls, resource)

    await step('each row has the buttons that are declared', async () => {
      if (mark) await expect(page.getByText(/^1–\d+ of [\d,]+$/)).toBeVisible()
      for (const [action, name] of [
        ['edit', /^Edit /],
        ['delete', /^Delete /],
      ] as const) {
        const buttons = page.getByRole('button', { name })
        if (!can(action)) await expect(buttons).toHaveCount(0)
        else if (mark) await expect(buttons.first()).toBeVisible()
      }
    })

    if (mark && can('edit')) await editInScreen(page, resource, mark)
    if (mark && can('delete')) await deleteInScreen(page, resource, mark)
  })

  test(`${resource.name}: on a phone the list is sorted by all that is declared`, async ({
    page,
  }) => {
    await page.goto(`/admin/${path}`)
    await expect(page.getByText(/^1–\d+ of [\d,]+$/)).toBeVisible()
    await sortOnPhone(page, resource)
  })
}

/** Whether a list of the resource was answered. */
function isListOf({ api }: Resource, answer: Response): boolean {
  const { pathname } = new URL(answer.url())
  return answer.request().method() === 'GET' && pathname === API_BASE + api.path && answer.ok()
}

/** Has the writes to a resource fail without a word of the server; gives what ends that. */
async function failWrites(page: Page, { api }: Resource): Promise<() => Promise<void>> {
  const isWritten = ({ pathname }: URL) =>
    pathname === API_BASE + api.create || pathname.startsWith(`${API_BASE + api.path}/`)
  await page.route(isWritten, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
  )
  return () => page.unroute(isWritten)
}

/** Makes a record that the list then shows; gives the text by which its row is known. */
async function createInScreen(page: Page, calls: APIRequestContext, resource: Resource) {
  const { messages, api } = resource
  const { body, mark } = await markedBody(calls, resource)
  const form = dialog(page, messages.createTitle)
  const submit = form.getByRole('button', { name: messages.submitCreate })

  await step('the form requires and marks the schema’s required fields', async () => {
    await page.getByRole('button', { name: messages.add }).last().click()
    await expect(form).toBeVisible()
    const required = fieldsOf(resource, 'create').filter(
      (field) => !hasFieldsOfItsOwn(field) && describe(resource.create, field.path)?.required,
    )
    if (required.length === 0) return
    for (const field of fieldsOf(resource, 'create'))
      if (isTyped(field)) await control(form, field).fill('')
    await submit.click()
    for (const field of required) {
      const label = labelOf(resource, field.path) ?? humanise(field.path)
      await expect(form.getByText(`${label} is required.`, { exact: true })).toBeVisible()
      await expect(control(form, field)).toHaveAttribute('aria-required', 'true')
    }
  })

  await step('a creation shows its error message, then its success message', async () => {
    await fill(form, resource, body, calls)
    const mend = await failWrites(page, resource)
    await submit.click()
    await expectToast(page, 'Error', messages.createFailed)
    await expect(form).toBeVisible()
    await mend()
    const posted = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' &&
        new URL(answer.url()).pathname === API_BASE + api.create,
    )
    await submit.click()
    await expectToast(page, 'Success', messages.created)
    await expect(form).toBeHidden()
    const made = await (await posted).json()
    remember(resource, String(made._id))
    for (const { kind, path: list } of fieldsOf(resource, 'create'))
      if (kind === 'list') expect(getAt(made, list)).toMatchObject(getAt(body, list) as unknown[])
    if (!isListedWhole(resource) && findable(resource, mark)) {
      await page.getByRole('searchbox').fill(mark)
      await page.keyboard.press('Enter')
    }
    await expect(rowOf(page, mark)).toHaveCount(1)
  })
  return mark
}

/** Opens the list at a record that came another way, where there is one. */
async function openMade(page: Page, calls: APIRequestContext, resource: Resource) {
  if (!canMake(resource)) return undefined
  const { mark } = await makeMarked(calls, resource)
  await openList(page, resource.page, findable(resource, mark))
  await expect(rowOf(page, mark)).toHaveCount(1)
  return mark
}

async function sortOnPhone(page: Page, { api, sorts }: Resource) {
  const asked = counted(page, 'GET', api.path)
  const orders = () =>
    asked
      .map((one) => new URL(one.url()))
      .filter(({ pathname }) => pathname === API_BASE + api.path)
      .map(({ searchParams }) => searchParams.get('sort'))
  await resize(page, phone)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const choice = page.getByRole('combobox', { name: 'Sort', exact: true })
  for (const [at, field] of sorts.entries()) {
    await openSelect(choice)
    await expect(page.getByRole('option')).toHaveCount(sorts.length + 1)
    await page
      .getByRole('option')
      .nth(at + 1)
      .click()
    await expect.poll(orders).toContain(field)
  }
  await page.getByRole('button', { name: 'Order: ascending' }).click()
  await expect.poll(() => orders().at(-1)).toBe(`-${sorts.at(-1)}`)
  expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(42)
  await page.getByRole('button', { name: /^Show/ }).last().click()
  await expect(choice).toHaveCount(0)
}

async function editInScreen(page: Page, resource: Resource, mark: string) {
  const { messages } = resource
  await step('an edit shows its error message, then its success message', async () => {
    await rowOf(page, mark).getByRole('button', { name: /^Edit/ }).click()
    const form = dialog(page, messages.editTitle)
    const mend = await failWrites(page, resource)
    await form.getByRole('button', { name: messages.submitUpdate }).click()
    await expectToast(page, 'Error', messages.updateFailed)
    await mend()
    const answers: Response[] = []
    page.on('response', (one) => answers.push(one))
    await form.getByRole('button', { name: messages.submitUpdate }).click()
    await expectToast(page, 'Success', messages.updated)
    // The row has its new version with the list's next answer: what is done to it then is done to that.
    const isReadAgain = () => {
      const saved = answers.findIndex((one) => one.request().method() === 'PUT' && one.ok())
      return saved >= 0 && answers.slice(saved).some((one) => isListOf(resource, one))
    }
    await expect.poll(isReadAgain).toBe(true)
    await expect(form).toBeHidden()
    await drawn(page)
  })
}

async function deleteInScreen(page: Page, resource: Resource, mark: string) {
  const { messages } = resource
  await step('a deletion asks, shows its error message, then its success message', async () => {
    await rowOf(page, mark)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(messages.deleteQuestion)
    const mend = await failWrites(page, resource)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Error', messages.deleteFailed)
    await mend()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', messages.deleted)
    await expect(rowOf(page, mark)).toHaveCount(0)
  })
}
