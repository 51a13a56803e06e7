import type { Response } from '@playwright/test'
import { fieldsOf } from '#admin/wire/draft.ts'
import { API_BASE } from '#contract/api.ts'
import type { Action } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { labelOf } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { canMake, clean, make, remember, storable } from '../support/records.ts'
import { control, fill, findable, isTyped, makeMarked } from '../support/resource-forms.ts'
import { dialog, expectToast, openList, rowOf } from '../support/screen.ts'

test.afterEach(({ api }) => clean(api))

/**
 * Every screen made from a declaration says and does what the declaration says, and offers no action
 * that it leaves out. Tests make the records they need: nobody promises that a demo has some. A resource with a
 * page of its own has no such screen, and its page tests of its own.
 */
for (const resource of registry.filter(({ hasOwnPage }) => !hasOwnPage)) {
  const { page: path, messages, title, api } = resource
  const lists = ({ pathname }: URL) => pathname === API_BASE + api.path
  const creates = ({ pathname }: URL) => pathname === API_BASE + api.create
  const items = ({ pathname }: URL) => pathname.startsWith(`${API_BASE + api.path}/`)
  const can = (action: Action) => resource.actions.includes(action)
  const emptyList = { [api.listKey]: [], count: 0, pagination: { page: 1, limit: 10, total: 0 } }

  test.describe(`${resource.name}: the screen of a declaration`, () => {
    test('has its title, button and columns; its words when it is empty, and when loading fails', async ({
      page,
      api: calls,
    }) => {
      await page.route(lists, (route) => route.fulfill({ json: emptyList }))
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      if (resource.subtitle) await expect(page.getByText(resource.subtitle)).toBeVisible()
      for (const { label } of resource.list ? [] : resource.columns)
        await expect(page.getByRole('columnheader', { name: label })).toBeVisible()
      await expect(page.getByText(messages.empty).first()).toBeVisible()
      const next = page.getByRole('button', { name: messages.add })
      await expect(next).toHaveCount(can('create') ? 2 : 0)
      if (can('create')) {
        await next.last().click()
        await expect(dialog(page, messages.createTitle)).toBeVisible()
      }
      if (canMake(resource)) await make(calls, resource)
      await page.unroute(lists)
      await page.route(lists, (route) => route.fulfill({ status: 500, body: '<h1>Oops</h1>' }))
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('alert')).toContainText(messages.loadFailed)
      await expect(page.getByText(messages.empty)).toHaveCount(0)
      await expect(page.getByText('Oops')).toHaveCount(0)
      await page.unroute(lists)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      if (canMake(resource)) await expect(page.getByText(/^1–\d+ of [\d,]+$/)).toBeVisible()
      for (const [action, name] of [
        ['edit', /^Edit /],
        ['delete', /^Delete /],
      ] as const) {
        const buttons = page.getByRole('button', { name })
        if (!can(action)) await expect(buttons).toHaveCount(0)
        else if (canMake(resource)) await expect(buttons.first()).toBeVisible()
      }
    })

    test('asks for what its schema requires, and marks it', async ({ page }) => {
      const required = fieldsOf(resource, 'create').filter(
        ({ path: at, kind }) => kind !== 'part' && describe(resource.create, at)?.required,
      )
      test.skip(!can('create') || required.length === 0, 'its form asks for nothing')
      await page.goto(`/admin/${path}`)
      await page.getByRole('button', { name: messages.add }).click()
      const form = dialog(page, messages.createTitle)
      for (const field of fieldsOf(resource, 'create'))
        if (isTyped(field)) await control(form, field).fill('')
      await form.getByRole('button', { name: messages.submitCreate }).click()
      for (const field of required) {
        const label = labelOf(resource, field.path) ?? humanise(field.path)
        await expect(form.getByText(`${label} is required.`, { exact: true })).toBeVisible()
        await expect(control(form, field)).toHaveAttribute('aria-required', 'true')
      }
    })

    test('creates, edits and deletes with its own words', async ({ page, api: calls }) => {
      test.skip(!canMake(resource), 'nothing can be made here')
      if (can('create')) {
        await page.goto(`/admin/${path}`)
        await page.getByRole('button', { name: messages.add }).first().click()
        const form = dialog(page, messages.createTitle)
        await fill(form, resource, await storable(calls, resource), calls)
        const posted = page.waitForResponse((answer) => creates(new URL(answer.url())))
        await form.getByRole('button', { name: messages.submitCreate }).click()
        await expectToast(page, 'Success', messages.created)
        await expect(form).toBeHidden()
        remember(resource, await idIn(await posted))
      }

      const { mark } = await makeMarked(calls, resource)
      await openList(page, path, findable(resource, mark))
      if (can('edit')) {
        await rowOf(page, mark).getByRole('button', { name: /^Edit/ }).click()
        const edit = dialog(page, messages.editTitle)
        await edit.getByRole('button', { name: messages.submitUpdate }).click()
        await expectToast(page, 'Success', messages.updated)
      }
      if (!can('delete')) return
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
      test.skip(!canMake(resource), 'nothing can be made here')
      const { mark } = await makeMarked(calls, resource)
      await openList(page, path, findable(resource, mark))
      await expect(rowOf(page, mark)).toHaveCount(1)
      for (const writes of [items, creates])
        await page.route(writes, (route) =>
          route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
        )
      if (can('delete')) {
        await rowOf(page, mark)
          .getByRole('button', { name: /^Delete/ })
          .click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await expectToast(page, 'Error', messages.deleteFailed)
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      }
      if (can('edit')) {
        await rowOf(page, mark).getByRole('button', { name: /^Edit/ }).click()
        const edit = dialog(page, messages.editTitle)
        await edit.getByRole('button', { name: messages.submitUpdate }).click()
        await expectToast(page, 'Error', messages.updateFailed)
        await edit.getByRole('button', { name: 'Cancel' }).click()
        await expect(edit).toBeHidden()
      }
      if (!can('create')) return
      await page.getByRole('button', { name: messages.add }).first().click()
      const form = dialog(page, messages.createTitle)
      await fill(form, resource, await storable(calls, resource), calls)
      await form.getByRole('button', { name: messages.submitCreate }).click()
      await expectToast(page, 'Error', messages.createFailed)
      await expect(form).toBeVisible()
    })
  })
}

async function idIn(answer: Response): Promise<string> {
  return String(((await answer.json()) as { _id: unknown })._id)
}
