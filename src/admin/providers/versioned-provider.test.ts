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
  const row: Row = {
    ...users.sample,
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

test('an update is one of the version that was read', async () => {
  const { update, sent } = await opened()
  const { data } = await update({ firstName: 'Augusta' })
  expect(data).toMatchObject({ firstName: 'Augusta', version: 2 })
  await update({ firstName: 'Grace' })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
})

test('after a 412, fields that only others changed keep their new values', async () => {
  const { update, others, stored, sent } = await opened()
  others({ role: 'admin' })
  await update({ firstName: 'Augusta', role: 'user' })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
  expect(stored.get('1')).toMatchObject({ firstName: 'Augusta', role: 'admin', version: 3 })
})

test('a field that both changed is a conflict, with the stored record and who saved it', async () => {
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

test('a record that keeps changing is tried three times', async () => {
  const { update, next, row, sent } = await opened()
  next(...[2, 3, 4].map((version) => new HttpError(412, { current: { ...row, version } })))
  await expect(update({ firstName: 'Augusta' })).rejects.toMatchObject({ failure: 'conflict' })
  expect(sent.map(({ version }) => version)).toEqual([1, 2, 3])
})

test('a record that is gone, and an answer that nothing tells of, are errors of their own', async () => {
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

test('a caller that gives a version handles conflicts itself', async () => {
  const { update, others, sent } = await opened()
  others({ role: 'admin' })
  const refused = update({ firstName: 'Augusta' }, { version: 1 })
  await expect(refused).rejects.toMatchObject({ statusCode: 412 })
  expect(sent).toHaveLength(1)
})

test('a deletion is one of the version that is shown; what others saved since is a conflict', async () => {
  const { provider, row, others, sent, stored } = await opened()
  others({ firstName: 'Grace' })
  const remove = (base: object) => provider.deleteOne({ ...at, meta: { base } })
  await expect(remove(row)).rejects.toMatchObject({ failure: 'conflict', statusCode: 412 })
  expect(sent).toHaveLength(1)
  await remove({ ...row, version: 2 })
  expect(stored.size).toBe(0)
})

test('a deletion goes over what this page itself wrote, although a list shows the version before', async () => {
  const { provider, update, row, sent, stored } = await opened()
  await update({ firstName: 'Augusta' })
  await provider.deleteOne({ ...at, meta: { base: row } })
  expect(sent.map(({ version }) => version)).toEqual([1, 1, 2])
  expect(stored.size).toBe(0)
})
