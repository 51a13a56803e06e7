import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, dialog, expectToast, openList, rowOf } from '../support/screen.ts'

/** What the catalogue's screens say while a write is on its way, and when it fails. */

const named = (page: string) => registry.find((one) => one.page === page) as Resource

test.afterEach(({ api }) => clean(api))

interface Answer {
  status: number
  json?: object
  body?: string
}

const SILENT: Answer = { status: 500, body: '' }
const FULL = 'The shelf is full.'
const says = (message: string, more = {}): Answer => ({
  status: 409,
  json: { error: { message, ...more } },
})

/** Answers the writes of a resource one after the other with what is given, and no longer reaches the server. */
async function answerWrites(page: Page, resource: Resource, answers: Answer[]) {
  await page.route(
    ({ pathname }) => pathname.startsWith(API_BASE + resource.api.path),
    (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      return route.fulfill(answers.shift() ?? { status: 418 })
    },
  )
}

async function discard(page: Page, form: Locator) {
  await form.getByRole('button', { name: 'Cancel' }).click()
  const question = dialog(page, 'Discard changes?')
  // It has the focus once the dialog stands still: a click before that may miss.
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
}

/** The texts of one screen, as the specification has them. */
interface Screen {
  page: string
  add: string
  /** Of the form that creates, and of the one that edits. */
  heading: readonly [string, string]
  submit: readonly [string, string]
  /** The field that names a record, and what else must be filled. */
  label: string
  more?: Record<string, string>
  /** What the form itself says of empty fields, before anything is sent. */
  invalid?: string
  /** Of a create, an update and a delete that the server refuses without a word. */
  failed: readonly [string, string, string]
}

const screens = {
  missions: {
    page: 'missions',
    add: 'Add Mission',
    heading: ['Add New Mission', 'Edit Mission'],
    submit: ['Create', 'Update'],
    label: 'Title',
    more: { Type: 'Research' },
    failed: [
      'Submission failed. Please check all fields.',
      'Submission failed. Please check all fields.',
      'Failed to delete mission',
    ],
  },
  protocols: {
    page: 'protocols',
    add: 'Add Protocol',
    heading: ['Add New Protocol', 'Edit Protocol'],
    submit: ['Create', 'Update'],
    label: 'Protocol Title',
    failed: ['Submission failed.', 'Submission failed.', 'Failed to delete protocol'],
  },
  mentors: {
    page: 'mentors',
    add: 'Add Mentor',
    heading: ['Add New Mentor', 'Edit Mentor'],
    submit: ['Add Mentor', 'Update Mentor'],
    label: 'Name',
    more: { Specialization: 'First jobs', 'Gemini AI Mentor ID': 'gemini-1', Bio: 'I wait.' },
    invalid: 'All fields marked with * are required.',
    failed: ['Failed to save mentor.', 'Failed to save mentor.', 'Failed to delete mentor.'],
  },
  'career-fields': {
    page: 'career-fields',
    add: 'Add Field',
    heading: ['Add New Career Field', 'Edit Career Field'],
    submit: ['Save Field', 'Save Field'],
    label: 'Field Name',
    failed: ['Failed to add field.', 'Failed to update field.', 'Failed to delete.'],
  },
} satisfies Record<string, Screen>

/** Provokes a failure of each write of a screen twice, without a word and with words of the server. */
async function failEachWrite(page: Page, api: APIRequestContext, screen: Screen) {
  const resource = named(screen.page)
  const mark = unique()
  // The list of career fields has no search, and ten of it stand on a page by name.
  const name = `Aa ${mark}`
  const [nameKey = 'name'] = resource.search
  await make(api, resource, { [nameKey]: name })
  await openList(page, screen.page, screen.page === 'career-fields' ? undefined : mark)
  await expect(rowOf(page, name)).toHaveCount(1)
  const writes = ['POST', 'PUT'].map((method) => counted(page, method, resource.api.path))
  const [createFailed, updateFailed, deleteFailed] = screen.failed

  await page.getByRole('button', { name: screen.add, exact: true }).click()
  const form = dialog(page, screen.heading[0])
  const create = form.getByRole('button', { name: screen.submit[0] })
  if (screen.invalid) {
    await create.click()
    await expectToast(page, 'Validation Error', screen.invalid)
    await expect(form.getByText('Name is required.')).toBeVisible()
    expect(writes.flat()).toEqual([])
    const field = form.getByRole('combobox', { name: 'Career Field' })
    await field.click()
    await form.getByRole('listbox').getByRole('option').first().click()
  }
  const typed = Object.entries({ [screen.label]: `Ab ${mark}`, ...screen.more })
  for (const [label, value] of typed) await control(form, label).fill(value)
  await answerWrites(page, resource, [SILENT, says(FULL)])
  await create.click()
  await expectToast(page, 'Error', createFailed)
  await create.click()
  await expectToast(page, 'Error', FULL)
  for (const [label, value] of typed) await expect(control(form, label)).toHaveValue(value)
  await discard(page, form)

  await page.unrouteAll()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = dialog(page, screen.heading[1])
  const input = control(edit, screen.label)
  await expect(input).toHaveValue(name)
  await input.fill(`Ac ${mark}`)
  const update = edit.getByRole('button', { name: screen.submit[1] })
  const fields = { [nameKey]: 'is not liked here.' }
  await answerWrites(page, resource, [
    SILENT,
    says(FULL),
    { ...says(FULL, { fields }), status: 400 },
  ])
  await update.click()
  await expectToast(page, 'Error', updateFailed)
  await update.click()
  await expectToast(page, 'Error', FULL)
  await expect(update).toBeFocused()
  await expect(input).not.toHaveAttribute('aria-invalid')
  // MEN-03: what the server finds wrong with a field stands at the field.
  await update.click()
  await expect(input).toBeFocused()
  await expect(input).toHaveAccessibleDescription('is not liked here.')
  await expect(input).toHaveValue(`Ac ${mark}`)
  await discard(page, edit)

  await page.unrouteAll()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = dialog(page, `Delete ${name}?`)
  await answerWrites(page, resource, [SILENT, says(FULL)])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', deleteFailed)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', FULL)
  await question.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, name)).toHaveCount(1)
  await page.unrouteAll()
}

test('MIS-05 a failed write of a mission is told in the words of the screen, or of the server', ({
  page,
  api,
}) => failEachWrite(page, api, screens.missions))

test('PRO-03 a failed write of a protocol is told in the words of the screen, or of the server', ({
  page,
  api,
}) => failEachWrite(page, api, screens.protocols))

test('MEN-03 MEN-04 an empty mentor is not sent; a failed write is told, a wrong field at the field', ({
  page,
  api,
}) => failEachWrite(page, api, screens.mentors))

test('CF-01 CF-03 a failed write of a career field is told in the words of the screen, or of the server', ({
  page,
  api,
}) => failEachWrite(page, api, screens['career-fields']))

test('MEN-02 PRO-02 Cancel and the submit button are disabled while saving; the keyboard keeps its place', async ({
  page,
  api,
}) => {
  const mark = unique()
  for (const [path, title, button, said] of [
    ['mentors', 'Edit Mentor', 'Update Mentor', 'Mentor updated successfully'],
    ['protocols', 'Edit Protocol', 'Update', 'Protocol updated successfully.'],
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
        return answer === 'fail' ? route.fulfill(SILENT) : route.continue()
      },
    )
    const submit = form.getByRole('button', { name: button })
    const cancel = form.getByRole('button', { name: 'Cancel' })
    await submit.press('Enter')
    await expect(submit).toBeDisabled()
    await expect(submit.getByRole('img', { name: 'loading' })).toBeVisible()
    await expect(cancel).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Close' })).toBeEnabled()
    expect(await form.evaluate((box) => box.contains(document.activeElement))).toBe(true)
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
    await expectToast(page, 'Success', said)
    await expect(form).toBeHidden()
    await page.unrouteAll()
  }
})

/** The control of a label that is no beginning of another's. */
function control(form: Locator, label: string): Locator {
  return form
    .getByRole('textbox', { name: label, exact: true })
    .or(form.getByRole('combobox', { name: label, exact: true }))
}
