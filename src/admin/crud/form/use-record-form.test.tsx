// @vitest-environment jsdom
import { act, cleanup, render, waitFor as waitForIt } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, describe, expect, test } from 'vitest'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { changeOf } from '../../../../tests/support/values.ts'
import { useRecordForm } from './use-record-form.ts'

/** A hook changes no element whose change would end a wait before its interval. */
const waitFor = (look: () => void) => waitForIt(look, { interval: 5 })

const UNKNOWN = 'The server gave no answer. It is not known whether this was saved.'
const users = registry.find(({ name }) => name === 'users') as Resource

afterEach(cleanup)

const storedRow = (resource: Resource, more: object = {}): Row => {
  const parsed = parseBody(resource, 'create', resource.sample)
  if (!parsed.ok) throw new Error(`${resource.file}: the sample cannot be stored`)
  const { password: _, ...stored } = parsed.value
  return { ...stored, _id: '1', id: '1', version: 1, ...more }
}

/** A form on its own, without its dialog: what it holds, does and says. */
async function open(resource: Resource, id: string | undefined, ...rows: Row[]) {
  const backend = memoryBackend(...rows)
  const { wrapper, told } = refineAround(backend.provider)
  const made: string[] = []
  let shown: ReturnType<typeof useRecordForm> | undefined
  function Open() {
    shown = useRecordForm(resource, id, (one) => made.push(one))
    return (
      <Form
        form={shown.form}
        onValuesChange={shown.onChanged}
        {...(shown.mode === 'create' && { initialValues: toDraft(resource, 'create') })}
      />
    )
  }
  render(<Open />, { wrapper })
  const form = () => {
    if (!shown) throw new Error('The form was not drawn')
    return shown
  }
  await waitFor(() => expect(form().phase.is).not.toBe('loading'))
  return {
    ...backend,
    told,
    made,
    form,
    type: (path: string, value: unknown) => form().put(setAt(form().typed(), path, value)),
    /** Does something, and waits until nothing is under way any more. */
    async until(work: () => void, phase: string) {
      act(work)
      await waitFor(() => expect(form().phase.is).toBe(phase))
    },
  }
}

/** A plain field of the edit form, and another value for it. */
function changeIn(resource: Resource) {
  const change = changeOf(resource)
  if (!change) throw new Error(`${resource.file}: no field of its form can be changed`)
  const value = change.next()
  return { key: change.key, value, typed: typeof value === 'boolean' ? String(value) : value }
}

for (const resource of registry.filter((one) => !one.hasOwnPage && one.actions.includes('edit')))
  describe(`${resource.name}: a form whose write gets no answer, or whose record is gone`, () => {
    const noun = resource.label.one.toLowerCase()

    test('FORM-04 an edit that was stored is saved, and sent once', async () => {
      const { form, type, until, next, sent, told, stored } = await open(
        resource,
        '1',
        storedRow(resource),
      )
      const { key, value, typed } = changeIn(resource)
      type(key, typed)
      next('lost after')
      await until(form().submit, 'closed')
      expect(sent).toMatchObject([{ method: 'update', id: '1', version: 1 }])
      expect(told).toEqual([`Success: ${resource.messages.updated}`])
      expect(stored.get('1')).toMatchObject({ [key]: value, version: 2 })
    })

    test('FORM-04 an edit that was not stored says so, keeps what was typed, and can be sent again', async () => {
      const { form, type, until, next, sent, told, stored } = await open(
        resource,
        '1',
        storedRow(resource),
      )
      const { key, value, typed } = changeIn(resource)
      type(key, typed)
      next('lost before')
      await until(form().submit, 'editing')
      await waitFor(() => expect(told).toHaveLength(1))
      expect(told[0]).toBe(`Error: The server gave no answer, and the ${noun} was not saved.`)
      expect(getAt(form().typed(), key)).toBe(typed)
      await until(form().submit, 'closed')
      expect(sent).toHaveLength(2)
      expect(stored.get('1')).toMatchObject({ [key]: value, version: 2 })
    })

    test('FORM-01 an edit fails in its words, then succeeds in its words', async () => {
      const { form, type, until, next, told } = await open(resource, '1', storedRow(resource))
      const { key, typed } = changeIn(resource)
      type(key, typed)
      next(new HttpError(500))
      await until(form().submit, 'editing')
      await waitFor(() => expect(told).toEqual([`Error: ${resource.messages.updateFailed}`]))
      await until(form().submit, 'closed')
      expect(told.at(-1)).toBe(`Success: ${resource.messages.updated}`)
    })

    test('FORM-03 what was deleted meanwhile keeps its form, and is created anew with all it held', async () => {
      const before = storedRow(resource)
      const { form, type, until, stored, sent, made } = await open(resource, '1', before)
      const { key, value, typed } = changeIn(resource)
      type(key, typed)
      stored.clear()
      await until(form().submit, 'gone')
      expect(getAt(form().typed(), key)).toBe(typed)
      if (!resource.actions.includes('create')) return
      const secret = resource.fields.find(({ kind }) => kind === 'password')
      await until(form().createAnew, secret ? 'anew' : 'closed')
      if (secret) {
        // What a new record needs besides is asked for at its field.
        await waitFor(() => expect(form().errors.placed.at[secret.path]).toMatch(/required/))
        type(secret.path, resource.sample[secret.path])
        await until(form().submit, 'closed')
      }
      const create = sent.find(({ method }) => method === 'create')
      const kept = Object.keys(resource.create.shape).filter((at) => at in before && at !== key)
      for (const at of kept) expect(create?.values?.[at], at).toEqual(before[at])
      expect(create?.values?.[key]).toBe(value)
      expect(made).toEqual(['new-1'])
    })
  })

for (const resource of registry.filter((one) => !one.hasOwnPage && one.actions.includes('create')))
  describe(`${resource.name}: a new record`, () => {
    const draft = toDraft(resource, 'create', storedRow(resource, resource.sample))

    test('FORM-01 fails in its words, then succeeds in its words', async () => {
      const { form, until, next, told, stored } = await open(resource, undefined)
      form().put(draft)
      next(new HttpError(500))
      await until(form().submit, 'editing')
      await waitFor(() => expect(told).toEqual([`Error: ${resource.messages.createFailed}`]))
      await until(form().submit, 'closed')
      expect(told.at(-1)).toBe(`Success: ${resource.messages.created}`)
      expect(stored.size).toBe(1)
    })

    test('FORM-08 another follows in the same form, which is empty again', async () => {
      const { form, sent, stored } = await open(resource, undefined)
      const empty = form().typed()
      for (const count of [1, 2]) {
        form().put(draft)
        act(() => form().submit(form().startAnother))
        await waitFor(() => expect([stored.size, form().phase.is]).toEqual([count, 'editing']))
        expect(form().typed()).toEqual(empty)
      }
      expect(sent).toHaveLength(2)
    })

    test.each(['lost before', 'lost after'] as const)(
      'FORM-04 %s: it is not called a fault, sent once, and can be looked for',
      async (fate) => {
        const { form, until, next, sent, told, stored } = await open(resource, undefined)
        form().put(draft)
        next(fate)
        await until(form().submit, 'unknown')
        expect(told).toEqual([])
        expect(sent).toHaveLength(1)
        expect(form().typed()).toMatchObject(draft)
        expect(lookUpAddress(resource, form().typed())).toContain(`/admin/${resource.page}`)
        if (fate === 'lost after') return
        await until(form().submit, 'closed')
        expect(told).toEqual([`Success: ${resource.messages.created}`])
        expect(stored.size).toBe(1)
      },
    )
  })

describe('FORM-02 two admins at one record', () => {
  const ada = storedRow(users, { firstName: 'Ada', isActive: true })

  test('what was changed apart goes together, without a question', async () => {
    const { form, type, until, stored, sent } = await open(users, '1', ada)
    type('firstName', 'Mine')
    stored.set('1', { ...ada, isActive: false, version: 2 })
    await until(form().submit, 'closed')
    expect(sent.map(({ version }) => version)).toEqual([1, 2])
    expect(stored.get('1')).toMatchObject({ firstName: 'Mine', isActive: false, version: 3 })
  })

  test('what both changed is a matter to decide: theirs is loaded, the rest of mine stays', async () => {
    const { form, type, until, stored, sent, told } = await open(users, '1', ada)
    type('firstName', 'Mine')
    type('lastName', 'Mine too')
    stored.set('1', { ...ada, firstName: 'Theirs', isActive: false, version: 2 })
    await until(form().submit, 'clash')
    expect([sent.length, told]).toEqual([1, []])
    expect(form().typed()).toMatchObject({ firstName: 'Mine', isActive: 'false' })
    await until(form().loadLatest, 'editing')
    expect(form().typed()).toMatchObject({ firstName: 'Theirs', lastName: 'Mine too' })
    expect(form().isDirty()).toBe(true)
    await until(form().submit, 'closed')
    expect(stored.get('1')).toMatchObject({ firstName: 'Theirs', lastName: 'Mine too', version: 3 })
  })

  test('mine is saved over theirs where that is wanted', async () => {
    const { form, type, until, stored } = await open(users, '1', ada)
    type('firstName', 'Mine')
    stored.set('1', { ...ada, firstName: 'Theirs', version: 2 })
    await until(form().submit, 'clash')
    await until(() => form().saveMine(), 'closed')
    expect(stored.get('1')).toMatchObject({ firstName: 'Mine', version: 3 })
  })

  test('a version that never fits is sent three times, and told as a clash', async () => {
    const { form, type, until, next, sent } = await open(users, '1', ada)
    type('firstName', 'Mine')
    next(...[2, 3, 4, 5].map((version) => new HttpError(412, { current: { ...ada, version } })))
    await until(form().submit, 'clash')
    expect(sent.map(({ version }) => version)).toEqual([1, 2, 3])
  })
})

test('FORM-04 while nothing answers it is asked about again, and told again', async () => {
  const { form, type, until, next, stored, told, provider } = await open(
    users,
    '1',
    storedRow(users),
  )
  type('firstName', 'Mine')
  const read = provider.getOne
  provider.getOne = () => Promise.reject(new HttpError(0))
  next('lost after')
  await until(form().submit, 'unknown')
  expect(told).toEqual([])
  await until(form().lookAgain, 'unknown')
  await waitFor(() => expect(told).toEqual([`Error: ${UNKNOWN}`]))
  provider.getOne = read
  stored.set('1', { ...(stored.get('1') as Row), segment: 'student', version: 3 })
  await until(form().lookAgain, 'closed')
  expect(told.at(-1)).toBe('Success: User updated successfully.')
})

test('a form closed while it saves still hears what came of it', async () => {
  const { form, type, next, told, provider } = await open(users, '1', storedRow(users))
  type('firstName', 'Mine')
  provider.getOne = () => Promise.reject(new HttpError(0))
  next('lost before')
  act(() => {
    form().submit()
    form().close()
  })
  await waitFor(() => expect(told).toEqual([`Error: ${UNKNOWN}`]))
  expect(form().phase.is).toBe('closed')
})

test('two clicks at once send once', async () => {
  const { form, type, until, sent, told } = await open(users, '1', storedRow(users))
  type('firstName', 'Mine')
  await until(() => {
    form().submit()
    form().submit()
  }, 'closed')
  expect(sent).toHaveLength(1)
  expect(told).toHaveLength(1)
})

test('USER-05 a question is asked before anything is sent, and once', async () => {
  const { form, type, until, sent } = await open(users, '1', storedRow(users, { role: 'user' }))
  type('role', 'admin')
  act(form().submit)
  expect(form().asked?.question.yes).toBe('Make Admin')
  act(() => form().onAnswered(false))
  expect([form().asked, sent]).toEqual([undefined, []])
  act(form().submit)
  await until(() => form().onAnswered(true), 'closed')
  expect(sent).toHaveLength(1)
})
