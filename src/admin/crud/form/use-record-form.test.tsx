// @vitest-environment jsdom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor as waitForIt,
} from '@testing-library/react'
import { Form, Input } from 'antd'
import { afterEach, describe, expect, test } from 'vitest'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { type Draft, fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { withVersions } from '#admin/providers/versioned-provider.ts'
import type { Field, Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { changeOf } from '../../../../tests/support/values.ts'
import { NO_ANSWER } from '../notices.ts'
import { type RecordForm, useRecordForm } from './use-record-form.ts'

/** A hook changes no element whose change would end a wait before its interval. */
const waitFor = (look: () => void) => waitForIt(look, { interval: 5 })

const users = registry.find(({ name }) => name === 'users') as Resource

afterEach(cleanup)

const storedRow = (resource: Resource, more: object = {}): Row => {
  const parsed = parseBody(resource, 'create', resource.sample)
  if (!parsed.ok) throw new Error(`${resource.file}: the sample cannot be stored`)
  const { password: _, ...stored } = parsed.value
  return { ...stored, _id: '1', id: '1', version: 1, ...more }
}

function stateOf({ isOpen, isReady, isSaving, failure }: RecordForm): string {
  if (!isOpen) return 'closed'
  if (!isReady || isSaving) return 'busy'
  return failure?.failure ?? 'editing'
}

/** A form on its own, without its dialog: what it holds, does and says. */
async function open(resource: Resource, id: string | undefined, ...rows: Row[]) {
  const backend = memoryBackend(...rows)
  const provider = withVersions(backend.provider, () => resource)
  const { wrapper, told } = refineAround(provider)
  const made: string[] = []
  const opened = toDraft(resource, 'create')
  let shown: RecordForm | undefined
  function Open() {
    shown = useRecordForm(resource, id, opened, (one) => made.push(one))
    return (
      <Form
        form={shown.form}
        onValuesChange={shown.note}
        {...(shown.mode === 'create' && { initialValues: opened })}
      />
    )
  }
  const { unmount } = render(<Open />, { wrapper })
  const form = () => {
    if (!shown) throw new Error('The form was not drawn')
    return shown
  }
  const put = (draft: Draft) => {
    for (const { path } of fieldsOf(resource, form().mode))
      form().form.setFieldValue(path.split('.'), getAt(draft, path))
  }
  await waitFor(() => expect(form().isReady).toBe(true))
  return {
    ...backend,
    put,
    unmount,
    told,
    made,
    form,
    type: (path: string, value: unknown) => put(setAt(form().typed(), path, value)),
    /** Does something, and waits until the form is as this says. */
    async until(work: () => void, state: string) {
      await act(async () => work())
      await waitFor(() => expect(stateOf(form())).toBe(state))
    },
  }
}

/** The edit form of a user with a first name typed into it. */
async function openUser(more: object = {}) {
  const ada = storedRow(users, { firstName: 'Ada', isActive: true, ...more })
  const opened = await open(users, '1', ada)
  opened.type('firstName', 'Mine')
  return { ...opened, ada }
}

for (const resource of registry.filter((one) => !one.hasOwnPage && one.actions.includes('edit'))) {
  const change = changeOf(resource)
  if (!change) throw new Error(`${resource.file}: no field of its form can be changed`)
  const value = change.next()
  const typed = typeof value === 'boolean' ? String(value) : value

  test(`${resource.name}: an edit shows its error message, then its success message`, async () => {
    const { form, type, until, next, told } = await open(resource, '1', storedRow(resource))
    type(change.key, typed)
    next(new HttpError(500))
    await until(form().submit, 'editing')
    expect(told).toEqual([`Error: ${resource.messages.updateFailed}`])
    await until(form().submit, 'closed')
    expect(told.at(-1)).toBe(`Success: ${resource.messages.updated}`)
  })

  test(`${resource.name}: a record deleted meanwhile keeps its form, and is created again with all its values`, async () => {
    const before = storedRow(resource)
    const { form, type, until, stored, sent, made } = await open(resource, '1', before)
    type(change.key, typed)
    stored.clear()
    await until(form().submit, 'deleted')
    expect(getAt(form().typed(), change.key)).toBe(typed)
    if (!resource.actions.includes('create')) return
    const secret = resource.fields.find(({ kind }) => kind === 'password')
    await until(form().recreate, secret ? 'editing' : 'closed')
    if (secret) {
      // What a new record needs besides is asked for at its field.
      await waitFor(() => expect(form().errors.placed.at[secret.path]).toMatch(/required/))
      type(secret.path, resource.sample[secret.path])
      await until(form().submit, 'closed')
    }
    const create = sent.find(({ method }) => method === 'create')
    const kept = Object.keys(resource.create.shape).filter(
      (at) => at in before && before[at] !== 'unspecified',
    )
    for (const at of kept)
      expect(create?.values?.[at], at).toEqual(at === change.key ? value : before[at])
    expect(made).toEqual(['new-1'])
  })
}

for (const resource of registry.filter((one) => !one.hasOwnPage && one.actions.includes('create')))
  test(`${resource.name}: a new record shows its error message, then succeeds`, async () => {
    const { form, until, next, told, stored, put } = await open(resource, undefined)
    put(toDraft(resource, 'create', storedRow(resource, resource.sample)))
    next(new HttpError(500))
    await until(form().submit, 'editing')
    expect(told).toEqual([`Error: ${resource.messages.createFailed}`])
    await until(form().submit, 'closed')
    expect(told.at(-1)).toBe(`Success: ${resource.messages.created}`)
    expect(stored.size).toBe(1)
  })

test.each(['lost before', 'lost after'] as const)(
  'a new record, %s: the result is unknown, it is sent once, and can be looked up',
  async (fate) => {
    const { form, until, next, sent, told, stored, put } = await open(users, undefined)
    const draft = toDraft(users, 'create', storedRow(users, users.sample))
    put(draft)
    next(fate)
    await until(form().submit, 'unknownOutcome')
    expect([told, sent.length]).toEqual([[], 1])
    expect(form().typed()).toMatchObject(draft)
    expect(lookUpAddress(users, form().typed())).toContain('/admin/users?search=')
    if (fate === 'lost after') return
    await until(form().submit, 'closed')
    expect(told).toEqual([`Success: ${users.messages.created}`])
    expect(stored.size).toBe(1)
  },
)

test('a failed edit is reported, keeps the typed values, and can be sent again', async () => {
  const { form, until, next, sent, told, stored } = await openUser()
  next('lost before')
  await until(form().submit, 'editing')
  expect(told).toEqual(['Error: The server did not respond. The user was not saved.'])
  expect(form().typed()).toMatchObject({ firstName: 'Mine' })
  await until(form().submit, 'closed')
  expect(sent).toHaveLength(2)
  expect(stored.get('1')).toMatchObject({ firstName: 'Mine', version: 2 })
})

describe('two admins at one record', () => {
  test('changes to different fields are merged without a question', async () => {
    const { form, until, stored, sent, ada } = await openUser()
    stored.set('1', { ...ada, isActive: false, version: 2 })
    await until(form().submit, 'closed')
    expect(sent.map(({ version }) => version)).toEqual([1, 2])
    expect(stored.get('1')).toMatchObject({ firstName: 'Mine', isActive: false, version: 3 })
  })

  test('conflicting changes need a decision: the stored value is loaded, other changes remain', async () => {
    const { form, type, until, stored, sent, told, ada } = await openUser()
    type('lastName', 'Mine too')
    stored.set('1', { ...ada, firstName: 'Theirs', isActive: false, version: 2 })
    await until(form().submit, 'conflict')
    expect([sent.length, told]).toEqual([1, []])
    expect(form().typed()).toMatchObject({ firstName: 'Mine', isActive: 'false' })
    await until(form().loadLatest, 'editing')
    expect(form().typed()).toMatchObject({ firstName: 'Theirs', lastName: 'Mine too' })
    expect(form().isDirty()).toBe(true)
    await until(form().submit, 'closed')
    expect(stored.get('1')).toMatchObject({ firstName: 'Theirs', lastName: 'Mine too', version: 3 })
  })

  test('the user’s version overwrites the stored one on request', async () => {
    const { form, until, stored, ada } = await openUser()
    stored.set('1', { ...ada, firstName: 'Theirs', version: 2 })
    await until(form().submit, 'conflict')
    await until(form().saveMine, 'closed')
    expect(stored.get('1')).toMatchObject({ firstName: 'Mine', version: 3 })
  })
})

test('an edit that was saved without an answer is not saved again when it is resent', async () => {
  const { form, until, next, stored, told, provider } = await openUser()
  const read = provider.getOne
  provider.getOne = () => Promise.reject(new HttpError(0))
  next('lost after')
  await until(form().submit, 'unknownOutcome')
  expect(told).toEqual([])
  provider.getOne = read
  stored.set('1', { ...(stored.get('1') as Row), segment: 'student', version: 3 })
  await until(form().submit, 'closed')
  expect(told).toEqual(['Success: User updated successfully.'])
  expect(stored.get('1')).toMatchObject({ firstName: 'Mine', segment: 'student', version: 3 })
})

test('two clicks at once send once', async () => {
  const { form, until, sent, told } = await openUser()
  await until(() => {
    form().submit()
    form().submit()
  }, 'closed')
  expect([sent.length, told.length]).toEqual([1, 1])
})

test('a form closed while saving still reports the result', async () => {
  const { form, unmount, next, told, provider } = await openUser()
  let answer: () => void = () => undefined
  const silent = new Promise<never>((_, reject) => {
    answer = () => reject(new HttpError(0))
  })
  provider.getOne = () => silent
  next('lost before')
  await act(async () => form().submit())
  unmount()
  expect(told).toEqual([])
  answer()
  await waitFor(() => expect(told).toEqual([`Error: ${NO_ANSWER}`]))
})

test('a question precedes any request', async () => {
  const { form, type, until, sent } = await openUser({ role: 'user' })
  type('role', 'admin')
  await act(async () => form().submit())
  expect(form().question?.question.yes).toBe('Make admin')
  await act(async () => form().question?.onAnswered(false))
  expect([form().question, sent]).toEqual([undefined, []])
  await act(async () => form().submit())
  await until(() => form().question?.onAnswered(true), 'closed')
  expect(sent).toHaveLength(1)
})

test('a key that another version of an object lacks is gone from the form', async () => {
  const extra: Field = { kind: 'part', part: 'extra', path: 'extra', label: 'Extra' }
  const resource = { ...users, fields: [...users.fields, extra] }
  const { form, type } = await open(resource, '1', storedRow(users, { extra: { a: 1, b: 2 } }))
  type('extra', { a: 1 })
  expect(form().typed().extra).toEqual({ a: 1 })
})

test('after a refused save a change clears the error of its own field only', async () => {
  const backend = memoryBackend(storedRow(users, { firstName: 'Ada', lastName: 'Bell' }))
  const { wrapper } = refineAround(withVersions(backend.provider, () => users))
  let shown: RecordForm | undefined
  function Open() {
    shown = useRecordForm(users, '1', {}, () => undefined)
    return (
      <Form form={shown.form} onFieldsChange={shown.errors.recheck}>
        <Form.Item name="firstName" label="First">
          <Input />
        </Form.Item>
        <Form.Item name="lastName" label="Last">
          <Input />
        </Form.Item>
      </Form>
    )
  }
  render(<Open />, { wrapper })
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const wrong = () =>
    shown?.form.getFieldsError().flatMap(({ name, errors }) => errors.map((one) => [name[0], one]))
  await waitFor(() => expect(shown?.isReady).toBe(true))
  type('First', 'Bea')
  backend.next(new HttpError(400, { fields: { firstName: 'is odd', lastName: 'is taken' } }))
  await act(async () => shown?.submit())
  await waitFor(() => expect(wrong()).toHaveLength(2))
  type('First', 'Cyd')
  await waitFor(() => expect(wrong()).toEqual([['lastName', 'is taken']]))
  type('First', ' ')
  await waitFor(() => expect(wrong()?.[0]?.[1]).toMatch(/required/))
})
