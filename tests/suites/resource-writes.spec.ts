import type { Locator, Route } from '@playwright/test'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import { API_BASE } from '#contract/api.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, serverAnswer, test, toasts } from '../support/browser.ts'
import { clean, remember, type Stored } from '../support/records.ts'
import {
  control,
  fill,
  findable,
  isChosen,
  makeMarked,
  markedBody,
  wordsOf,
} from '../support/resource-forms.ts'
import { chosenIn, counted, dialog, openList, pick, rowOf } from '../support/screen.ts'
import { changeOf } from '../support/values.ts'

test.afterEach(({ api }) => clean(api))

const UNKNOWN = 'The server did not respond. Your changes may or may not be saved.'

/**
 * Writes whose answer is lost, and records that somebody else deleted meanwhile, at one screen made from a
 * declaration: what happened is told as what it is, nothing typed is lost, and nothing is written twice. Beside
 * the form's hook and the delete question the same is shown of every resource, without a browser.
 */
for (const resource of registry.filter(({ name }) => name === 'users')) {
  const { page: path, messages, api } = resource
  const noun = resource.label.one.toLowerCase()
  const creates = ({ pathname }: URL) => pathname === API_BASE + api.create
  const itemPath = (id: unknown) => `${api.path.slice(1)}/${id}`

  test.describe(`${resource.name}: writes without an answer, and records without a place`, () => {
    for (const isStored of [false, true]) {
      const when = isStored ? 'after the server had it' : 'before it reached the server'
      const cut = async (route: Route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        if (isStored) remember(resource, (await (await serverAnswer(route)).json())._id)
        await route.abort()
      }

      test(`a create cut off ${when} is reported as unknown, and can be looked up`, {
        tag: '@nightly',
      }, async ({ page, api: calls }) => {
        const { body, mark } = await markedBody(calls, resource)
        await page.goto(`/admin/${path}`)
        const posts = counted(page, 'POST', api.create)
        await page.getByRole('button', { name: messages.add }).first().click()
        const form = dialog(page, messages.createTitle)
        await fill(form, resource, body, calls)
        await page.route(creates, cut)
        await form.getByRole('button', { name: messages.submitCreate }).click()
        const notice = form.getByRole('alert').filter({ hasText: UNKNOWN })
        await expect(notice).toBeFocused()
        await expect(toasts(page)).not.toContainText('Error')
        await expect(form.getByText(mark).or(valued(form, mark)).first()).toBeVisible()
        // The console itself has asked once more, under the same key.
        expect(posts).toHaveLength(2)
        await page.unroute(creates)

        const opened = page.waitForEvent('popup')
        await notice.getByRole('link', { name: 'Open the list (new tab)' }).click()
        const list = await opened
        await expect(list.getByRole('heading', { level: 1, name: resource.title })).toBeVisible()
        await expect(list.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(rowOf(list, mark)).toHaveCount(isStored ? 1 : 0)
        // Who presses again all the same has it once.
        const posted = page.waitForResponse((answer) => creates(new URL(answer.url())))
        await form.getByRole('button', { name: messages.submitCreate }).click()
        remember(resource, (await (await posted).json())._id)
        await expect(form).toBeHidden()
        await openList(page, path, findable(resource, mark))
        await expect(rowOf(page, mark)).toHaveCount(1)
      })
    }

    test('a create whose answer is lost once is retried automatically, and made once', {
      tag: '@nightly',
    }, async ({ page, api: calls }) => {
      const { body, mark } = await markedBody(calls, resource)
      await page.goto(`/admin/${path}`)
      await page.getByRole('button', { name: messages.add }).first().click()
      const form = dialog(page, messages.createTitle)
      await fill(form, resource, body, calls)
      const keys: (string | undefined)[] = []
      const made = new Set<string>()
      await page.route(creates, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        keys.push(route.request().headers()['idempotency-key'])
        const answer = await serverAnswer(route)
        made.add((await answer.json())._id)
        return keys.length === 1 ? route.abort() : route.fulfill({ response: answer })
      })
      await form.getByRole('button', { name: messages.submitCreate }).click()
      await expect(form).toBeHidden()
      for (const id of made) remember(resource, id)
      expect(keys).toEqual([keys[0], keys[0]])
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(made.size).toBe(1)
      await openList(page, path, findable(resource, mark))
      await expect(rowOf(page, mark)).toHaveCount(1)
    })

    test('a record deleted while it is edited keeps its form, and can be created again', {
      tag: '@nightly',
    }, async ({ page, api: calls }) => {
      test.slow()
      const { stored, mark } = await makeMarked(calls, resource)
      await openList(page, path, findable(resource, mark))
      await rowOf(page, mark).getByRole('button', { name: /^Edit/ }).click()
      const form = dialog(page, messages.editTitle)
      const { key, value, input } = await change(form, resource, stored)
      const before = await (await calls.get(itemPath(stored._id))).json()
      expect((await calls.delete(itemPath(stored._id))).ok()).toBe(true)
      await form.getByRole('button', { name: messages.submitUpdate }).click()
      const notice = form
        .getByRole('alert')
        .filter({ hasText: `This ${noun} was deleted after you opened it.` })
      await expect(notice).toBeFocused()
      await expect(input).toHaveValue(String(value))
      await expect(form.getByRole('button', { name: messages.submitUpdate })).toBeDisabled()
      const posted = page.waitForResponse((answer) => creates(new URL(answer.url())))
      await notice.getByRole('button', { name: 'Create again' }).click()
      const secret = fieldsOf(resource, 'create').find(({ kind }) => kind === 'password')
      if (secret) {
        const created = dialog(page, messages.createTitle)
        await expect(control(created, secret)).toBeFocused()
        await control(created, secret).fill(String(resource.sample[secret.path]))
        await created.getByRole('button', { name: messages.submitCreate }).click()
      }
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const made = await (await posted).json()
      remember(resource, made._id)
      expect(made._id).not.toBe(stored._id)
      const kept = Object.keys(resource.create.shape).filter((at) => at in before && at !== key)
      for (const at of kept) expect(made[at], at).toEqual(before[at])
      expect(made[key]).toBe(value)
    })
  })
}

/** Changes a plain field of the edit form. Gives its key, its new value and its control. */
async function change(form: Locator, resource: Resource, stored: Stored) {
  const change = changeOf(resource)
  const field = fieldsOf(resource, 'edit').find(({ path }) => path === change?.key)
  if (!change || !field) throw new Error(`${resource.file}: no field of its form can be changed`)
  const input = control(form, field)
  // The record is there.
  const before = wordsOf(resource, field, getAt(stored, field.path))
  if (isChosen(field)) await expect(chosenIn(input)).toHaveText(before)
  else await expect(input).toHaveValue(before)
  const value = change.next()
  if (isChosen(field)) await pick(input, wordsOf(resource, field, value))
  else await input.fill(String(value))
  return { key: change.key, value, input }
}

const valued = (form: Locator, text: string) =>
  form.locator('input, textarea').and(form.page().locator(`[value="${text}"]`))
