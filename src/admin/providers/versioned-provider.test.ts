import { expect, test } from 'vitest'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend } from '../../../tests/support/refine.tsx'
import { HttpError } from './http-client.ts'
import { withVersions } from './versioned-provider.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const at = { resource: 'users', id: '1' }

/** The provider with a user that it has read, and what others store then. */
async function opened() {
  const { password: _, ...sample } = users.sample
  const row: Row = {
    ...sample,
    _id: '1',
    id: '1',
    version: 1,
    firstName: 'Ada',
    role: 'user',
  }
  const backend = memoryBackend(row)
  const { provider: inner } = backend
  const provider = withVersions(inner, () => users)
  await provider.getOne(at)
  const others = (values: object, version = 2) =>
    backend.stored.set('1', { ...row, ...values, version })
  const update = (variables: object, meta = {}) => provider.update({ ...at, variables, meta })
  return { ...backend, row, inner, provider, others, update }
}

test('an update sends the version that was read', async () => {
  const { update, sent } = await opened()
  const { data } = await update({ firstName: 'Augusta' })
  expect(data).toMatchObject({ firstName: 'Augusta', version: 2 })
  await update({ firstName: 'Grace' })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
})

test('after a 412, fields changed only by others keep their new values', async () => {
  const { update, others, stored, sent } = await opened()
  others({ role: 'admin' })
  await update({ firstName: 'Augusta', role: 'user' })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
  expect(stored.get('1')).toMatchObject({ firstName: 'Augusta', role: 'admin', version: 3 })
})

test('a field changed by both is a conflict, with the stored record and its author', async () => {
  const { update, next, row, sent } = await opened()
  const changed = { by: 'Grace Hopper', at: '2026-11-20T10:00:00.000Z' }
  next(new HttpError(412, { current: { ...row, firstName: 'Grace', version: 2 }, changed }))
  await expect(update({ firstName: 'Augusta' })).rejects.toMatchObject({
    failure: 'conflict',
    statusCode: 412,
    changed,
  })
  expect(sent).toHaveLength(1)
})

test('a value that others cleared meanwhile stays cleared when another field is saved', async () => {
  const { update, row, stored, sent } = await opened()
  const { lastName: _, ...cleared } = row
  stored.set('1', { ...cleared, version: 2 })
  await update({ firstName: 'Augusta', lastName: row.lastName })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
  expect(stored.get('1')).toMatchObject({ firstName: 'Augusta', version: 3 })
  expect(stored.get('1')?.lastName).toBeUndefined()
})

test('a record that keeps changing is retried three times', async () => {
  const { update, next, row, sent } = await opened()
  next(...[2, 3, 4].map((version) => new HttpError(412, { current: { ...row, version } })))
  await expect(update({ firstName: 'Augusta' })).rejects.toMatchObject({ failure: 'conflict' })
  expect(sent.map(({ version }) => version)).toEqual([1, 2, 3])
})

test('a deleted record and an unknown outcome have their own errors', async () => {
  const { update, next, stored, inner } = await opened()
  next('lost after')
  expect((await update({ firstName: 'Augusta' })).data).toMatchObject({ firstName: 'Augusta' })
  stored.delete('1')
  await expect(update({ firstName: 'Grace' })).rejects.toMatchObject({ failure: 'deleted' })
  next('lost before')
  inner.getOne = () => Promise.reject(new HttpError(0))
  await expect(update({ firstName: 'Grace' })).rejects.toMatchObject({ failure: 'unknownOutcome' })
})

test('a list that is read later does not hide what a form was filled with', async () => {
  const { update, others, provider, stored } = await opened()
  others({ role: 'admin' })
  await provider.getList({ resource: 'users', pagination: { mode: 'off' } })
  await update({ firstName: 'Augusta', role: 'user' })
  expect(stored.get('1')).toMatchObject({ firstName: 'Augusta', role: 'admin' })
})

test('a caller that passes a version handles conflicts itself', async () => {
  const { update, others, sent } = await opened()
  others({ role: 'admin' })
  const refused = update({ firstName: 'Augusta' }, { version: 1 })
  await expect(refused).rejects.toMatchObject({ statusCode: 412 })
  expect(sent).toHaveLength(1)
})

test('a deletion sends the shown version; later changes by others are a conflict', async () => {
  const { provider, row, others, sent, stored } = await opened()
  others({ firstName: 'Grace' })
  const remove = (base: object) => provider.deleteOne({ ...at, meta: { base } })
  await expect(remove(row)).rejects.toMatchObject({ failure: 'conflict', statusCode: 412 })
  expect(sent).toHaveLength(1)
  await remove({ ...row, version: 2 })
  expect(stored.size).toBe(0)
})

test('a deletion accepts this page’s own latest write, even if a list shows an older version', async () => {
  const { provider, update, row, sent, stored } = await opened()
  await update({ firstName: 'Augusta' })
  await provider.deleteOne({ ...at, meta: { base: row } })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
  expect(stored.size).toBe(0)
})

test('objects are merged key by key, and a field that was added meanwhile stays', async () => {
  const { update, others, stored, row } = await opened()
  others({ preferences: { theme: 'dark', size: 1 }, segment: 'student' })
  await update(
    { ...row, preferences: { theme: 'light', size: 2 } },
    { base: { ...row, preferences: { theme: 'light', size: 1 } } },
  )
  expect(stored.get('1')).toMatchObject({
    preferences: { theme: 'dark', size: 2 },
    segment: 'student',
  })
})

test('unchanged values of a form never revert other users’ changes', async () => {
  const { update, others, stored, row, sent } = await opened()
  others({ role: 'admin' })
  const { data } = await update({ firstName: row.firstName, role: 'user' }, { base: row })
  expect(data).toMatchObject({ role: 'admin' })
  expect(stored.get('1')).toMatchObject({ role: 'admin', version: 2 })
  expect(sent).toHaveLength(1)
})

test('a successful update is not repeated when it is sent again', async () => {
  const { update, others, row, stored } = await opened()
  others({ firstName: 'Augusta', role: 'admin' }, 3)
  const { data } = await update({ firstName: ' Augusta ' }, { base: row })
  expect(data).toMatchObject({ version: 3 })
  expect(stored.get('1')).toMatchObject({ role: 'admin', version: 3 })
})

test('a new record is sent with the same key until its result is known', async () => {
  const { provider, next, inner } = await opened()
  const keys: unknown[] = []
  const { create } = inner
  inner.create = (params) => {
    keys.push(params.meta?.key)
    return create(params)
  }
  const make = () => provider.create({ resource: 'users', variables: { firstName: 'Grace' } })
  next('lost before')
  await expect(make()).rejects.toMatchObject({ failure: 'unknownOutcome', outcome: 'unknown' })
  next(new HttpError(500))
  await expect(make()).rejects.not.toHaveProperty('failure')
  await make()
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
})

test('cleared values, and values with keys in another order, count as saved', async () => {
  const { update, others, row, next } = await opened()
  next('lost before')
  others({ preferences: { b: 1, a: 2 } }, 3)
  const values = { nickname: null, preferences: { a: 2, b: 1 } }
  const { data } = await update(values, { base: { ...row, nickname: 'Ada' } })
  expect(data).toMatchObject({ version: 3 })
})

test('after an empty 412 the record is read', async () => {
  const { update, next, others, sent } = await opened()
  others({ role: 'admin' }, 5)
  next(new HttpError(412))
  await update({ firstName: 'Augusta' })
  expect(sent.map(({ version }) => version)).toEqual([1, 5])
})

test.each([
  ['a 404', new HttpError(404), 'there', { failure: 'deleted' }],
  ['a 412 of a record that is gone', new HttpError(412), 'gone', { failure: 'deleted' }],
  ['a 412 of which nothing can be found out', new HttpError(412), 'lost', { statusCode: 412 }],
  ['a refusal', new HttpError(400), 'there', { statusCode: 400 }],
  ['nothing sent', new HttpError(0, { outcome: 'unsent' }), 'there', { outcome: 'unsent' }],
  ['no answer, the record is gone', new HttpError(0), 'gone', { failure: 'deleted' }],
  ['no answer, it is not stored', new HttpError(0), 'there', { failure: 'notSaved' }],
  ['no answer, another is', new HttpError(0), 'changed', { failure: 'conflict' }],
] as const)('%s: sent once', async (_, error, is, failure) => {
  const { update, next, others, sent, stored, inner } = await opened()
  if (is === 'gone') stored.delete('1')
  if (is === 'lost') inner.getOne = () => Promise.reject(new HttpError(0))
  if (is === 'changed') others({ firstName: 'Grace' })
  next(error)
  await expect(update({ firstName: 'Augusta' })).rejects.toMatchObject(failure)
  expect(sent).toHaveLength(1)
})

test('an equal change by another user counts as saved', async () => {
  const { update, others, sent } = await opened()
  others({ firstName: 'Augusta' })
  expect((await update({ firstName: 'Augusta' })).data).toMatchObject({ version: 2 })
  expect(sent).toHaveLength(1)
})
